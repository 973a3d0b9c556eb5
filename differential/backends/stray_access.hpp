#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace musimd::differential {

/// How a kernel misses the memory of its launch: each block ends where an inaccessible page begins, and a
/// pattern fills the memory before it.
enum class Stray : std::uint8_t {
    overwritten,  ///< the pattern was written
    past_end,     ///< an access to the page after the block
    before,       ///< an access to the page before the pattern
};

/// `memory 4 bytes before block 0 was written`, `an access 0 bytes past the end of block 1`
std::string describe(Stray stray, std::size_t block, std::uint64_t bytes);

}  // namespace musimd::differential
