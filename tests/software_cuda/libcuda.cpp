// libcuda.so.1 of software CUDA: the driver functions that gpu_backend/device/cuda_driver.hpp lists and
// `musimd doctor` uses, for one device, the process of device.cpp. $SOFTWARE_CUDA selects faults
// (settings.hpp).
//
// Calls are checked as a driver checks them: a context must be current, handles must be valid, copies must
// lie within one allocation. As with a driver, launches are asynchronous, but reading or writing the device's
// memory waits for them; after a failed launch every call fails; and a process that was forked after cuInit
// cannot use the device.

#include <elf.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <filesystem>

#include "tests/software_cuda/driver.hpp"
#include "tests/software_cuda/settings.hpp"

using musimd::gpu::CUcontext;
using musimd::gpu::CUdevice;
using musimd::gpu::CUdeviceptr;
using musimd::gpu::CUevent;
using musimd::gpu::CUfunction;
using musimd::gpu::CUmodule;
using musimd::gpu::CUresult;
using musimd::gpu::CUstream;

namespace musimd::software_cuda {
namespace {

Driver& driver() {
    static Driver& only = *new Driver;  // never destroyed: static objects may still free memory
    return only;
}

thread_local bool is_current = false;  ///< of the context

/// The checks of every call: the only driver, a current context, a working device.
class Call {
  public:
    Call() : lock_(driver().mutex) {}
    CUresult wrong() const {
        if (!driver().is_initialized() || !is_current) return kInvalidContext;
        return kSuccess;
    }

