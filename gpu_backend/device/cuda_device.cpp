#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <thread>

#include "gpu_backend/device/cuda_driver.hpp"
#include "gpu_backend/device/device.hpp"
#include "gpu_backend/device/nvrtc.hpp"
#include "gpu_backend/texts.hpp"
#include "simulator/engine.hpp"
#include "simulator/time_limit.hpp"

namespace musimd::gpu {
namespace {

using Clock = std::chrono::steady_clock;

// From cuda.h.
constexpr CUresult kNotReady = 600;
constexpr unsigned kDisableTiming = 2;
constexpr int kMultiprocessors = 16;
constexpr int kThreadsOfMultiprocessor = 39;

constexpr unsigned kWarpsOfBlock = 4;

/// $MUSIMD_CUDA_TIMEOUT. A launch that takes longer is abandoned, together with the device; engines make each
/// launch take less than a second. A driver that takes longer to answer a child process counts as missing.
constexpr const char* kTimeLimit = "MUSIMD_CUDA_TIMEOUT";
constexpr auto kDefaultLaunchLimit = std::chrono::minutes(5);
constexpr auto kDefaultProbeLimit = std::chrono::minutes(1);

/// The context of the device, and whether it has failed: an error in a kernel destroys it, for the whole
/// process.
class Context {
  public:
    Context(const CudaDriver& driver, std::chrono::seconds longest)
        : driver_(driver), longest_launch_(longest) {}

    const CudaDriver& driver() const { return driver_; }
    std::chrono::seconds longest_launch() const { return longest_launch_; }
    tl::expected<void, std::string> begin() {
        if (const CUresult wrong = driver_.cuDevicePrimaryCtxRetain(&context_, driver_.device); wrong != 0)
            return tl::unexpected(
                fmt::format("{} cannot be used: {}\n", driver_.name, driver_.error_text(wrong)));
        return {};
    }

    /// Makes the context current for the calling thread. Returns false if it has failed.
    bool enter() const {
        const std::scoped_lock lock(mutex_);
        return failure_.empty() && driver_.cuCtxSetCurrent(context_) == 0;
    }
    /// Records that the device is unusable from now on.
    void fail(std::string why) {
        const std::scoped_lock lock(mutex_);
        if (failure_.empty()) failure_ = std::move(why);
    }
    std::string failure() const {
        const std::scoped_lock lock(mutex_);
        return failure_.empty() ? fmt::format("{} does not answer\n", driver_.name) : failure_;
    }

    /// Checks the result of a call that cannot fail on a working device. Throws Unavailable.
    void expect(CUresult result, std::string_view what) {
        if (result == 0) return;
        fail(fmt::format("{}: {}: {}\n", driver_.name, what, driver_.error_text(result)));
        throw Unavailable(failure());
    }

  private:
    const CudaDriver& driver_;
    std::chrono::seconds longest_launch_;
    CUcontext context_ = nullptr;
    mutable std::mutex mutex_;  ///< guards the members below
    std::string failure_;
};

class CudaMemory : public DeviceMemory {
  public:
    CudaMemory(Context& context, CUdeviceptr memory, std::size_t bytes)
        : context_(context), memory_(memory), bytes_(bytes) {}
    ~CudaMemory() override {
        // After a failure, the driver may wait for a kernel that does not terminate.
        if (context_.enter()) context_.driver().cuMemFree(memory_);
    }
    void* address() const override { return std::bit_cast<void*>(memory_); }
    std::size_t size() const override { return bytes_; }
    void write(std::size_t offset, const void* from, std::size_t bytes) override {
        if (bytes == 0) return;
        if (!context_.enter()) throw Unavailable(context_.failure());
        context_.expect(context_.driver().cuMemcpyHtoD(memory_ + offset, from, bytes),
                        "a copy to the device");
    }
    void read(std::size_t offset, void* to, std::size_t bytes) const override {
        if (bytes == 0) return;
        if (!context_.enter()) throw Unavailable(context_.failure());
        context_.expect(context_.driver().cuMemcpyDtoH(to, memory_ + offset, bytes),
                        "a copy from the device");
    }

  private:
    Context& context_;
    CUdeviceptr memory_;
    std::size_t bytes_;
};

class CudaModule : public Module {
  public:
    CudaModule(Context& context, CUmodule module) : context_(context), module_(module) {}
    ~CudaModule() override {
        if (context_.enter()) context_.driver().cuModuleUnload(module_);
    }

