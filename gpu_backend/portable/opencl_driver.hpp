#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

// OpenCL's loader, libOpenCL.so.1, loaded on first use and never linked.

namespace musimd::portable {

// The declarations of CL/cl.h that are used.
using ClResult = std::int32_t;
using ClUint = std::uint32_t;
using ClBits = std::uint64_t;
using ClPlatform = struct ClPlatformId*;
using ClDevice = struct ClDeviceId*;
using ClContext = struct ClContextId*;
using ClQueue = struct ClQueueId*;
using ClProgram = struct ClProgramId*;
using ClKernel = struct ClKernelId*;
using ClMemory = struct ClMemoryId*;

/// The loader's functions, and the first device of a platform.
struct OpenClDriver {
    ClResult (*clGetPlatformIDs)(ClUint room, ClPlatform* platforms, ClUint* count);
    ClResult (*clGetPlatformInfo)(ClPlatform of, ClUint what, std::size_t room, void* value,
                                  std::size_t* size);
    ClResult (*clGetDeviceIDs)(ClPlatform of, ClBits types, ClUint room, ClDevice* devices, ClUint* count);
    ClResult (*clGetDeviceInfo)(ClDevice of, ClUint what, std::size_t room, void* value, std::size_t* size);
    ClContext (*clCreateContext)(const std::intptr_t* properties, ClUint count, const ClDevice* devices,
                                 void (*notify)(const char*, const void*, std::size_t, void*), void* user,
                                 ClResult* result);
    ClQueue (*clCreateCommandQueue)(ClContext context, ClDevice device, ClBits properties, ClResult* result);
    ClProgram (*clCreateProgramWithSource)(ClContext context, ClUint count, const char** texts,
                                           const std::size_t* lengths, ClResult* result);
    ClResult (*clBuildProgram)(ClProgram program, ClUint count, const ClDevice* devices, const char* options,
                               void (*notify)(ClProgram, void*), void* user);
    ClResult (*clGetProgramBuildInfo)(ClProgram program, ClDevice device, ClUint what, std::size_t room,
                                      void* value, std::size_t* size);
    ClResult (*clReleaseProgram)(ClProgram program);
    ClKernel (*clCreateKernel)(ClProgram program, const char* name, ClResult* result);
    ClResult (*clReleaseKernel)(ClKernel kernel);
    ClResult (*clSetKernelArg)(ClKernel kernel, ClUint index, std::size_t size, const void* value);
    ClMemory (*clCreateBuffer)(ClContext context, ClBits flags, std::size_t bytes, void* host,
                               ClResult* result);
    ClResult (*clReleaseMemObject)(ClMemory memory);
    ClResult (*clEnqueueReadBuffer)(ClQueue queue, ClMemory from, ClUint blocking, std::size_t offset,
                                    std::size_t bytes, void* to, ClUint events, const void* wait,
                                    void* event);
    ClResult (*clEnqueueNDRangeKernel)(ClQueue queue, ClKernel kernel, ClUint dimensions,
                                       const std::size_t* offset, const std::size_t* global,
                                       const std::size_t* local, ClUint events, const void* wait,
                                       void* event);
    ClResult (*clFinish)(ClQueue queue);

    ClDevice device = nullptr;
    std::string platform_version;  ///< "OpenCL 3.0 PoCL 3.1+debian …"
    std::string device_name;
    std::string device_version;  ///< "OpenCL 1.2 (Oclgrind 21.10)"
    std::string driver_version;
    std::string extensions;
    bool has_c3 = false;            ///< OpenCL C 3.0
    bool rounds_correctly = false;  ///< can round quotients and square roots of f32 correctly
};

/// The name of a result: `CL_OUT_OF_RESOURCES`.
std::string name_of(ClResult result);

/// `clFinish: CL_OUT_OF_RESOURCES`
std::string error_text(std::string_view function, ClResult result);

/// Loads the loader with this implementation alone, a file of its own or one that names it (.icd), and looks
/// for the platform. Otherwise returns a message.
tl::expected<OpenClDriver, std::string> load_opencl(const std::string& implementation,
                                                    std::string_view platform);

}  // namespace musimd::portable
