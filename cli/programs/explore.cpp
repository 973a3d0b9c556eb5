// musimd explore FILE

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/exploration_report.hpp"
#include "engines/engines.hpp"
#include "simulator/explore/explorer.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

using explore::End;
using explore::Exploration;
using explore::Limits;

constexpr std::string_view kAboutExplore =
    "Runs a small program under every schedule: every interleaving of the steps of its warps or, under the\n"
    "model volta, of its threads, and every order of the threads of each atomic instruction. Prints the\n"
    "results that differ, deadlocks included, each with a schedule that leads to it and that `musimd run\n"
    "--schedule` replays. docs/exploring.md defines which schedules, and which results, count as the "
    "same.\n\n"
    "Exit status: 0 the only result is a stop, 1 a trap, several results, or results that depend on the\n"
    "model, 2 bad input or command line, 3 the limit of steps or of the search, 130 interrupted (what was\n"
    "found so far is printed).\n";

constexpr std::string_view kExamplesExplore =
    "Examples:\n"
    "  musimd explore programs/explore/tickets.asm                   two warps draw tickets: two results\n"
    "  musimd explore prog.asm --schedules out                       and writes out/1.schedule, …\n"
    "  musimd run prog.asm --schedule out/2.schedule --trace         replays one of them\n"
    "  musimd explore prog.asm --model both                          do the results depend on lock step?\n"
    "  musimd explore prog.asm --max-schedules 9000000 --json        searches longer; machine-readable\n";

std::atomic<bool> stop_asked = false;
void interrupt(int) {
    stop_asked = true;
}

/// A line that is overwritten as the search goes on, on a terminal only.
class ProgressLine {
  public:
    ~ProgressLine() {
        if (terminal_) std::cerr << "\r\033[K" << std::flush;
    }
    void show(const explore::Progress& progress) {
        if (!terminal_ || ++asked_ % 64 != 0) return;
        const auto now = std::chrono::steady_clock::now();
        if (now - shown_ < std::chrono::milliseconds(100)) return;
        shown_ = now;
        std::cerr << fmt::format("\r\033[K{} schedules, {} results", progress.schedules, progress.results)
                  << std::flush;
    }

  private:
    bool terminal_ = isatty(STDERR_FILENO) != 0;
    std::uint64_t asked_ = 0;
    std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

}  // namespace

Options declare_explore() {
    Options options("explore", "FILE", kAboutExplore, kExamplesExplore);
    declare_program_options(options, kModelsAndBoth);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    options.one_of("activemask", "SET", {"largest", "smallest"},
                   "which threads activemask sees under volta: all that are there, or one (default largest)");
    declare_side_options(options, "both");
    options.value("max-steps", "N", "the step limit of each warp or thread (default 1000)");
    options.value("max-schedules", "N", "end the search after N schedules (default 1000000)");
    options.value("max-results", "N", "end the search when more than N results differ (default 1000)");
    options.value("max-memory", "MIB", "end the search when it uses more memory than this (default 1024)");
    options.value("schedules", "DIR", "write the schedule of each result to DIR/1.schedule, …");
    options.one_of("reduction", "on|off", {"on", "off"},
                   "off: run every interleaving of single steps, to compare (default on)");
    options.flag("json", "print the results as one JSON object");
    return options;
}

namespace {

Limits limits_of(const Options& options) {
    Limits limits;
    if (const auto n = options.integer("max-schedules", 1, INT64_MAX))
        limits.max_schedules = static_cast<std::uint64_t>(*n);
    if (const auto n = options.integer("max-results", 1, INT64_MAX))
        limits.max_results = static_cast<std::size_t>(*n);
    if (const auto n = options.integer("max-memory", 1, INT64_MAX >> 20))
        limits.max_bytes = static_cast<std::size_t>(*n) << 20;
    return limits;
}

/// Creates the folder if it does not exist; an InputError if no files can be written there.
void make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw InputError(folder, error.message());
    if (access(folder.c_str(), W_OK | X_OK) != 0) throw InputError(folder, std::strerror(errno));
}

/// Whether the file is one that an earlier run may have written: `12.schedule`.
bool is_schedule(const std::filesystem::path& file) {
    const std::string stem = file.stem().string();
    return file.extension() == ".schedule" && !stem.empty() &&
           std::ranges::all_of(stem, [](char c) { return '0' <= c && c <= '9'; });
}

void remove_schedules(const std::string& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> old;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (is_schedule(entry.path())) old.push_back(entry.path());
    }
    for (const auto& file : old) {
        if (!error) std::filesystem::remove(file, error);
    }
    if (error) throw InputError(folder, error.message());
}

