#include "gpu_backend/portable/opencl_driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace musimd::portable {
namespace {

// From CL/cl.h.
constexpr ClUint kPlatformVersion = 0x0901;
constexpr ClUint kPlatformName = 0x0902;
constexpr ClBits kAllDevices = 0xFFFFFFFF;
constexpr ClUint kSingleConfig = 0x101B;
constexpr ClUint kDeviceName = 0x102B;
constexpr ClUint kDriverVersion = 0x102D;
constexpr ClUint kDeviceVersion = 0x102F;
constexpr ClUint kDeviceExtensions = 0x1030;
constexpr ClBits kRoundsCorrectly = 1 << 7;  // CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT

constexpr std::pair<ClResult, std::string_view> kResults[] = {
    {0, "CL_SUCCESS"},
    {-1, "CL_DEVICE_NOT_FOUND"},
    {-2, "CL_DEVICE_NOT_AVAILABLE"},
    {-3, "CL_COMPILER_NOT_AVAILABLE"},
    {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {-5, "CL_OUT_OF_RESOURCES"},
    {-6, "CL_OUT_OF_HOST_MEMORY"},
    {-11, "CL_BUILD_PROGRAM_FAILURE"},
    {-12, "CL_MAP_FAILURE"},
    {-15, "CL_COMPILE_PROGRAM_FAILURE"},
    {-16, "CL_LINKER_NOT_AVAILABLE"},
    {-17, "CL_LINK_PROGRAM_FAILURE"},
    {-30, "CL_INVALID_VALUE"},
    {-33, "CL_INVALID_DEVICE"},
    {-34, "CL_INVALID_CONTEXT"},
    {-36, "CL_INVALID_COMMAND_QUEUE"},
    {-38, "CL_INVALID_MEM_OBJECT"},
    {-43, "CL_INVALID_BUILD_OPTIONS"},
    {-44, "CL_INVALID_PROGRAM"},
    {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {-46, "CL_INVALID_KERNEL_NAME"},
    {-48, "CL_INVALID_KERNEL"},
    {-49, "CL_INVALID_ARG_INDEX"},
    {-50, "CL_INVALID_ARG_VALUE"},
    {-51, "CL_INVALID_ARG_SIZE"},
    {-52, "CL_INVALID_KERNEL_ARGS"},
    {-53, "CL_INVALID_WORK_DIMENSION"},
    {-54, "CL_INVALID_WORK_GROUP_SIZE"},
    {-55, "CL_INVALID_WORK_ITEM_SIZE"},
    {-59, "CL_INVALID_OPERATION"},
    {-61, "CL_INVALID_BUFFER_SIZE"},
    {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};

tl::expected<void, std::string> find_opencl_functions(void* library, OpenClDriver& driver) {
#define MUSIMD_FIND(name)                                                         \
    driver.name = reinterpret_cast<decltype(driver.name)>(dlsym(library, #name)); \
    if (driver.name == nullptr)                                                   \
    return tl::unexpected(std::string("libOpenCL.so.1 is too old: it has no " #name "\n"))
    MUSIMD_FIND(clGetPlatformIDs);
    MUSIMD_FIND(clGetPlatformInfo);
    MUSIMD_FIND(clGetDeviceIDs);
    MUSIMD_FIND(clGetDeviceInfo);
    MUSIMD_FIND(clCreateContext);
    MUSIMD_FIND(clCreateCommandQueue);
    MUSIMD_FIND(clCreateProgramWithSource);
    MUSIMD_FIND(clBuildProgram);
    MUSIMD_FIND(clGetProgramBuildInfo);
    MUSIMD_FIND(clReleaseProgram);
    MUSIMD_FIND(clCreateKernel);
    MUSIMD_FIND(clReleaseKernel);
    MUSIMD_FIND(clSetKernelArg);
    MUSIMD_FIND(clCreateBuffer);
    MUSIMD_FIND(clReleaseMemObject);
    MUSIMD_FIND(clEnqueueReadBuffer);
    MUSIMD_FIND(clEnqueueNDRangeKernel);
    MUSIMD_FIND(clFinish);
#undef MUSIMD_FIND
    return {};
}

/// A text from `get`, clGetPlatformInfo or clGetDeviceInfo; empty if that fails.
template <typename Get, typename Of>
std::string text_about(Get get, Of of, ClUint what) {
    std::size_t size = 0;
    if (get(of, what, 0, nullptr, &size) != 0 || size == 0) return {};
    std::string text(size, '\0');
    if (get(of, what, size, text.data(), nullptr) != 0) return {};
    text.pop_back();  // the final zero
    return text;
}

tl::expected<ClPlatform, std::string> find_platform(const OpenClDriver& driver, std::string_view name) {
    ClUint count = 0;
    if (const ClResult wrong = driver.clGetPlatformIDs(0, nullptr, &count); wrong != 0)
        return tl::unexpected(error_text("clGetPlatformIDs", wrong));
    std::vector<ClPlatform> platforms(count);
    if (const ClResult wrong = driver.clGetPlatformIDs(count, platforms.data(), nullptr); wrong != 0)
        return tl::unexpected(error_text("clGetPlatformIDs", wrong));
    const auto found = std::ranges::find_if(platforms, [&](ClPlatform platform) {
        return text_about(driver.clGetPlatformInfo, platform, kPlatformName) == name;
    });
    if (found == platforms.end())
        return tl::unexpected(fmt::format("there is no OpenCL platform {}\n", name));
    return *found;
}

tl::expected<void, std::string> describe_device(ClPlatform platform, OpenClDriver& driver) {
    if (const ClResult wrong = driver.clGetDeviceIDs(platform, kAllDevices, 1, &driver.device, nullptr);
        wrong != 0)
        return tl::unexpected(error_text("clGetDeviceIDs", wrong));
    const auto text = [&](ClUint what) { return text_about(driver.clGetDeviceInfo, driver.device, what); };
    driver.platform_version = text_about(driver.clGetPlatformInfo, platform, kPlatformVersion);
    driver.device_name = text(kDeviceName);
    driver.device_version = text(kDeviceVersion);
    driver.driver_version = text(kDriverVersion);
    driver.extensions = text(kDeviceExtensions);
    driver.has_c3 = driver.device_version.starts_with("OpenCL 3.");  // then it has OpenCL C 3.0
    ClBits config = 0;
    if (const ClResult wrong =
            driver.clGetDeviceInfo(driver.device, kSingleConfig, sizeof config, &config, nullptr);
        wrong != 0)
        return tl::unexpected(error_text("clGetDeviceInfo", wrong));
    driver.rounds_correctly = (config & kRoundsCorrectly) != 0;
    return {};
}

}  // namespace

std::string name_of(ClResult result) {
    const auto found = std::ranges::find(kResults, result, &std::pair<ClResult, std::string_view>::first);
    return found == std::end(kResults) ? fmt::format("error {}", result) : std::string(found->second);
}

std::string error_text(std::string_view function, ClResult result) {
    return fmt::format("{}: {}\n", function, name_of(result));
}

tl::expected<OpenClDriver, std::string> load_opencl(const std::string& implementation,
                                                    std::string_view platform) {
    // The loader reads it when it is first called. Two implementations in a process have two LLVMs.
    setenv("OCL_ICD_VENDORS", implementation.c_str(), 1);
    void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return tl::unexpected(std::string("libOpenCL.so.1 is not installed: install ocl-icd-libopencl1\n"));
    OpenClDriver driver{};
    if (auto found = find_opencl_functions(library, driver); !found) return tl::unexpected(found.error());
    const auto there = find_platform(driver, platform);
    if (!there) return tl::unexpected(there.error());
    if (auto found = describe_device(*there, driver); !found) return tl::unexpected(found.error());
    return driver;
}

}  // namespace musimd::portable
