#pragma once

#include <cstddef>
#include <string>
#include <tl/expected.hpp>

// CUDA's driver, libcuda.so.1, loaded on first use and never linked: a program linked to it would not start
// on a machine without it.

namespace musimd::gpu {

// The declarations of cuda.h that are used.
using CUresult = int;
using CUdevice = int;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUevent = struct CUevent_st*;
using CUstream = struct CUstream_st*;
using CUdeviceptr = unsigned long long;

/// The driver's functions, and the device that musimd uses: the first one.
struct CudaDriver {
    CUresult (*cuInit)(unsigned flags);
    CUresult (*cuDriverGetVersion)(int* version);
    CUresult (*cuGetErrorName)(CUresult error, const char** name);
    CUresult (*cuGetErrorString)(CUresult error, const char** text);
    CUresult (*cuDeviceGetCount)(int* count);
    CUresult (*cuDeviceGet)(CUdevice* device, int ordinal);
    CUresult (*cuDeviceGetName)(char* name, int length, CUdevice device);
    CUresult (*cuDeviceGetAttribute)(int* value, int attribute, CUdevice device);
    CUresult (*cuDevicePrimaryCtxRetain)(CUcontext* context, CUdevice device);
    CUresult (*cuCtxSetCurrent)(CUcontext context);
    CUresult (*cuMemGetInfo)(std::size_t* free, std::size_t* total);
    CUresult (*cuMemAlloc)(CUdeviceptr* memory, std::size_t bytes);
    CUresult (*cuMemFree)(CUdeviceptr memory);
    CUresult (*cuMemsetD8)(CUdeviceptr memory, unsigned char value, std::size_t bytes);
    CUresult (*cuMemcpyHtoD)(CUdeviceptr to, const void* from, std::size_t bytes);
    CUresult (*cuMemcpyDtoH)(void* to, CUdeviceptr from, std::size_t bytes);
    CUresult (*cuModuleLoadData)(CUmodule* module, const void* image);
    CUresult (*cuModuleUnload)(CUmodule module);
    CUresult (*cuModuleGetFunction)(CUfunction* function, CUmodule module, const char* name);
    CUresult (*cuLaunchKernel)(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                               unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                               CUstream stream, void** arguments, void** extra);
    CUresult (*cuEventCreate)(CUevent* event, unsigned flags);
    CUresult (*cuEventRecord)(CUevent event, CUstream stream);
    CUresult (*cuEventQuery)(CUevent event);
    CUresult (*cuEventDestroy)(CUevent event);

    CUdevice device = 0;
    std::string name;  ///< "NVIDIA H200"
    int major = 0;     ///< its compute capability
    int minor = 0;
    int version = 0;  ///< the CUDA version that the driver supports: 12040 is 12.4

    /// A device attribute, by its number in cuda.h.
    int attribute(int number) const;
    /// The driver's description of an error.
    std::string error_text(CUresult error) const;
};

/// Loads the driver and looks for a device. Otherwise returns an error message. A process that has called it
/// cannot use the device in its child processes (fork).
tl::expected<const CudaDriver*, std::string> cuda_driver();

}  // namespace musimd::gpu
