// libcuda.so.1 of software CUDA: the driver's functions that gpu_backend/cuda_driver.hpp lists and `musimd
// doctor` asks, for one device, the process of device.cpp. $SOFTWARE_CUDA says what goes wrong
// (settings.hpp).
//
// Calls are checked as far as a driver checks them: a context must be current, handles must be those that
// were given, copies must lie within one allocation. As with a driver, launches do not wait for their end,
// but what reads or writes the device's memory does; after a failed launch nothing works any more; and a
// process that was forked after cuInit can do nothing.

#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "gpu_backend/cuda_driver.hpp"
#include "tests/software_cuda/settings.hpp"
#include "tests/software_cuda/wire.hpp"

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

constexpr std::uint64_t rounded(std::uint64_t bytes) {
    return (bytes + kPage - 1) / kPage * kPage;
}

/// The device's process, and its memory as a file.
class Process {
  public:
    /// Null where it cannot be had.
    static std::unique_ptr<Process> begin() {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
        const int memory = memfd_create("software-cuda", MFD_CLOEXEC);
        if (memory < 0 || ftruncate(memory, static_cast<off_t>(kMemoryBytes)) != 0) return nullptr;
        // Out of the way of the numbers that the device's process knows them by.
        const int socket = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
        const int file = fcntl(memory, F_DUPFD_CLOEXEC, 10);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, socket, kSocket);
        posix_spawn_file_actions_adddup2(&actions, file, kMemoryFile);
        char program[] = SOFTWARE_CUDA_DEVICE;
        char* const arguments[] = {program, nullptr};
        pid_t child = 0;
        const int wrong = posix_spawn(&child, program, &actions, nullptr, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
        for (const int used : {socket, file, ends[1]}) close(used);
        return wrong == 0 ? std::unique_ptr<Process>(new Process(ends[0], memory)) : nullptr;
    }

    int memory() const { return memory_; }
    bool idle() const { return unanswered_ == 0; }

    /// False where the device has ended.
    bool send(const Request& request) {
        if (::send(socket_, &request, sizeof request, MSG_NOSIGNAL) < 0) return false;
        ++unanswered_;
        return true;
    }
    /// The next answer, if it waits for it or has it already.
    CUresult receive(Answer& answer, bool wait) {
        pollfd ready{socket_, POLLIN, 0};
        if (!wait && poll(&ready, 1, 0) == 0) return kNotReady;
        if (recv(socket_, &answer, sizeof answer, 0) != static_cast<ssize_t>(sizeof answer))
            return kLaunchFailed;
        --unanswered_;
        return kSuccess;
    }

  private:
    Process(int socket, int memory) : socket_(socket), memory_(memory) {}

    int socket_;
    int memory_;
    int unanswered_ = 0;
};

/// What the driver knows. There is one context, the device's primary one.
class Driver {
  public:
    CUresult begin() {
        if (asked_.no_device) return kNoDevice;
        begun_by_ = getpid();
        return kSuccess;
    }
    bool has_begun() const { return begun_by_ == getpid(); }
    const Settings& asked() const { return asked_; }

    CUresult retain(CUcontext* context) {
        if (process_ == nullptr) process_ = Process::begin();
        if (process_ == nullptr) return kOutOfMemory;
        *context = reinterpret_cast<CUcontext>(this);
        return kSuccess;
    }
    bool is_context(CUcontext context) { return reinterpret_cast<CUcontext>(this) == context; }

    /// Sends, waits, and gives the error; after a failure, that failure.
    CUresult ask(const Request& request, Answer& answer) {
        if (const CUresult wrong = finish(true); wrong != kSuccess) return wrong;
        if (!process_->send(request)) return failed_ = kLaunchFailed;
        if (const CUresult wrong = process_->receive(answer, true); wrong != kSuccess) return failed_ = wrong;
        return answer.error;
    }
    CUresult launch(Request request) {
        if (failed_ != kSuccess) return failed_;
        if (asked_.endless) request.wish = Wish::spin;
        if (asked_.bad_launch) request.address = 0;
        return process_->send(request) ? kSuccess : failed_ = kLaunchFailed;
    }
    /// Takes the answers to launches; kNotReady if it need not wait and they are not there.
    CUresult finish(bool wait) {
        while (failed_ == kSuccess && !process_->idle()) {
            Answer answer;
            const CUresult got = process_->receive(answer, wait);
            if (got == kNotReady) return kNotReady;
            if (got != kSuccess) failed_ = got;
        }
        return failed_;
    }

