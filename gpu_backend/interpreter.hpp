#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "gpu_backend/device.hpp"
#include "gpu_backend/prelude/interpreter_state.hpp"
#include "simulator/engine.hpp"

// Programs interpreted on a device, by one kernel that is compiled once: a hardware warp for each, thousands
// in one launch. docs/device-interpreter.md tells it.

namespace musimd::gpu {

/// The interpreter as a device compiles it, behind that device's prelude.
std::string interpreter_source(const std::string& prelude);

/// The same kernel as a part of this program, for emulated_device(): nothing is compiled, and sanitizers see
/// it.
std::unique_ptr<Module> built_in_interpreter();

/// What became of a run.
struct Interpreted {
    Result result;
    /// Why the fast engine had to go on with it, or to begin again; none if the device did all of it.
    interpreter::Reason reason = interpreter::Reason::none;
    bool by_device = true;           ///< all of it
    std::uint64_t device_steps = 0;  ///< those that the device did, and nobody again
};

/// Steps of each machine in the first launch. The next ones are longer or shorter: each takes a part of a
/// second, behind which the host looks at the machines.
inline constexpr std::uint64_t kInterpretedSlice = std::uint64_t{1} << 13;

/// Runs all of them, a result for each. What the interpreter leaves to another engine the fast one does: it
/// goes on where that stopped or, in a grid or where threads race, begins again. Else what the device says.
tl::expected<std::vector<Interpreted>, std::string> run_interpreted(Device& device, Module& interpreter,
                                                                    std::span<const PlannedRun> runs,
                                                                    std::uint64_t slice = kInterpretedSlice);

/// The engines: on the first GPU, and on the emulated device. Observed runs are the fast engine's. Throw
/// Unavailable with the reason.
Result run_cuda_interp(const Program& program, const MachineOptions& options = {},
                       Observer* observer = nullptr);
Result run_cuda_interp_emulated(const Program& program, const MachineOptions& options = {},
                                Observer* observer = nullptr);

/// Runs all at once; the engine then knows their results. They replace those that were known before.
void prepare_cuda_interp(std::span<const PlannedRun> runs);
void prepare_cuda_interp_emulated(std::span<const PlannedRun> runs);

std::uint64_t estimated_interpreter_bytes(const Program& program);

}  // namespace musimd::gpu
