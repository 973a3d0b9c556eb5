#pragma once

#include <cstdint>
#include <string>

namespace musimd::support {

/// The text of a random program with blocks: branches, loops, `exit`, `everywhere`, barriers of blocks and of
/// the grid, collectives, fences, shared memory. Most have a mask, a barrier or an access that traps in some
/// thread.
std::string random_block_program(std::uint64_t seed);

}  // namespace musimd::support
