#pragma once

#include <optional>
#include <string>

#include "cli/command/options.hpp"
#include "semantics/observer.hpp"
#include "simulator/schedule.hpp"

namespace musimd::cli {

/// A schedule file, read for the program.
struct ScheduleFile {
    std::string name;
    std::string text;
    Schedule schedule;
    std::string unfinished;  ///< set by replay: the message, if the schedule ends before the program
};

/// The file of --schedule; throws InputError with its errors.
std::optional<ScheduleFile> schedule_option(const Options& options, const Program& program);

/// Runs the program with the schedule.
Result replay(ScheduleFile& file, const Program& program, const MachineOptions& machine, Observer* observer);

}  // namespace musimd::cli
