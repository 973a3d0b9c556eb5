#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

// The interface to a device: the GPU of the CUDA driver, or the emulator, which runs the same source with
// 32 fibers for the threads of a hardware warp.

namespace musimd::gpu {

/// Device memory, freed with the object. Initially zero. On a device that has failed, writing and reading
/// throw Unavailable.
class DeviceMemory {
  public:
    virtual ~DeviceMemory() = default;
    virtual void* address() const = 0;  ///< as seen by device code
    virtual std::size_t size() const = 0;
    virtual void write(std::size_t offset, const void* from, std::size_t bytes) = 0;
    virtual void read(std::size_t offset, void* to, std::size_t bytes) const = 0;
};

/// A loaded unit of compiled code.
class Module {
  public:
    virtual ~Module() = default;

    /// Runs the kernel (MUSIMD_KERNEL) with one hardware warp for each of `warps`, and waits for all.
    /// `argument` is a device address. Otherwise returns an error message.
    virtual tl::expected<void, std::string> launch(const char* kernel, const void* argument,
                                                   unsigned warps) = 0;
};

struct Compilation {
    std::unique_ptr<Module> module;
    bool from_cache = false;
};

class Device {
  public:
    virtual ~Device() = default;
    virtual std::string name() const = 0;  ///< "NVIDIA H200", "emulator"

    /// The text at the start of each unit: warp_cuda.hpp or warp_emulated.hpp.
    virtual std::string prelude() const = 0;
    /// Compiles a unit, which includes prelude(), or returns the compiler's output. Thread-safe.
    virtual tl::expected<Compilation, std::string> compile(const std::string& source) = 0;
    /// Null if the device is out of memory.
    virtual std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) = 0;
    virtual std::size_t free_bytes() const = 0;
    virtual unsigned max_warps() const = 0;  ///< hardware warps that run at the same time; further ones wait
};

/// The first GPU of the driver; else why there is none: no driver, no device, one that is too old, or no
/// NVRTC. Returns the same object each time.
tl::expected<Device*, std::string> cuda_device();

/// Why there is no GPU, determined in a child process: a process that has called cuda_device() cannot use the
/// GPU in its child processes (fork); a process that calls this function can.
std::optional<std::string> why_no_cuda_device();
/// The same for engines that do not need NVRTC.
std::optional<std::string> why_no_cuda_driver();

/// A device emulated on the processor; its units are compiled by the C++ compiler.
Device& emulated_device();

/// The same, for programs that are run once: compiled without optimisation, which dominates the compile time,
/// and not cached.
Device& quick_emulated_device();

}  // namespace musimd::gpu
