// PoCL and Oclgrind: OpenCL C on a processor.

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "gpu_backend/portable/found.hpp"
#include "gpu_backend/portable/opencl_driver.hpp"

namespace musimd::portable {
namespace {

// From CL/cl.h.
constexpr ClBits kReadWriteCopied = (1 << 0) | (1 << 5);
constexpr ClUint kBuildLog = 0x1183;

/// Where an implementation is, as the loader wants it.
struct Implementation {
    std::string_view name;
    std::string_view platform;
    std::array<std::string_view, 2> files;
    std::string_view package;
};

constexpr Implementation kImplementations[] = {
    {"pocl", "Portable Computing Language", {"/etc/OpenCL/vendors/pocl.icd", ""}, "pocl-opencl-icd"},
    {"oclgrind",
     "Oclgrind",
     {"/usr/lib/oclgrind/liboclgrind-rt-icd.so", "/usr/lib/x86_64-linux-gnu/oclgrind/liboclgrind-rt-icd.so"},
     "oclgrind"},
};

tl::expected<void, std::string> checked(std::string_view function, ClResult result) {
    if (result != 0) return tl::unexpected(error_text(function, result));
    return {};
}

/// A handle of OpenCL that is released.
template <typename Handle>
class Owned {
  public:
    Owned(Handle handle, ClResult (*release)(Handle)) : handle_(handle), release_(release) {}
    Owned(Owned&& other) noexcept
        : handle_(std::exchange(other.handle_, nullptr)), release_(other.release_) {}
    Owned& operator=(Owned&&) = delete;
    ~Owned() {
        if (handle_ != nullptr) release_(handle_);
    }
    Handle get() const { return handle_; }

  private:
    Handle handle_;
    ClResult (*release_)(Handle);
};

struct OpenClDevice {
    OpenClDriver driver;
    ClContext context = nullptr;
    ClQueue queue = nullptr;
};

class OpenClUnit final : public Unit {
  public:
    OpenClUnit(const OpenClDevice& device, Owned<ClProgram> program)
        : device_(device), program_(std::move(program)) {}

    tl::expected<void, std::string> run(const std::string& name, Launch& launch) override {
        const OpenClDriver& cl = device_.driver;
        ClResult result = 0;
        const Owned<ClKernel> kernel(cl.clCreateKernel(program_.get(), name.c_str(), &result),
                                     cl.clReleaseKernel);
        if (result != 0) return checked("clCreateKernel", result);
        std::vector<Owned<ClMemory>> memories;
        return set_arguments(kernel.get(), launch, memories)
            .and_then([&] { return enqueue(kernel.get(), launch); })
            .and_then([&] { return read_back(launch, memories); });
    }

  private:
    tl::expected<void, std::string> set_arguments(ClKernel kernel, Launch& launch,
                                                  std::vector<Owned<ClMemory>>& memories) const {
        const OpenClDriver& cl = device_.driver;
        ClUint index = 0;
        ClResult result = 0;
        for (auto& buffer : launch.buffers) {
            const ClMemory memory =
                cl.clCreateBuffer(device_.context, kReadWriteCopied, buffer.size(), buffer.data(), &result);
            if (result != 0) return checked("clCreateBuffer", result);
            memories.emplace_back(memory, cl.clReleaseMemObject);
            if (result = cl.clSetKernelArg(kernel, index++, sizeof memory, &memory); result != 0)
                return checked("clSetKernelArg", result);
        }
        for (const std::size_t bytes : launch.local_bytes) {
            if (result = cl.clSetKernelArg(kernel, index++, bytes, nullptr); result != 0)
                return checked("clSetKernelArg", result);
        }
        for (const std::int32_t number : launch.numbers) {
            if (result = cl.clSetKernelArg(kernel, index++, sizeof number, &number); result != 0)
                return checked("clSetKernelArg", result);
        }
        return {};
    }

    tl::expected<void, std::string> enqueue(ClKernel kernel, const Launch& launch) const {
        const OpenClDriver& cl = device_.driver;
        std::array<std::size_t, 3> all{};
        std::array<std::size_t, 3> group{};
        for (std::size_t i = 0; i < 3; ++i) {
            group[i] = launch.threads[i];
            all[i] = group[i] * launch.groups[i];
        }
        if (const ClResult result = cl.clEnqueueNDRangeKernel(device_.queue, kernel, 3, nullptr, all.data(),
                                                              group.data(), 0, nullptr, nullptr);
            result != 0)
            return checked("clEnqueueNDRangeKernel", result);
        return checked("clFinish", cl.clFinish(device_.queue));
    }

