#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "isa/diagnostic.hpp"
#include "semantics/machine.hpp"

namespace musimd {

/// Steps of one warp, one after the other.
struct ScheduledSteps {
    std::uint32_t warp = 0;
    std::uint64_t count = 1;
    /// Of one atomic_inc: the active threads in the order in which they increment. Empty: ascending.
    std::vector<Thread> threads = {};
    std::uint32_t line = 0;  ///< where it stands; 0 where it has no text
    std::size_t offset = 0;  ///< bytes from the beginning of the line

    friend bool operator==(const ScheduledSteps& a, const ScheduledSteps& b) {
        return a.warp == b.warp && a.count == b.count && a.threads == b.threads;
    }
};

/// Which warp takes a step, step by step (docs/exploring.md).
using Schedule = std::vector<ScheduledSteps>;

/// Adds the steps behind the schedule; those of the warp that had the last steps join them.
void append(Schedule& schedule, const ScheduledSteps& steps);

/// A line of a schedule file: `warp 0 x3`, `warp 1 threads 2 0 1`.
std::string to_string(const ScheduledSteps& steps);

/// Reads a schedule file for a program of W warps of N threads; the errors if it is none.
tl::expected<Schedule, TextErrors> read_schedule(std::string_view text, std::string_view file,
                                                 const Program& program);

/// A run by a schedule.
struct ScheduledRun {
    Result result;      ///< of Outcome::limit where `unfinished`
    bool unfinished;    ///< the schedule ends before the program
    ThreadSet running;  ///< unfinished: the warps that have not stopped
};

/// Runs the program by the rules, with the warps' steps in the order of the schedule. A trap, or a warp that
/// is at its limit, ends the run, and what is left of the schedule with it. The order and seed of the options
/// have no meaning here. A Diagnostic says which steps
/// cannot be taken, and why.
tl::expected<ScheduledRun, Diagnostic> run_schedule(const Program& program, MachineOptions options,
                                                    const Schedule& schedule, Observer* observer = nullptr);

}  // namespace musimd
