#pragma once

// What the threads of a hardware warp do together: on a device, or on a processor, where the tests run the
// kernels of this folder.

#if defined(__CUDACC__)
#define MUSIMD_ANYWHERE __host__ __device__
#else
#define MUSIMD_ANYWHERE
#endif
#if !defined(MUSIMD_KERNEL)  // a unit of musimd's has it already
#if defined(__CUDACC__)
#include "gpu_backend/prelude/warp_cuda.hpp"
#else
#include "gpu_backend/prelude/warp_emulated.hpp"
#endif
#endif

namespace musimd::benchmarks {

/// The lowest thread of a set that is not empty.
MUSIMD_ANYWHERE inline unsigned first_of(std::uint32_t threads) {
    return static_cast<unsigned>(__builtin_popcount((threads & (0 - threads)) - 1));
}

}  // namespace musimd::benchmarks
