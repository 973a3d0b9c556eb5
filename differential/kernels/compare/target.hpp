#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "differential/backends/backend.hpp"
#include "differential/kernels/kernel_case.hpp"
#include "simulator/engine.hpp"

// The targets of trials: the machine, and the backends that are compared with it.

namespace musimd::differential::kernels {

/// How a run of a trial came out.
struct Run {
    enum class Kind : std::uint8_t {
        done,
        crash,
        hang,
        refused,  ///< its source does not compile
        trap,     ///< of the machine alone: a trap, or the step limit
    };
    Kind kind = Kind::done;
    std::string what;  ///< a message; empty for `done`
    std::vector<std::vector<std::uint64_t>> memory =
        {};                  ///< of `done`: by buffer, patterns like Trial::contents
    bool by_engine = false;  ///< a run of the machine, compared with another run of it
    int signal = 0;          ///< of `crash`; 0: none

    bool done() const { return kind == Kind::done; }
};

std::string_view to_string(Run::Kind kind);

/// Runs the trial on an engine of the machine.
Run run_on_machine(const Trial& trial, const Engine& engine);

/// The engine that campaigns hold targets against: the fast one.
const Engine& machine();

/// Where a crash came from.
struct CrashSite {
    std::uint32_t line = 0;  ///< of the kernel's source, as print_source writes it
    std::string statement;   ///< the line
};

/// Something that runs trials and may be wrong.
class Target {
  public:
    virtual ~Target() = default;
    virtual std::string_view name() const = 0;
    /// A run for each. Safe to call from several threads at once.
    virtual std::vector<Run> run(std::span<const Trial> trials) const = 0;
    /// Of a trial that crashes: where. Nothing if that cannot be found out.
    virtual std::optional<CrashSite> crash_site(const Trial& trial) const;
};

/// An engine as a target, which must end as the machine does, and have the same bits of NaNs. The engine must
/// outlive it.
std::unique_ptr<Target> target_of(const Engine& engine);

/// The source of the kernels, which must have different names, with an entry for each; `unroll` has their
/// unroll factors (1 by default).
KernelUnit unit_of(std::span<const dsl::Kernel> kernels, std::span<const int> unroll = {});

/// A backend as a target: one unit of all trials, in which kernels that are the same stand once. If the unit
/// does not compile, its halves are tried, down to the kernels that do not. The backend must outlive it.
std::unique_ptr<Target> target_of(const Backend& backend, std::chrono::milliseconds limit_each);

/// An element of memory that is not what the machine says.
struct Difference {
    std::size_t buffer = 0;
    std::int64_t element = 0;
    std::uint64_t expected = 0;
    std::uint64_t actual = 0;
};

/// All of them; NaNs are equal, but of engines. Both runs are done.
std::vector<Difference> differences(const Trial& trial, const Run& expected, const Run& actual);

/// How a target is wrong about a trial.
enum class Fault : std::uint8_t {
    none,
    different,
    crash,
    hang,
    refused,
    ending,  ///< of an engine: an unexpected or different trap or step limit
};

std::string_view to_string(Fault fault);
Fault fault_of(const Trial& trial, const Run& expected, const Run& actual);

}  // namespace musimd::differential::kernels
