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

/// Consecutive steps of one warp.
struct ScheduledSteps {
    std::uint32_t warp = 0;
    std::uint64_t count = 1;
    /// For one atomic instruction: the active threads in its order. Empty: ascending.
    std::vector<Thread> threads = {};
    std::uint32_t line = 0;  ///< 0 if it was not read from a file
    std::size_t offset = 0;  ///< bytes from the start of the line

    friend bool operator==(const ScheduledSteps& a, const ScheduledSteps& b) {
        return a.warp == b.warp && a.count == b.count && a.threads == b.threads;
    }
};

/// The order in which warps take steps (docs/exploring.md).
using Schedule = std::vector<ScheduledSteps>;

/// Appends the steps; merges them with the last steps if these are of the same warp.
void append(Schedule& schedule, const ScheduledSteps& steps);

/// A line of a schedule file: `warp 0 x3`, `warp 1 threads 2 0 1`.
std::string to_string(const ScheduledSteps& steps);

/// Reads a schedule file for a program of W warps of N threads. Returns all errors if it is invalid.
tl::expected<Schedule, TextErrors> read_schedule(std::string_view text, std::string_view file,
                                                 const Program& program);

/// The result of running a schedule.
struct ScheduledRun {
    Result result;      ///< Outcome::limit if `unfinished`
    bool unfinished;    ///< the schedule ends before the program does
    ThreadSet running;  ///< if unfinished: the warps that have not stopped
};

/// Runs the program by the rules, with the warps' steps in the order of the schedule. A trap, or a warp at
/// its limit, ends the run; the rest of the schedule is ignored. The order and seed of the options are
/// ignored. Returns a Diagnostic if steps cannot be taken, which says why.
tl::expected<ScheduledRun, Diagnostic> run_schedule(const Program& program, MachineOptions options,
                                                    const Schedule& schedule, Observer* observer = nullptr);

}  // namespace musimd