  private:
    std::lock_guard<std::mutex> lock_;
};

#define MUSIMD_BEGIN_CALL() \
    const Call call;        \
    if (call.wrong() != kSuccess) return call.wrong()

/// Loads an image, which is a shared object.
std::uint64_t size_of(const void* image) {
    Elf64_Ehdr header;
    std::memcpy(&header, image, sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return 0;
    return header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
}

/// A file with these bytes, deleted with the object.
class ImageFile {
  public:
    ImageFile(const void* image, std::uint64_t bytes)
        : path_((std::filesystem::temp_directory_path() / "software-cuda-XXXXXX").string()) {
        const int file = mkstemp(path_.data());
        good_ = file >= 0 && ::write(file, image, bytes) == static_cast<ssize_t>(bytes);
        if (file >= 0) close(file);
    }
    ~ImageFile() { unlink(path_.c_str()); }
    ImageFile(const ImageFile&) = delete;
    ImageFile& operator=(const ImageFile&) = delete;
    bool good() const { return good_; }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    bool good_ = false;
};

bool set_text(Request& request, const std::string& text) {
    if (text.size() >= sizeof request.text) return false;
    std::memcpy(request.text, text.c_str(), text.size() + 1);
    return true;
}

}  // namespace
}  // namespace musimd::software_cuda

using namespace musimd::software_cuda;

#define MUSIMD_EXPORT extern "C" __attribute__((visibility("default")))

// ---- the driver and its device

MUSIMD_EXPORT CUresult cuInit(unsigned flags) {
    while (read_settings().hangs) pause();
    return flags == 0 ? driver().begin() : CUresult{kInvalidValue};
}
MUSIMD_EXPORT CUresult cuDriverGetVersion(int* version) {
    *version = 12080;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuGetErrorName(CUresult error, const char** name) {
    const std::map<CUresult, const char*> names = {{kInvalidValue, "CUDA_ERROR_INVALID_VALUE"},
                                                   {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                   {kNoDevice, "CUDA_ERROR_NO_DEVICE"},
                                                   {kInvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
                                                   {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
                                                   {kNoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                                                   {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
                                                   {kNotFound, "CUDA_ERROR_NOT_FOUND"},
                                                   {kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"}};
    const auto found = names.find(error);
    if (found == names.end()) return kInvalidValue;
    *name = found->second;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuGetErrorString(CUresult error, const char** text) {
    if (const CUresult wrong = cuGetErrorName(error, text); wrong != kSuccess) return wrong;
    *text = "software CUDA reports an error";
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDeviceGetCount(int* count) {
    *count = 1;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    if (ordinal != 0) return kInvalidValue;
    *device = 0;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDeviceGetName(char* name, int length, CUdevice) {
    std::strncpy(name, "software device", static_cast<std::size_t>(length));
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDeviceGetAttribute(int* value, int attribute, CUdevice) {
    const int capability = driver().settings().capability;
    const std::map<int, int> values = {
        {75, capability / 10}, {76, capability % 10}, {16, 2}, {39, 2048}};  // numbers of cuda.h
    const auto found = values.find(attribute);
    if (found == values.end()) return kInvalidValue;
    *value = found->second;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice) {
    *bytes = driver().settings().memory;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
    const std::lock_guard lock(driver().mutex);
    return driver().is_initialized() ? driver().retain(context) : CUresult{kInvalidContext};
}
MUSIMD_EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
    if (!driver().is_context(context) || !driver().is_initialized()) return kInvalidContext;
    is_current = true;
    return kSuccess;
}

// ---- memory

MUSIMD_EXPORT CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    MUSIMD_BEGIN_CALL();
    *free = driver().free_bytes();
    *total = driver().settings().memory;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr* memory, std::size_t bytes) {
    MUSIMD_BEGIN_CALL();
    return driver().allocate(memory, bytes);
}
MUSIMD_EXPORT CUresult cuMemFree_v2(CUdeviceptr memory) {
    MUSIMD_BEGIN_CALL();
    return driver().free(memory);
}
MUSIMD_EXPORT CUresult cuMemsetD8_v2(CUdeviceptr memory, unsigned char value, std::size_t bytes) {
    MUSIMD_BEGIN_CALL();
    if (!driver().has(memory, bytes)) return kInvalidValue;
    if (const CUresult wrong = driver().finish(true); wrong != kSuccess) return wrong;
    return driver().clear(memory, value, bytes);
}
MUSIMD_EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t bytes) {
    MUSIMD_BEGIN_CALL();
    if (!driver().has(to, bytes)) return kInvalidValue;
    if (const CUresult wrong = driver().finish(true); wrong != kSuccess) return wrong;
    return driver().write(to, from, bytes);
}
MUSIMD_EXPORT CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t bytes) {
    MUSIMD_BEGIN_CALL();
    if (!driver().has(from, bytes)) return kInvalidValue;
    if (const CUresult wrong = driver().finish(true); wrong != kSuccess) return wrong;
    return driver().read(to, from, bytes);
}

// ---- modules

MUSIMD_EXPORT CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    MUSIMD_BEGIN_CALL();
    if (driver().settings().bad_module) return kNoBinaryForGpu;
    const std::uint64_t bytes = size_of(image);
    const ImageFile file(image, bytes);
    Request request{Wish::load};
    if (bytes == 0 || !file.good() || !set_text(request, file.path())) return kInvalidImage;
    Answer answer;
    if (const CUresult wrong = driver().ask(request, answer); wrong != kSuccess) return wrong;
    driver().modules.insert(answer.value);
    *module = std::bit_cast<CUmodule>(answer.value);
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuModuleUnload(CUmodule module) {
    MUSIMD_BEGIN_CALL();
    Request request{Wish::unload};
    request.value = reinterpret_cast<std::uint64_t>(module);
    if (driver().modules.erase(request.value) == 0) return kInvalidHandle;
    Answer answer;
    return driver().ask(request, answer);
}
MUSIMD_EXPORT CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    MUSIMD_BEGIN_CALL();
    Request request{Wish::find};
    request.value = reinterpret_cast<std::uint64_t>(module);
    if (!driver().modules.contains(request.value)) return kInvalidHandle;
    if (!set_text(request, name)) return kNotFound;
    Answer answer;
    if (const CUresult wrong = driver().ask(request, answer); wrong != kSuccess) return wrong;
    driver().kernels.insert(answer.address);
    *function = std::bit_cast<CUfunction>(answer.address);
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                      unsigned block_x, unsigned block_y, unsigned block_z,
                                      unsigned shared_bytes, CUstream stream, void** arguments,
                                      void** extra) {
    MUSIMD_BEGIN_CALL();
    Request request{Wish::launch};
    request.address = reinterpret_cast<std::uint64_t>(function);
    if (!driver().kernels.contains(request.address)) return kInvalidHandle;
    if (grid_x == 0 || grid_y != 1 || grid_z != 1 || block_x == 0 || block_x > 1024 || block_x % 32 != 0 ||
        block_y != 1 || block_z != 1 || shared_bytes != 0 || stream != nullptr || extra != nullptr)
        return kInvalidValue;
    std::memcpy(&request.argument, arguments[0], sizeof request.argument);
    std::memcpy(&request.warps, arguments[1], sizeof request.warps);
    request.blocks = grid_x;
    request.threads = block_x;
    return driver().launch(request);
}

// ---- events

MUSIMD_EXPORT CUresult cuEventCreate(CUevent* event, unsigned) {
    MUSIMD_BEGIN_CALL();
    *event = std::bit_cast<CUevent>(++driver().last_event);
    driver().events[*event] = false;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuEventRecord(CUevent event, CUstream) {
    MUSIMD_BEGIN_CALL();
    if (!driver().events.contains(event)) return kInvalidHandle;
    driver().events[event] = true;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuEventQuery(CUevent event) {
    MUSIMD_BEGIN_CALL();
    if (!driver().events.contains(event)) return kInvalidHandle;
    return driver().events[event] ? driver().finish(false) : CUresult{kSuccess};
}
MUSIMD_EXPORT CUresult cuEventDestroy_v2(CUevent event) {
    MUSIMD_BEGIN_CALL();
    return driver().events.erase(event) == 1 ? kSuccess : kInvalidHandle;
}