    tl::expected<void, std::string> launch(const char* name, const void* argument, unsigned warps) override {
        if (!context_.enter()) return tl::unexpected(context_.failure());
        const CudaDriver& driver = context_.driver();
        CUfunction kernel = nullptr;
        if (const CUresult wrong = driver.cuModuleGetFunction(&kernel, module_, name); wrong != 0)
            return tl::unexpected(
                fmt::format("no kernel '{}' in the unit: {}\n", name, driver.error_text(wrong)));
        void* arguments[] = {&argument, &warps};
        const unsigned blocks = (warps + kWarpsOfBlock - 1) / kWarpsOfBlock;
        CUresult wrong = driver.cuLaunchKernel(kernel, blocks, 1, 1, 32 * kWarpsOfBlock, 1, 1, 0, nullptr,
                                               arguments, nullptr);
        if (wrong == 0) wrong = wait();
        if (wrong == 0) return {};
        if (wrong == kNotReady) {
            context_.fail(fmt::format("{}: a launch did not end within {} s; the device is abandoned\n",
                                      driver.name, context_.longest_launch().count()));
        } else {
            context_.fail(fmt::format("{}: a launch failed: {}\n", driver.name, driver.error_text(wrong)));
        }
        return tl::unexpected(context_.failure());
    }

  private:
    // Waits until the device is done; returns kNotReady if it takes too long.
    CUresult wait() {
        const CudaDriver& driver = context_.driver();
        CUevent done = nullptr;
        if (const CUresult wrong = driver.cuEventCreate(&done, kDisableTiming); wrong != 0) return wrong;
        CUresult state = driver.cuEventRecord(done, nullptr);
        const auto begin = std::chrono::steady_clock::now();
        while (state == 0) {
            state = driver.cuEventQuery(done);
            if (state != kNotReady) break;
            const auto waited = std::chrono::steady_clock::now() - begin;
            if (waited > context_.longest_launch()) return kNotReady;
            if (waited > std::chrono::milliseconds(1)) std::this_thread::sleep_for(waited / 64);
            state = 0;
        }
        driver.cuEventDestroy(done);
        return state;
    }

    Context& context_;
    CUmodule module_;
};

class CudaDevice : public Device {
  public:
    CudaDevice(const CudaDriver& driver, std::chrono::seconds longest_launch, const Nvrtc& nvrtc,
               std::string target)
        : context_(driver, longest_launch), nvrtc_(nvrtc), target_(std::move(target)) {}
    tl::expected<void, std::string> begin() { return context_.begin(); }

    std::string name() const override { return context_.driver().name; }
    std::string prelude() const override {
        return codegen::pasted(texts(), "gpu_backend/device/prelude/warp_cuda.hpp");
    }

    tl::expected<Compilation, std::string> compile(const std::string& source) override {
        auto binary = nvrtc_.compile(source, target_);
        if (!binary) return tl::unexpected(binary.error());
        if (!context_.enter()) return tl::unexpected(context_.failure());
        const CudaDriver& driver = context_.driver();
        binary->bytes += '\0';  // PTX is null-terminated
        CUmodule module = nullptr;
        if (const CUresult wrong = driver.cuModuleLoadData(&module, binary->bytes.data()); wrong != 0) {
            return tl::unexpected(
                fmt::format("{} cannot load the output of NVRTC {}.{} ({}; the driver supports CUDA {}.{})\n",
                            driver.name, nvrtc_.major(), nvrtc_.minor(), driver.error_text(wrong),
                            driver.version / 1000, driver.version / 10 % 100));
        }
        return Compilation{std::make_unique<CudaModule>(context_, module), binary->from_cache};
    }

    std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) override {
        if (!context_.enter()) throw Unavailable(context_.failure());
        CUdeviceptr memory = 0;
        if (context_.driver().cuMemAlloc(&memory, bytes == 0 ? 1 : bytes) != 0) return nullptr;
        auto result = std::make_unique<CudaMemory>(context_, memory, bytes);
        if (bytes != 0) context_.expect(context_.driver().cuMemsetD8(memory, 0, bytes), "clearing memory");
        return result;
    }
    std::size_t free_bytes() const override {
        std::size_t free = 0;
        std::size_t total = 0;
        return context_.enter() && context_.driver().cuMemGetInfo(&free, &total) == 0 ? free : 0;
    }
    unsigned max_warps() const override {
        const CudaDriver& driver = context_.driver();
        return static_cast<unsigned>(driver.attribute(kMultiprocessors) *
                                     driver.attribute(kThreadsOfMultiprocessor) / 32);
    }

