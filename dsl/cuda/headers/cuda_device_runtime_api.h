// The runtime of device code, which headers of libraries mention. No kernel can call it.
#pragma once

#include <cuda_runtime.h>

#ifdef __CUDA__
extern "C" {
__host__ __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance();
__host__ __device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__host__ __device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block, unsigned shared,
                                                 cudaStream_t stream);
}
#endif
