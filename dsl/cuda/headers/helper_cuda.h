// A stand-in for the header of this name that comes with NVIDIA's samples.
#pragma once

#include <cuda_runtime.h>
#include <helper_string.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

static inline const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }

template <typename T>
void check(T result, const char *call, const char *file, int line) {
    if (result == (T)0) return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorName((cudaError_t)result));
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

static inline void __getLastCudaError(const char *message, const char *file, int line) {
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s:%d: %s: %s\n", file, line, message, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)

static inline int ftoi(float x) { return (int)(x >= 0 ? x + 0.5f : x - 0.5f); }
static inline int _ConvertSMVer2Cores(int, int) { return 128; }
static inline const char *_ConvertSMVer2ArchName(int, int) { return "musimd"; }
static inline int gpuDeviceInit(int device) { return cudaSetDevice(device) == cudaSuccess ? device : -1; }
static inline int gpuGetMaxGflopsDeviceId() { return 0; }
static inline int findCudaDevice(int argc, const char **argv) {
    if (checkCmdLineFlag(argc, argv, "device")) gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
    int device = 0;
    cudaGetDevice(&device);
    return device;
}
static inline int findIntegratedGPU() { return -1; }
static inline bool checkCudaCapabilities(int major, int minor) {
    cudaDeviceProp of;
    cudaGetDeviceProperties(&of, 0);
    return of.major > major || (of.major == major && of.minor >= minor);
}
