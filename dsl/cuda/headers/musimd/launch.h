// musimd::launch(kernel, grid, block, arguments…) in device code: each active thread launches a grid of its own. With
// `musimd cuda`, and with nvcc -rdc=true, which has dynamic parallelism.
#pragma once

namespace musimd {

template <typename T>
struct AsDeclared {
    using type = T;
};

/// The grid starts here, sees what the thread has written before, and ends before the grid of this thread does.
template <typename... P>
__device__ void launch(void (*kernel)(P...), dim3 grid, dim3 block, typename AsDeclared<P>::type... arguments)
#ifdef MUSIMD_CUDA
    ;
#else
{
    kernel<<<grid, block>>>(arguments...);
}
#endif

}  // namespace musimd
