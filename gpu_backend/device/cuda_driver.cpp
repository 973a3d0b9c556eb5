#include "gpu_backend/device/cuda_driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace musimd::gpu {
namespace {

// From cuda.h.
constexpr CUresult kNoDevice = 100;
constexpr int kCapabilityMajor = 75;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int kCapabilityMinor = 76;

/// The first compute capability with independent thread scheduling, which the prelude's use of collective
/// functions needs.
constexpr int kOldestMajor = 7;

template <typename Function>
bool find_function(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

tl::expected<void, std::string> find_functions(void* library, CudaDriver& driver) {
#define MUSIMD_FIND(member, name)                     \
    if (!find_function(library, name, driver.member)) \
    return tl::unexpected(std::string("this CUDA driver is too old: it has no " name "\n"))
    MUSIMD_FIND(cuInit, "cuInit");
    MUSIMD_FIND(cuDriverGetVersion, "cuDriverGetVersion");
    MUSIMD_FIND(cuGetErrorName, "cuGetErrorName");
    MUSIMD_FIND(cuGetErrorString, "cuGetErrorString");
    MUSIMD_FIND(cuDeviceGetCount, "cuDeviceGetCount");
    MUSIMD_FIND(cuDeviceGet, "cuDeviceGet");
    MUSIMD_FIND(cuDeviceGetName, "cuDeviceGetName");
    MUSIMD_FIND(cuDeviceGetAttribute, "cuDeviceGetAttribute");
    MUSIMD_FIND(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
    MUSIMD_FIND(cuCtxSetCurrent, "cuCtxSetCurrent");
    MUSIMD_FIND(cuMemGetInfo, "cuMemGetInfo_v2");
    MUSIMD_FIND(cuMemAlloc, "cuMemAlloc_v2");
    MUSIMD_FIND(cuMemFree, "cuMemFree_v2");
    MUSIMD_FIND(cuMemsetD8, "cuMemsetD8_v2");
    MUSIMD_FIND(cuMemcpyHtoD, "cuMemcpyHtoD_v2");
    MUSIMD_FIND(cuMemcpyDtoH, "cuMemcpyDtoH_v2");
    MUSIMD_FIND(cuModuleLoadData, "cuModuleLoadData");
    MUSIMD_FIND(cuModuleUnload, "cuModuleUnload");
    MUSIMD_FIND(cuModuleGetFunction, "cuModuleGetFunction");
    MUSIMD_FIND(cuLaunchKernel, "cuLaunchKernel");
    MUSIMD_FIND(cuEventCreate, "cuEventCreate");
    MUSIMD_FIND(cuEventRecord, "cuEventRecord");
    MUSIMD_FIND(cuEventQuery, "cuEventQuery");
    MUSIMD_FIND(cuEventDestroy, "cuEventDestroy_v2");
#undef MUSIMD_FIND
    return {};
}

tl::expected<void, std::string> find_device(CudaDriver& driver) {
    if (const CUresult wrong = driver.cuInit(0); wrong != 0) {
        if (wrong == kNoDevice) return tl::unexpected(std::string("no CUDA device found\n"));
        return tl::unexpected(
            fmt::format("the CUDA driver does not initialize: {}\n", driver.error_text(wrong)));
    }
    int count = 0;
    if (driver.cuDeviceGetCount(&count) != 0 || count == 0 || driver.cuDeviceGet(&driver.device, 0) != 0)
        return tl::unexpected(std::string("no CUDA device found\n"));
    char name[256] = {};
    driver.cuDeviceGetName(name, sizeof name - 1, driver.device);
    driver.name = name;
    driver.major = driver.attribute(kCapabilityMajor);
    driver.minor = driver.attribute(kCapabilityMinor);
    driver.cuDriverGetVersion(&driver.version);
    if (driver.major < kOldestMajor) {
        return tl::unexpected(
            fmt::format("{} is too old: its compute capability is {}.{}, {}.0 is required\n", driver.name,
                        driver.major, driver.minor, kOldestMajor));
    }
    return {};
}

tl::expected<CudaDriver, std::string> load() {
    void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return tl::unexpected(std::string("no CUDA driver found (libcuda.so.1)\n"));
    CudaDriver driver{};
    if (auto found = find_functions(library, driver); !found) return tl::unexpected(found.error());
    if (auto found = find_device(driver); !found) return tl::unexpected(found.error());
    return driver;
}

}  // namespace

int CudaDriver::attribute(int number) const {
    int value = 0;
    return cuDeviceGetAttribute(&value, number, device) == 0 ? value : 0;
}

std::string CudaDriver::error_text(CUresult error) const {
    const char* text = nullptr;
    const char* error_name = nullptr;
    if (cuGetErrorString(error, &text) != 0 || cuGetErrorName(error, &error_name) != 0)
        return fmt::format("error {}", error);
    return fmt::format("{} ({})", text, error_name);
}

tl::expected<const CudaDriver*, std::string> cuda_driver() {
    static const tl::expected<CudaDriver, std::string> only = load();
    if (!only) return tl::unexpected(only.error());
    return &*only;
}

}  // namespace musimd::gpu
