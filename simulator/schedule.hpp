#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "isa/diagnostic.hpp"
#include "semantics/machine.hpp"

namespace musimd {

/// Consecutive steps of one machine: of a warp or, under `volta`, of one of its threads. A step that several
/// machines take together is a step of the one that the schedule names.
struct ScheduledSteps {
    std::uint32_t warp = 0;
    std::uint64_t count = 1;
    /// For one step: the threads that take it, if the model leaves it open, in the order of an atomic
    /// instruction or, of a branch, those of the first side first. Empty: ascending. Never under `volta`.
    std::vector<Thread> threads = {};
    std::optional<Thread> lane = std::nullopt;  ///< under `volta`: the thread
    std::uint32_t line = 0;                     ///< 0 if it was not read from a file
    std::size_t offset = 0;                     ///< bytes from the start of the line

    friend bool operator==(const ScheduledSteps& a, const ScheduledSteps& b) {
        return a.warp == b.warp && a.lane == b.lane && a.count == b.count && a.threads == b.threads;
    }
};

/// One step of this machine of the program (Machine::machines), as a schedule names it.
ScheduledSteps steps_of_machine(const Program& program, std::uint32_t machine);

/// The order in which machines take steps (docs/exploring.md).
using Schedule = std::vector<ScheduledSteps>;

/// Appends the steps; merges them with the last steps if these are of the same machine.
void append(Schedule& schedule, const ScheduledSteps& steps);

/// A line of a schedule file: `warp 0 x3`, `warp 1 threads 2 0 1`; under `volta` `warp 0 lane 5 x3`.
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

/// Runs the program by the rules, with the machines' steps in the order of the schedule. A trap, a deadlock,
/// or a machine at its limit, ends the run; the rest of the schedule is ignored. The order and seed of the
/// options are ignored. Returns a Diagnostic if steps cannot be taken, which says why.
tl::expected<ScheduledRun, Diagnostic> run_schedule(const Program& program, MachineOptions options,
                                                    const Schedule& schedule, Observer* observer = nullptr);

}  // namespace musimd
