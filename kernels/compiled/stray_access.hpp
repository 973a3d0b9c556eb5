#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/compiled/prelude/guarded_block.hpp"

namespace musimd::kernels {

/// `memory 4 bytes before block 0 was written`, `an access 0 bytes past the end of block 1`
std::string describe(Stray stray, std::size_t block, std::uint64_t bytes);

}  // namespace musimd::kernels
