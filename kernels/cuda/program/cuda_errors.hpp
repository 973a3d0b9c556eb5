#pragma once

#include <cstdint>

#include "dsl/cuda/headers/musimd_cuda_errors.h"

namespace musimd::kernels::cuda {

// The numbers of CUDA's errors, by the names of its runtime. The driver has the same numbers.
#define MUSIMD_ERROR_NUMBER(name, number, text) inline constexpr std::uint64_t name = number;
MUSIMD_ERRORS(MUSIMD_ERROR_NUMBER)
#undef MUSIMD_ERROR_NUMBER

}  // namespace musimd::kernels::cuda
