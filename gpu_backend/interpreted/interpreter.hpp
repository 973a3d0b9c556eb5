#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/device/device.hpp"
#include "gpu_backend/interpreted/prelude/interpreter_state.hpp"
#include "simulator/engine.hpp"

// Programs interpreted on a device by one kernel that is compiled once: one hardware warp per program,
// thousands in one launch. See docs/device-interpreter.md.

namespace musimd::gpu {

/// The source of the interpreter for a device, to follow the device's prelude.
std::string interpreter_source(const std::string& prelude);

/// The same kernel built into musimd, for emulated_device(): nothing is compiled, and sanitizers cover
/// it.
std::unique_ptr<Module> built_in_interpreter();

/// The outcome of a run.
struct Interpreted {
    Result result;
    /// why the fast engine had to continue or restart it; `none` if the device ran all of it
    interpreter::Reason reason = interpreter::Reason::none;
    bool by_device = true;           ///< ran entirely on the device
    std::uint64_t device_steps = 0;  ///< steps on the device that were not repeated elsewhere
};

/// Steps per machine in the first launch. The following launches are scaled so that each takes a fraction of
/// a second, after which the host checks the machines.
inline constexpr std::uint64_t kInterpretedSlice = std::uint64_t{1} << 13;

/// Runs all programs: one result each. The fast engine takes over what the interpreter does not handle: it
/// continues from there or, with a grid, with races between threads or with what section 11 of the semantics
/// defines, starts again. Otherwise returns the
/// device's error.
tl::expected<std::vector<Interpreted>, std::string> run_interpreted(Device& device, Module& interpreter,
                                                                    std::span<const PlannedRun> runs,
                                                                    std::uint64_t slice = kInterpretedSlice);

/// The engines: on the first GPU, and on the emulated device. The fast engine executes observed runs. Throw
/// Unavailable with the reason.
Result run_cuda_interp(const Program& program, const MachineOptions& options = {},
                       Observer* observer = nullptr);
Result run_cuda_interp_emulated(const Program& program, const MachineOptions& options = {},
                                Observer* observer = nullptr);

/// Runs all programs at once and stores the results for the engine. They replace those stored before.
void prepare_cuda_interp(std::span<const PlannedRun> runs);
void prepare_cuda_interp_emulated(std::span<const PlannedRun> runs);

std::uint64_t estimated_interpreter_bytes(const Program& program);

}  // namespace musimd::gpu
