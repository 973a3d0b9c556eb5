#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

// A device as the engines of this room use it: the GPU behind the CUDA driver, or the emulator, on which the
// same text runs with 32 fibers for the threads of a hardware warp.

namespace musimd::gpu {

/// Bytes of the device, given back with it. Zeros at first. On a device that has failed, writing and reading
/// throw Unavailable.
class DeviceMemory {
  public:
    virtual ~DeviceMemory() = default;
    virtual void* address() const = 0;  ///< as the device's code sees it
    virtual std::size_t size() const = 0;
    virtual void write(std::size_t offset, const void* from, std::size_t bytes) = 0;
    virtual void read(std::size_t offset, void* to, std::size_t bytes) const = 0;
};

/// A unit of compiled code, as long as it is loaded.
class Module {
  public:
    virtual ~Module() = default;

    /// Runs the kernel (MUSIMD_KERNEL) with one hardware warp for each of `warps`, and waits for all.
    /// `argument` is an address of the device. Else a sentence for people: what went wrong.
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

    /// The text that stands first in each unit: warp_cuda.hpp or warp_emulated.hpp.
    virtual std::string prelude() const = 0;
    /// A unit of text, prelude() included. Else what the compiler said. Several threads may compile at once.
    virtual tl::expected<Compilation, std::string> compile(const std::string& source) = 0;
    /// Null where the device has no room for it.
    virtual std::unique_ptr<DeviceMemory> allocate(std::size_t bytes) = 0;
    virtual std::size_t free_bytes() const = 0;
    virtual unsigned most_warps() const = 0;  ///< that run at the same time; more wait for them
};

/// The first GPU that the driver knows; else why there is none: no driver, no device, one that is too old, no
/// NVRTC. The same one each time it is asked for.
tl::expected<Device*, std::string> cuda_device();

/// Why there is no GPU, without touching it: it is asked for by another process. One that has called
/// cuda_device() has no use of it in its children (fork); one that asks here has.
std::optional<std::string> why_no_cuda_device();
/// The same for what needs no NVRTC.
std::optional<std::string> why_no_cuda_driver();

/// A device that the processor emulates, compiled by the C++ compiler that is there.
Device& emulated_device();

/// The same, for what is run once: compiled without optimisation, which takes the longest, and kept nowhere.
Device& quick_emulated_device();

}  // namespace musimd::gpu