    CUresult allocate(CUdeviceptr* to, std::uint64_t bytes) {
        if (bytes == 0) return kInvalidValue;
        const std::uint64_t whole = rounded(bytes);
        if (whole > asked_.memory - used_) return kOutOfMemory;
        std::uint64_t at = kMemory;
        for (const auto& [address, size] : allocations_) {
            if (at + whole + kPage <= address) break;
            at = address + rounded(size) + kPage;  // a page that is nobody's lies between two
        }
        if (at + whole > kMemory + kMemoryBytes) return kOutOfMemory;
        Request request{Wish::map};
        request.address = at;
        request.bytes = whole;
        Answer answer;
        if (const CUresult wrong = ask(request, answer); wrong != kSuccess) return wrong;
        fill(at, 0xA5, std::min<std::uint64_t>(bytes, kPage));  // nobody may count on zeros
        allocations_[at] = bytes;
        used_ += whole;
        *to = at;
        return kSuccess;
    }
    CUresult free(CUdeviceptr memory) {
        const auto found = allocations_.find(memory);
        if (found == allocations_.end()) return kInvalidValue;
        const std::uint64_t whole = rounded(found->second);
        Request request{Wish::unmap};
        request.address = memory;
        request.bytes = whole;
        Answer answer;
        if (const CUresult wrong = ask(request, answer); wrong != kSuccess) return wrong;
        forget(memory, whole);
        used_ -= whole;
        allocations_.erase(found);
        return kSuccess;
    }
    /// Whether all of it lies in one allocation.
    bool has(CUdeviceptr from, std::uint64_t bytes) const {
        auto after = allocations_.upper_bound(from);
        if (after == allocations_.begin()) return false;
        const auto& [address, size] = *--after;
        return from - address <= size && bytes <= size - (from - address);
    }
    CUresult clear(CUdeviceptr memory, unsigned char value, std::uint64_t bytes) {
        if (value == 0 && memory % kPage == 0) {  // no page is made of them
            forget(memory, bytes / kPage * kPage);
            fill(memory + bytes / kPage * kPage, 0, bytes % kPage);
        } else {
            fill(memory, value, bytes);
        }
        return kSuccess;
    }
    CUresult write(CUdeviceptr to, const void* from, std::size_t bytes) const {
        const auto* next = static_cast<const char*>(from);
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t count = pwrite(process_->memory(), next + done, bytes - done, place(to + done));
            if (count <= 0) return kInvalidValue;
            done += static_cast<std::size_t>(count);
        }
        return kSuccess;
    }
    CUresult read(void* to, CUdeviceptr from, std::size_t bytes) const {
        auto* next = static_cast<char*>(to);
        for (std::size_t done = 0; done < bytes;) {
            const ssize_t count = pread(process_->memory(), next + done, bytes - done, place(from + done));
            if (count <= 0) return kInvalidValue;
            done += static_cast<std::size_t>(count);
        }
        return kSuccess;
    }
    std::uint64_t free_bytes() const { return asked_.memory - used_; }

    std::mutex mutex;
    std::set<std::uint64_t> modules;  ///< their numbers
    std::set<std::uint64_t> kernels;  ///< their addresses in the device's process
    std::map<CUevent, bool> events;   ///< whether it was recorded
    std::uint64_t last_event = 0;

  private:
    static off_t place(std::uint64_t address) { return static_cast<off_t>(address - kMemory); }
    void fill(std::uint64_t from, unsigned char value, std::uint64_t bytes) const {
        const std::string some(bytes, static_cast<char>(value));
        write(from, some.data(), some.size());
    }
    // As zeros, which take no memory.
    void forget(std::uint64_t from, std::uint64_t bytes) const {
        if (bytes == 0) return;
        fallocate(process_->memory(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, place(from),
                  static_cast<off_t>(bytes));
    }

    const Settings asked_ = settings();
    std::unique_ptr<Process> process_;
    pid_t begun_by_ = 0;
    CUresult failed_ = kSuccess;
    std::uint64_t used_ = 0;
    std::map<std::uint64_t, std::uint64_t> allocations_;
};

Driver& driver() {
    static Driver& only = *new Driver;  // the device must not end before what is freed last
    return only;
}

thread_local bool is_current = false;  ///< the context

/// What stands before a call's own work: it is the only one, a context is current, and the device works.
class Call {
  public:
    Call() : lock_(driver().mutex) {}
    CUresult wrong() const {
        if (!driver().has_begun() || !is_current) return kInvalidContext;
        return kSuccess;
    }

  private:
    std::lock_guard<std::mutex> lock_;
};

#define MUSIMD_BEGIN_CALL() \
    const Call call;        \
    if (call.wrong() != kSuccess) return call.wrong()

/// Of an image, which is a shared object.
std::uint64_t size_of(const void* image) {
    Elf64_Ehdr header;
    std::memcpy(&header, image, sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return 0;
    return header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
}

/// A file with these bytes, gone with the value.
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
    const int capability = driver().asked().capability;
    const std::map<int, int> values = {
        {75, capability / 10}, {76, capability % 10}, {16, 2}, {39, 2048}};  // as cuda.h numbers them
    const auto found = values.find(attribute);
    if (found == values.end()) return kInvalidValue;
    *value = found->second;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice) {
    *bytes = driver().asked().memory;
    return kSuccess;
}
MUSIMD_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
    const std::lock_guard lock(driver().mutex);
    return driver().has_begun() ? driver().retain(context) : CUresult{kInvalidContext};
}
MUSIMD_EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
    if (!driver().is_context(context) || !driver().has_begun()) return kInvalidContext;
    is_current = true;
    return kSuccess;
}

// ---- memory

MUSIMD_EXPORT CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    MUSIMD_BEGIN_CALL();
    *free = driver().free_bytes();
    *total = driver().asked().memory;
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
    if (driver().asked().bad_module) return kNoBinaryForGpu;
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
