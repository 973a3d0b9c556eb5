#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/device/device.hpp"
#include "simulator/codegen/translation.hpp"
#include "simulator/engine.hpp"

// The engine `cuda`: programs compiled for a device, one hardware warp per simulated warp. See
// docs/cuda-engine.md.

namespace musimd::gpu {

/// A program compiled for a device.
struct DeviceCode {
    codegen::Translation translation;
    std::shared_ptr<Module> module;  ///< the module that contains it
    std::string kernel;
    bool from_cache = false;
};

/// Compiles the programs as one unit. Otherwise returns an error message.
tl::expected<std::vector<DeviceCode>, std::string> compile(Device& device,
                                                           std::span<const Program* const> programs,
                                                           bool checks);

/// The initial state of a grid.
struct Input {
    std::vector<Preload> preloads;
    ThreadSet active;
};
Input input_of(const Program& program);

/// Statistics of a batch.
struct BatchReport {
    std::size_t by_device = 0;  ///< grids that ran on the device to their end
    std::uint64_t steps = 0;    ///< steps of these grids
    std::uint64_t launches = 0;
    double seconds = 0;  ///< total time of the launches
};

/// Steps per warp in the first launch; the following launches are scaled so that each takes a fraction of a
/// second.
inline constexpr std::uint64_t kFirstSlice = std::uint64_t{1} << 12;

/// Runs a compiled program on many inputs at once, each in a grid of its own: one result per input. The
/// fast engine takes over what the code does not handle: it continues from there or, with a grid, starts
/// again. `options.checks` must be what it was compiled with. Otherwise returns the device's error: out of
/// memory, or failed.
tl::expected<std::vector<Result>, std::string> run_batch(
    Device& device, const Program& program, const MachineOptions& options, const DeviceCode& code,
    std::span<const Input> inputs, BatchReport* report = nullptr, std::uint64_t slice = kFirstSlice);

/// The whole engine: compiles the program unless it is cached, and runs it. The fast engine executes observed
/// runs; programs with blocks or collectives are interpreted on the device. Throws Unavailable if there is no
/// device, and Unsupported for programs that no device runs.
Result run_cuda(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);
/// The same on the emulated device.
Result run_cuda_emulated(const Program& program, const MachineOptions& options = {},
                         Observer* observer = nullptr);

/// Compiles programs that the engine will soon run, together; programs for which that fails are compiled when
/// they are run. They replace those that were prepared before.
void prepare_cuda(std::span<const PlannedRun> runs);
void prepare_cuda_emulated(std::span<const PlannedRun> runs);

std::uint64_t estimated_bytes(const Program& program);

}  // namespace musimd::gpu
