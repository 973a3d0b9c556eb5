#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "differential/harness/fault.hpp"
#include "differential/harness/run.hpp"
#include "kernels/compiled/backend.hpp"
#include "kernels/spmd/kernel_case.hpp"
#include "simulator/engine.hpp"

// What tests run on: the machine, and the backends that are compared with it.

namespace musimd::differential::spmd {

using harness::Run;

/// Runs the test on an engine of the machine.
Run run_kernel(const kernels::KernelCase& test, const Engine& engine);

/// A run that is planned.
struct EngineRun {
    const kernels::KernelCase* test;
    const Engine* engine;
};

/// Does these runs in child processes (harness::runs_in_children). No other thread may run an engine
/// meanwhile: a child waits forever for a lock that a thread of its parent holds.
std::vector<Run> run_in_child(std::span<const EngineRun> runs);

/// The engine that campaigns compare targets with: fast.
const Engine& reference_engine();

/// Whether the run of an engine shows a defect of that engine by itself.
inline bool failed_on_machine(const Run& run) {
    return run.kind == Run::Kind::crash || run.kind == Run::Kind::hang;
}

/// Where a crash came from.
struct CrashSite {
    std::uint32_t line = 0;  ///< line of the kernel's source, as print_source writes it
    std::string statement;   ///< the line
};

/// Something that runs tests and may be wrong.
class Target {
  public:
    virtual ~Target() = default;
    virtual std::string_view name() const = 0;
    /// A run for each. Safe to call from several threads at once.
    virtual std::vector<Run> run(std::span<const kernels::KernelCase> tests) const = 0;
    /// The location of the crash of a test; nullopt if it cannot be found out.
    virtual std::optional<CrashSite> crash_site(const kernels::KernelCase& test) const;
};

/// An engine as a target, which runs in child processes. It must have the same outcome as the machine, and
/// the same bits of NaNs. The engine must outlive it.
std::unique_ptr<Target> target_of(const Engine& engine);

/// A unit of kernels with different names. Each has an entry, unrolled `unroll[i]` times (once if `unroll` is
/// empty).
kernels::KernelUnit unit_of(std::span<const dsl::Kernel> kernels, std::span<const int> unroll = {});

/// A backend as a target: one unit for all tests, with equal kernels compiled once. If the unit does not
/// compile, its halves are tried, down to single kernels. The backend must outlive it.
std::unique_ptr<Target> target_of(const kernels::Backend& backend, std::chrono::milliseconds limit_each);

/// An element of memory that differs from the machine's.
struct Difference {
    std::size_t buffer = 0;
    std::int64_t element = 0;
    std::uint64_t expected = 0;
    std::uint64_t actual = 0;
};

/// All differences. NaNs are equal, except for engines. Both runs must be `done`.
std::vector<Difference> differences(const kernels::KernelCase& test, const Run& expected, const Run& actual);

/// How a target is wrong about a test.
Fault fault_of(const kernels::KernelCase& test, const Run& expected, const Run& actual);

}  // namespace musimd::differential::spmd