  private:
    Context context_;
    const Nvrtc& nvrtc_;
    std::string target_;
};

// What is required, except a context.
tl::expected<std::string, std::string> find_target() {
    const auto driver = cuda_driver();
    if (!driver) return tl::unexpected(driver.error());
    const auto nvrtc = Nvrtc::find();
    if (!nvrtc) return tl::unexpected(nvrtc.error());
    std::string target = (*nvrtc)->target((*driver)->major, (*driver)->minor);
    if (target.empty()) {
        return tl::unexpected(fmt::format("{} is too old for NVRTC {}.{}: its compute capability is {}.{}\n",
                                          (*driver)->name, (*nvrtc)->major(), (*nvrtc)->minor(),
                                          (*driver)->major, (*driver)->minor));
    }
    return target;
}

// Never destroyed: the driver may be unloaded before static objects are.
tl::expected<Device*, std::string> make_device() {
    const auto target = find_target();
    if (!target) return tl::unexpected(target.error());
    const auto longest = time_limit(kTimeLimit, kDefaultLaunchLimit);
    if (!longest) return tl::unexpected(longest.error());
    auto device = std::make_unique<CudaDevice>(**cuda_driver(), *longest, **Nvrtc::find(), *target);
    if (auto begun = device->begin(); !begun) return tl::unexpected(begun.error());
    return device.release();
}

/// A child process that runs a probe, and the reading end of the pipe to which it writes an error message.
class Probe {
  public:
    explicit Probe(tl::expected<std::string, std::string> (*find)()) {
        int ends[2];
        if (pipe(ends) != 0) return;
        from_ = ends[0];
        child_ = fork();
        if (child_ == 0) {
            const auto found = find();
            const std::string wrong = found ? "" : found.error();
            const ssize_t written = write(ends[1], wrong.data(), wrong.size());
            _exit(found && written == 0 ? 0 : 1);
        }
        close(ends[1]);
    }
    ~Probe() {
        if (from_ >= 0) close(from_);
    }
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    bool started() const { return child_ > 0; }
    /// What it writes until it closes its pipe; nothing if it has not done so in time.
    std::optional<std::string> read_error(Clock::time_point end) const {
        std::string text;
        char buffer[512];
        for (ssize_t count = 1; count > 0;) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
            pollfd waiting{from_, POLLIN, 0};
            if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) == 0) return std::nullopt;
            count = read(from_, buffer, sizeof buffer);
            if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
        }
        return text;
    }
    /// Ends the child. It exits with 0 if the probe succeeded. A child in a system call that does not return
    /// cannot be killed, and is abandoned.
    bool finish(bool answered) const {
        int status = 1;
        if (answered) return waitpid(child_, &status, 0) == child_ && status == 0;
        kill(child_, SIGKILL);
        for (int i = 0; i < 100 && waitpid(child_, &status, WNOHANG) == 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return false;
    }

  private:
    pid_t child_ = -1;
    int from_ = -1;
};

// Runs the probe in a child process and returns its error: a process that has used the driver cannot fork
// again.
std::optional<std::string> probe_in_child(tl::expected<std::string, std::string> (*find)()) {
    const auto limit = time_limit(kTimeLimit, kDefaultProbeLimit);
    if (!limit) return limit.error();
    const Probe probe(find);
    if (!probe.started()) return "cannot start a process to query the CUDA driver\n";
    const auto read_error = probe.read_error(Clock::now() + *limit);
    if (probe.finish(read_error.has_value())) return std::nullopt;
    if (!read_error) return fmt::format("the CUDA driver did not answer within {} s\n", limit->count());
    return read_error->empty() ? "the CUDA driver does not initialize\n" : *read_error;
}

}  // namespace

tl::expected<Device*, std::string> cuda_device() {
    static const tl::expected<Device*, std::string> only = make_device();
    return only;
}

std::optional<std::string> why_no_cuda_device() {
    return probe_in_child([] { return find_target(); });
}

std::optional<std::string> why_no_cuda_driver() {
    return probe_in_child([]() -> tl::expected<std::string, std::string> {
        const auto driver = cuda_driver();
        if (!driver) return tl::unexpected(driver.error());
        return (*driver)->name;
    });
}

}  // namespace musimd::gpu
