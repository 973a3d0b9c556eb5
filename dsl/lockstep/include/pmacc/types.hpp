// What the headers of lockstep need of the compiler: integers of fixed size, and where a function runs. They
// are CUDA C++ for nvcc, NVRTC and `musimd cuda`, and C++ for the host.
#pragma once

#ifdef __CUDACC_RTC__
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long long;
using uint64_t = unsigned long long;
#else
#include <cstddef>
#include <cstdint>
#endif

#ifdef __CUDACC__
/// A function of both, and one of the device.
#define HDINLINE __host__ __device__ __forceinline__
#define DINLINE __device__ __forceinline__
#else
#define PMACC_ON_HOST 1
#define HDINLINE inline __attribute__((always_inline))
#define DINLINE HDINLINE
#include <pmacc/host.hpp>
#endif
