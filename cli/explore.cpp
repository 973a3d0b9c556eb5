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

#include "cli/command.hpp"
#include "cli/exploration_report.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "engines/engines.hpp"
#include "simulator/explore/explorer.hpp"

namespace musimd::cli {
namespace {

using explore::End;
using explore::Exploration;
using explore::Limits;

constexpr std::string_view kAbout =
    "Runs a small program under every schedule: every interleaving of the steps of its warps, and every\n"
    "order of the threads of each atomic_inc. Prints the results that differ, each with a schedule that\n"
    "leads to it and that `musimd run --schedule` replays. docs/exploring.md defines which schedules, and\n"
    "which results, count as the same.\n\n"
    "Exit status: 0 the only result is a stop, 1 a trap or several results, 2 bad input or command line,\n"
    "3 the limit of steps or of the search, 130 interrupted (what was found so far is printed).\n";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  musimd explore programs/explore/tickets.asm                   two warps draw tickets: two results\n"
    "  musimd explore prog.asm --schedules out                       and writes out/1.schedule, …\n"
    "  musimd run prog.asm --schedule out/2.schedule --trace         replays one of them\n"
    "  musimd explore prog.asm --max-schedules 9000000 --json        searches longer; machine-readable\n";

std::atomic<bool> interrupted = false;
void interrupt(int) {
    interrupted = true;
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
    Options options("explore", "FILE", kAbout, kExamples);
    declare_program_options(options);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    options.value("max-steps", "N", "the step limit of each warp (default 1000)");
    options.value("max-schedules", "N", "end the search after N schedules (default 1000000)");
    options.value("max-results", "N", "end the search when more than N results differ (default 1000)");
    options.value("max-memory", "MIB", "end the search when it uses more memory than this (default 1024)");
    options.value("schedules", "DIR", "write the schedule of each result to DIR/1.schedule, …");
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
        stream << fmt::format("; found with --max-steps {}\n", machine.max_steps);
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

}  // namespace

int explore(const Arguments& arguments) {
    Options options = declare_explore();
    if (!options.parse(arguments, 1, 1)) return kOk;
    const ReadOptions read = read_program_options(options);
    MachineOptions machine;
    machine.max_address = read.max_address;
    machine.max_steps =
        static_cast<std::uint64_t>(options.integer("max-steps", 0, INT64_MAX).value_or(1'000));
    Limits limits = limits_of(options);

    const std::string& file = options.operands()[0];
    take_standard_input_once(file, options);
    const std::string text = read_text(file);
    Program program = load_program(file, text, read);
    load_memory(options, read.max_address, program);
    if (uses_blocks(program))
        throw InputError(file,
                         "explore does not search programs with blocks, collectives or thread models yet");
    if (const auto reason = too_large(*find_engine("rules"), program)) throw InputError(file, *reason);

    const auto folder = options.text("schedules");
    if (folder) make_folder(*folder);

    std::signal(SIGINT, interrupt);
    Exploration explored;
    {
        ProgressLine line;
        limits.keep_going = [&line](const explore::Progress& progress) {
            line.show(progress);
            return !interrupted;
        };
        explored = explore::explore(program, machine, limits);
    }
    if (folder) write_schedules(explored, machine, *folder);

    const auto write = [](std::string_view piece) { std::cout << piece; };
    if (options.has("json")) {
        write_json(explored, program, write);
    } else {
        report(explored, program, machine, file, text, write);
    }
    return exit_status(explored);
}

}  // namespace musimd::cli
