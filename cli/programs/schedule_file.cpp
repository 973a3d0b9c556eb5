#include "cli/programs/schedule_file.hpp"

#include <fmt/format.h>

#include "cli/command/failure.hpp"
#include "cli/command/text_files.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {

std::optional<ScheduleFile> schedule_option(const Options& options, const Program& program) {
    const auto file = options.text("schedule");
    if (!file) return std::nullopt;
    ScheduleFile read{display_name(*file), read_text(*file), {}, {}};
    auto schedule = read_schedule(read.text, read.name, program);
    if (!schedule) throw InputError(std::move(schedule.error()));
    read.schedule = std::move(*schedule);
    return read;
}

Result replay(ScheduleFile& file, const Program& program, const MachineOptions& machine, Observer* observer) {
    auto run = run_schedule(program, machine, file.schedule, observer);
    if (!run) {
        Diagnostics diagnostics;
        diagnostics.error(run.error().line, run.error().offset, run.error().message);
        throw InputError(report_errors(file.name, lines_of(file.text), diagnostics));
    }
    if (run->unfinished) {
        const std::string warps = run->running.size() == 1
                                      ? fmt::format("warp {} has", run->running.front())
                                      : fmt::format("warps {} have", to_string(run->running));
        file.unfinished =
            fmt::format("{}: the schedule ends before the program: {} not stopped\n", file.name, warps);
    }
    return std::move(run->result);
}

}  // namespace musimd::cli