void write_schedules(const Exploration& explored, const MachineOptions& machine, const std::string& folder) {
    remove_schedules(folder);
    for (std::size_t i = 0; i < explored.found.size(); ++i) {
        const std::string file = fmt::format("{}/{}.schedule", folder, i + 1);
        std::ofstream stream(file, std::ios::binary);
        stream << fmt::format("; found with --max-steps {}{}\n", machine.max_steps, choices_of(machine));
        for (const ScheduledSteps& steps : explored.found[i].schedule) stream << to_string(steps) << '\n';
        stream.close();
        if (!stream) throw InputError(file, std::strerror(errno));
    }
}

int exit_status(const Exploration& explored) {
    if (explored.end == End::interrupted) return kInterrupted;
    if (explored.found.size() > 1) return kFailed;
    if (!explored.found.empty() && explored.found[0].result.outcome == Outcome::trap) return kFailed;
    const bool one_stop = explored.found.size() == 1 && explored.found[0].result.outcome == Outcome::stop;
    return one_stop && explored.end == End::complete ? kOk : kLimit;
}

/// What the command line asks for.
struct Exploring {
    ReadOptions read;
    MachineOptions machine;
    Limits limits;
    explore::Reduction reduction;
    std::string file;
    std::string text;
};

Exploring exploring_of(const Options& options) {
    Exploring request;
    request.read = read_program_options(options);
    request.machine.max_address = request.read.max_address;
    request.machine.max_steps =
        static_cast<std::uint64_t>(options.integer("max-steps", 0, INT64_MAX).value_or(1'000));
    request.machine.smallest_activemask = options.choice("activemask").value_or("largest") == "smallest";
    read_side_options(options, request.machine);
    request.limits = limits_of(options);
    request.reduction =
        options.choice("reduction").value_or("on") == "on" ? explore::Reduction::on : explore::Reduction::off;
    request.file = options.operands()[0];
    take_standard_input_once(request.file, options);
    request.text = read_text(request.file);
    return request;
}

Program read_program_of(const Options& options, const Exploring& request, const ReadOptions& read) {
    Program program = load_program(request.file, request.text, read);
    refuse_within(program, request.machine);
    load_memory(options, read.max_address, program);
    if (const auto reason = too_large(*find_engine("rules"), program))
        throw InputError(request.file, *reason);
    return program;
}

Exploration search(Exploring& request, const Program& program) {
    ProgressLine line;
    request.limits.keep_going = [&line](const explore::Progress& progress) {
        line.show(progress);
        return !stop_asked;
    };
    return explore::explore(program, request.machine, request.limits, request.reduction);
}

int explore_one(const Options& options, Exploring& request) {
    const Program program = read_program_of(options, request, request.read);
    const auto folder = options.text("schedules");
    if (folder) make_folder(*folder);
    const Exploration explored = search(request, program);
    if (folder) write_schedules(explored, request.machine, *folder);
    if (options.has("json")) {
        write_json(explored, program, write_out);
    } else {
        report(explored, program, request.machine, request.file, request.text, write_out);
    }
    return exit_status(explored);
}

/// The status of two explorations: that of both if the model makes no difference.
int status_of_both(const Exploration& lockstep, const Exploration& volta, bool same) {
    if (lockstep.end == End::interrupted || volta.end == End::interrupted) return kInterrupted;
    return same ? std::max(exit_status(lockstep), exit_status(volta)) : kFailed;
}

int explore_both(const Options& options, Exploring& request) {
    std::vector<Program> programs;
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        ReadOptions read = request.read;
        read.model = model;
        programs.push_back(read_program_of(options, request, read));
    }
    const auto folder = options.text("schedules");
    const auto folder_of = [&](const Program& program) {
        return fmt::format("{}/{}", *folder, to_string(program.model));
    };
    for (const Program& program : programs) {
        if (folder) make_folder(folder_of(program));
    }
    std::vector<Exploration> explored;
    for (const Program& program : programs) {
        explored.push_back(search(request, program));
        if (folder) write_schedules(explored.back(), request.machine, folder_of(program));
    }
    const Differences differences(explored[0], explored[1], programs[0]);
    if (options.has("json")) {
        write_json_of_both(
            differences.empty(), [&] { write_json(explored[0], programs[0], write_out); },
            [&] { write_json(explored[1], programs[1], write_out); }, write_out, "");
    } else {
        for (std::size_t i = 0; i < programs.size(); ++i) {
            write_out(fmt::format("{}under {}: ", i == 0 ? "" : "\n", to_string(programs[i].model)));
            report(explored[i], programs[i], request.machine, request.file, request.text, write_out);
        }
        write_out(render(differences, explored[0], explored[1], request.file, request.text));
    }
    return status_of_both(explored[0], explored[1], differences.empty());
}

}  // namespace

int explore(const Arguments& arguments) {
    Options options = declare_explore();
    if (!options.parse(arguments, 1, 1)) return kOk;
    Exploring request = exploring_of(options);
    std::signal(SIGINT, interrupt);
    return options.choice("model") == "both" ? explore_both(options, request) : explore_one(options, request);
}

}  // namespace musimd::cli
