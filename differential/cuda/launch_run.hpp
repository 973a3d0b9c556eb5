#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "differential/openmp/cost.hpp"
#include "differential/openmp/run.hpp"
#include "dsl/cuda/kernel_function.hpp"
#include "engines/engines.hpp"

// Launches a CUDA kernel on the machine. See docs/cuda.md.

namespace musimd::differential::cuda {

/// <<<grid, block, shared_bytes>>>, under a thread model.
struct LaunchConfiguration {
    dsl::Dimensions grid = {1, 1, 1};
    dsl::Dimensions block = {32, 1, 1};
    std::int64_t shared_bytes = 0;  ///< for `extern __shared__`
    std::uint32_t warp = 32;        ///< N
    ThreadModel model = ThreadModel::lockstep;
    std::uint64_t max_steps = 10'000'000;  ///< of a warp, or of a thread under `volta`

    std::int64_t threads() const { return dsl::count_of(grid) * dsl::count_of(block); }
};

/// Something that is wrong.
struct Finding {
    std::string kind;        ///< the trap's name
    std::string message;     ///< in the words of the source
    std::uint32_t line = 0;  ///< 0 if unknown
    /// Of a race: the line of the earlier access.
    std::optional<std::uint32_t> other = {};
    std::vector<dsl::InlinedCall> calls = {};  ///< around it, innermost first
};

/// A launch that has run.
struct LaunchRun {
    using End = openmp::RunEnd;
    End end = End::refused;
    std::vector<Finding> findings;  ///< a trap is the first
    std::vector<Finding> warnings;
    std::string message;     ///< of a limit, and of what is refused
    std::uint32_t line = 0;  ///< of these
    /// After the run, as in CallArguments; empty unless it has stopped.
    std::vector<std::vector<std::uint64_t>> buffers;
    openmp::Cost cost;
};

/// The program of the launch in the memory of the arguments, as it runs.
struct LaunchProgram {
    Program program;
    MachineOptions options;
    std::vector<openmp::AddressRange> objects;  ///< see openmp::ObjectObserver
    dsl::InlinedCalls calls;
};

/// Why there is no such launch: a size that CUDA does not allow either, or that the machine has no room for.
/// nullopt: it can run.
std::optional<std::string> why_not(const dsl::cuda::KernelFunction& kernel, const LaunchConfiguration& how);

LaunchProgram program_of(const dsl::cuda::KernelFunction& kernel, const openmp::CallArguments& arguments,
                         const LaunchConfiguration& how);

LaunchRun run_launch(const dsl::cuda::KernelFunction& kernel, const openmp::CallArguments& arguments,
                     const LaunchConfiguration& how, const Engine& engine);

}  // namespace musimd::differential::cuda