    tl::expected<void, std::string> read_back(Launch& launch,
                                              const std::vector<Owned<ClMemory>>& memories) const {
        for (std::size_t i = 0; i < memories.size(); ++i) {
            auto& to = launch.buffers[i];
            const ClResult result = device_.driver.clEnqueueReadBuffer(
                device_.queue, memories[i].get(), 1, 0, to.size(), to.data(), 0, nullptr, nullptr);
            if (result != 0) return checked("clEnqueueReadBuffer", result);
        }
        return {};
    }

    const OpenClDevice& device_;
    Owned<ClProgram> program_;
};

class OpenClBackend final : public Backend {
  public:
    OpenClBackend(std::string_view name, OpenClDevice device) : name_(name), device_(std::move(device)) {}

    std::string name() const override { return name_; }
    std::string version() const override {
        return fmt::format("{}, {} on {}", device_.driver.platform_version, device_.driver.driver_version,
                           device_.driver.device_name);
    }
    std::uint32_t subgroup_size() const override { return 0; }  // no version of the two has sub-groups of 32

    tl::expected<std::unique_ptr<Unit>, std::string> compile(const std::string& source) override {
        const OpenClDriver& cl = device_.driver;
        const char* text = source.c_str();
        const std::size_t length = source.size();
        ClResult result = 0;
        Owned<ClProgram> program(cl.clCreateProgramWithSource(device_.context, 1, &text, &length, &result),
                                 cl.clReleaseProgram);
        if (result != 0) return tl::unexpected(error_text("clCreateProgramWithSource", result));
        result = cl.clBuildProgram(program.get(), 1, &cl.device, options().c_str(), nullptr, nullptr);
        if (result != 0)
            return tl::unexpected(error_text("clBuildProgram", result) + build_log(program.get()));
        return std::make_unique<OpenClUnit>(device_, std::move(program));
    }

  private:
    std::string options() const {
        return fmt::format("-w -cl-std={}{}", device_.driver.has_c3 ? "CL3.0" : "CL1.2",
                           device_.driver.rounds_correctly ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
    }

    std::string build_log(ClProgram program) const {
        const OpenClDriver& cl = device_.driver;
        std::size_t size = 0;
        if (cl.clGetProgramBuildInfo(program, cl.device, kBuildLog, 0, nullptr, &size) != 0) return {};
        std::string log(size, '\0');
        if (cl.clGetProgramBuildInfo(program, cl.device, kBuildLog, size, log.data(), nullptr) != 0)
            return {};
        return log.substr(0, log.find('\0'));
    }

    std::string name_;
    OpenClDevice device_;
};

tl::expected<std::unique_ptr<Backend>, std::string> load_backend(const Implementation& implementation) {
    std::string file;
    for (const std::string_view candidate : implementation.files)
        if (file.empty() && std::filesystem::exists(candidate)) file = candidate;
    if (file.empty())
        return tl::unexpected(
            fmt::format("{} is not installed: install {}\n", implementation.name, implementation.package));
    setenv("POCL_KERNEL_CACHE", "0", 0);  // each kernel is compiled once; the files would stay
    auto driver = load_opencl(file, implementation.platform);
    if (!driver) return tl::unexpected(driver.error());
    OpenClDevice device{std::move(*driver)};
    const OpenClDriver& cl = device.driver;
    ClResult result = 0;
    device.context = cl.clCreateContext(nullptr, 1, &cl.device, nullptr, nullptr, &result);
    if (result != 0) return tl::unexpected(error_text("clCreateContext", result));
    device.queue = cl.clCreateCommandQueue(device.context, cl.device, 0, &result);
    if (result != 0) return tl::unexpected(error_text("clCreateCommandQueue", result));
    return std::make_unique<OpenClBackend>(implementation.name, std::move(device));
}

}  // namespace

Found find_opencl(std::string_view name) {
    // The loader finds the implementation of its first call only.
    static const std::string first(name);
    static const auto only = [&]() -> tl::expected<std::unique_ptr<Backend>, std::string> {
        for (const Implementation& implementation : kImplementations)
            if (implementation.name == name) return load_backend(implementation);
        return tl::unexpected(fmt::format("there is no OpenCL implementation {}\n", name));
    }();
    if (first != name) return tl::unexpected(fmt::format("this process has loaded {} already\n", first));
    if (!only) return tl::unexpected(only.error());
    return only->get();
}

}  // namespace musimd::portable
