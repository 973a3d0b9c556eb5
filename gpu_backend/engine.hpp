#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/device.hpp"
#include "simulator/codegen/translation.hpp"
#include "simulator/engine.hpp"

// The engine `cuda`: programs compiled for a device, a hardware warp for each warp. docs/cuda-engine.md tells
// it.

namespace musimd::gpu {

/// A program's code for a device.
struct DeviceCode {
    codegen::Translation translation;
    std::shared_ptr<Module> module;  ///< where it is
    std::string kernel;
    bool from_cache = false;
};

/// The programs as one unit. Else a sentence for people, why there is none.
tl::expected<std::vector<DeviceCode>, std::string> compile(Device& device,
                                                           std::span<const Program* const> programs,
                                                           bool checks);

/// What a machine begins with.
struct Input {
    std::vector<Preload> preloads;
    ThreadSet active;
};
Input input_of(const Program& program);

/// What running many machines came to, beside their results.
struct BatchReport {
    std::size_t by_device = 0;  ///< machines that the device ran to their end by itself
    std::uint64_t steps = 0;    ///< of these
    std::uint64_t launches = 0;
    double seconds = 0;  ///< that launches took, all together
};

/// Steps of a warp in its first launch; the next ones are longer or shorter, so that each takes a part of a
/// second.
inline constexpr std::uint64_t kFirstSlice = std::uint64_t{1} << 12;

/// Runs a compiled program on many inputs at once, each on a machine of its own: a result for each. What the
/// code leaves to another engine the fast one does: it goes on where that stopped, or, in a grid, begins
/// again. `options.checks` must be what it was compiled with. Else what the device says: that it has no room,
/// or that it failed.
tl::expected<std::vector<Result>, std::string> run_batch(
    Device& device, const Program& program, const MachineOptions& options, const DeviceCode& code,
    std::span<const Input> inputs, BatchReport* report = nullptr, std::uint64_t slice = kFirstSlice);

/// The engine as a whole: compiles, unless that was done before, and runs. Observed runs are the fast
/// engine's. Throws Unavailable where there is no device, and Unsupported for programs that no device runs.
Result run_cuda(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);
/// The same on the emulated device.
Result run_cuda_emulated(const Program& program, const MachineOptions& options = {},
                         Observer* observer = nullptr);

/// Compiles programs that the engine will soon be given, together; what cannot be compiled so is compiled
/// when it is run. They replace those that were prepared before.
void prepare_cuda(std::span<const PlannedRun> runs);
void prepare_cuda_emulated(std::span<const PlannedRun> runs);

std::uint64_t estimated_bytes(const Program& program);

}  // namespace musimd::gpu
