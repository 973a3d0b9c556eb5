// musimd run FILE…

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>

#include "analysis/lint/lint.hpp"
#include "cli/command/command.hpp"
#include "cli/command/files.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/programs/all_models.hpp"
#include "cli/programs/interruptible_run.hpp"
#include "cli/programs/lanes.hpp"
#include "cli/programs/report.hpp"
#include "cli/programs/run_messages.hpp"
#include "cli/programs/schedule_file.hpp"
#include "cli/programs/trace_recording.hpp"
#include "cli/programs/warnings.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "semantics/models/accepted.hpp"
#include "simulator/engine.hpp"
#include "simulator/observers/statistics.hpp"
#include "simulator/observers/trace.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutRun =
    "Runs a program, assembly (.asm) or a Prolog list (.pl), and prints how it ended, the active threads,\n"
    "their variables and the shared memory. FILE - is standard input. With several files, each result\n"
    "follows a line ==> FILE <==; with --json, the results are one array.\n\n"
    "Exit status: 0 stop, 1 a trap, 2 bad input or command line, 3 the step limit, 130 interrupted; with\n"
    "several files, the first of 2, 1 and 3 that applies to one of them.\n";

constexpr std::string_view kExamplesRun =
    "Examples:\n"
    "  musimd run programs/paper/figure9.pl               the result\n"
    "  musimd run programs/paper/figure9.pl --lanes       each step: what each thread does\n"
    "  musimd run programs/paper/figure9.pl --trace       each step: rule, active threads, both stacks\n"
    "  musimd run programs/paper/figure1c.asm --stats     divergence and memory transactions, as a table\n"
    "  musimd run prog.asm --define SIZE=64 --json        another size; machine-readable result\n"
    "  musimd run prog.asm --model both                   lock step compared with independent threads\n"
    "  musimd run prog.asm --races thread                 races between the threads of a warp too; without a "
    "run,\n"
    "                                                     'musimd check --lint' finds those that it can "
    "prove\n"
    "  printf 'x = tid\\nstop' | musimd run - --threads 4  a program from standard input\n\n"
    "Environment:\n"
    "  MUSIMD_ISA=baseline|avx2|avx512  the vector extension that fast and native use "
    "(docs/native-engine.md)\n"
    "  CXX                              the C++ compiler of native (default c++)\n";

}  // namespace

Options declare_run() {
    Options options("run", "FILE…", kAboutRun, kExamplesRun);
    declare_program_options(options, kModelsBothAndAll);
    options.value("memory", "FILE", "initial shared memory: lines A: c c c …");
    options.one_of("engine", "NAME", engine_names(),
                   "the engine that runs it; all return the same result (default auto)");
    options.one_of("checks", "on|off", {"on", "off"},
                   "off: omit the checks that only a trapping run needs (native, cuda)");
    options.value("rules", "printed=LIST",
                  "the rules engine, with these rules as the paper prints them (docs/errata.md)");
    declare_machine_options(options, "both, compared");
    options.one_of("activemask", "SET", {"largest", "smallest"},
                   "which threads activemask sees under volta: all that are there, or one (default largest)");
    options.value("schedule", "FILE", "the warp that takes each step (docs/exploring.md)");
    options.flag(
        "full",
        "print every thread, variable and word of memory, without folding; with --model all, the state "
        "in which each class ends");
    options.flag("json", "print the result, or the errors of the input, as one JSON object");
    declare_lanes_options(options, "show what each thread does at each step, beside the source");
    options.flag("trace", "print one line per step to standard error");
    declare_trace_out(options);
    options.flag("stats", "count steps, divergence and memory transactions");
    options.value("segment", "N", "words of a memory segment, for --stats (default 32)");
    return options;
}

namespace {

// `printed=E2,E4`; nothing without the option.
Errata errata_option(const Options& options) {
    Errata errata;
    const auto text = options.text("rules");
    if (!text) return errata;
    constexpr std::string_view kPrinted = "printed=";
    if (!text->starts_with(kPrinted)) {
        throw invalid_value("rules", *text, "expected printed= and errata of kind B, as in printed=E2,E4");
    }
    for (const std::string& name : comma_list(std::string_view(*text).substr(kPrinted.size()))) {
        const auto known = std::ranges::find(kErrata, name);
        if (known == kErrata.end()) {
            throw invalid_choice("rules", name, {kErrata.begin(), kErrata.end()});
        }
        errata.insert(static_cast<Erratum>(known - kErrata.begin()));
    }
    return errata;
}

MachineOptions machine_options(const Options& options, std::int64_t max_address) {
    for (const char* option : {"order", "seed"}) {
        if (options.has("schedule") && options.has(option)) throw exclusive(option, "schedule");
    }
    MachineOptions machine = read_machine_options(options, max_address);
    machine.printed = errata_option(options);
    machine.checks = options.choice("checks").value_or("on") == "on";
    machine.smallest_activemask = options.choice("activemask").value_or("largest") == "smallest";
    return machine;
}

// Only the rules engine supports --rules and --schedule, so they select it.
const Engine& engine_option(const Options& options) {
    const auto name = options.choice("engine");
    for (const char* option : {"rules", "schedule"}) {
        if (!options.has(option)) continue;
        if (name && *name != "rules")
            throw UsageError(fmt::format(
                "'--{}' cannot be used with '--engine {}'; it needs the rules engine", option, *name));
        return *find_engine("rules");
    }
    const Engine& engine = *find_engine(name.value_or("auto"));
    for (const char* option : {"lanes", "trace", "trace-out", "stats"}) {
        const bool counts = option == std::string_view("stats") && engine.count != nullptr;
        if (!engine.shows_steps && !counts && options.has(option)) {
            throw UsageError(
                fmt::format("'--{}' is not supported by engine '{}', which does not report single steps; "
                            "omit '--engine'",
                            option, engine.name));
        }
    }
    return engine;
}

/// What the command line asks for, the same for every file.
struct Request {
    ReadOptions read;
    MachineOptions machine;
    const Engine* engine;
    std::int64_t segment;
    bool shows_lanes;
};

Request request_of(const Options& options) {
    Request request;
    request.read = read_program_options(options);
    request.machine = machine_options(options, request.read.max_address);
    request.engine = &engine_option(options);
    request.shows_lanes = shows_lanes(options);
    request.segment = static_cast<std::int64_t>(options.integer("segment", 1, INT64_MAX).value_or(32));
    return request;
}

/// A run of a file under one thread model, and its output.
struct Finished {
    Program program;
    MachineOptions machine;
    Result result;
    std::optional<Statistics> statistics;  ///< with --stats
    std::string race;                      ///< the note on a race's earlier access
    std::optional<Endless> endless;        ///< if it is known never to end
    std::string unfinished;                ///< the message, if a schedule ends before the program
};

// The words of --memory, and whether this machine can hold the program's state.
void prepare(const Options& options, const Request& request, const std::string& file, Program& program) {
    load_memory(options, request.read.max_address, program);
    if (const auto reason = too_large(*request.engine, program)) throw InputError(file, *reason);
}

// Runs the program. Of several runs, each has a heading in standard error, where --trace and --stats write.
Finished run_once(const Options& options, const Request& request, Program program, const std::string& file,
                  const std::string& text, std::string_view heading) {
    Finished run{std::move(program), request.machine, {}, {}, {}, {}, {}};
    take_order(options, run.program, run.machine);
    Observers observers;
    Trace trace([](const std::string& line) { std::fputs(line.c_str(), stderr); });
    StatisticsObserver statistics(run.program, request.segment, run.machine.max_address);
    if (options.has("trace")) observers.add(trace);
    std::optional<views::LanesView> lanes;
    if (request.shows_lanes)
        observers.add(lanes.emplace(lanes_layout(options, false), places_in(file, text), write_out));
    std::optional<TraceRecording> recording;
    if (const auto out = options.text("trace-out"))
        observers.add(
            recording.emplace(*out, file, text, run.program, run.machine, request.engine->name).observer());
    const bool counts = options.has("stats") && observers.empty() && request.engine->count != nullptr;
    if (options.has("stats") && !counts) observers.add(statistics);
    Observer* const observer = observers.empty() ? nullptr : &observers;
    if (!heading.empty() && (counts || observer != nullptr))
        std::cerr << fmt::format("==> {} <==\n", heading);
    auto schedule = schedule_option(options, run.program);
    const auto run_it = [&](Observer* watching) {
        if (schedule) return WatchedRun{replay(*schedule, run.program, run.machine, watching), {}};
        return run_until_interrupted(*request.engine, run.program, run.machine, watching);
    };
    if (counts) {
        run.result = count_until_interrupted(*request.engine, run.program, run.machine, request.segment,
                                             run.statistics.emplace());
        run.endless = why_endless(run.program, run.machine, run.result);
    } else {
        WatchedRun done = run_it(observer);
        run.result = std::move(done.result);
        run.endless = std::move(done.endless);
    }
    if (lanes) lanes->finish();
    if (recording) recording->finish(run.result.outcome);
    run.race = race_note(run.result, run.program, run_it, file, text) +
               slept_note(run.result, run.program, run.machine, file);
    if (options.has("stats") && !counts) run.statistics = statistics.statistics();
    if (schedule) run.unfinished = schedule->unfinished;
    return run;
}

// Warnings, the trap or the limit, and the statistics.
void print_messages(const Finished& run, const std::string& file, const std::string& text) {
    const Result& result = run.result;
    std::cerr << run_messages(result, run.program, run.machine.printed, run.race, run.endless, file, text);
    if (result.limit && result.limit->reason == LimitReason::schedule) std::cerr << run.unfinished;
    if (run.statistics) std::cerr << table(*run.statistics, run.program);
}

void print_report(const Options& options, const Finished& run) {
    report(run.result, run.program, {.width = terminal_width(), .full = options.has("full")}, write_out);
}

void print_json(const Finished& run, std::string_view file) {
    write_json(run.result, run.program, run.statistics ? &*run.statistics : nullptr, write_out, file,
               &run.machine, run.endless ? &*run.endless : nullptr);
}

std::string unassigned_variables(const Program& program, const std::string& file, const std::string& text) {
    return render_warnings(find_unassigned_variables(program), file, text);
}

/// The runs of `--model both`: under lock step, then with threads of their own.
std::vector<Finished> run_models(const Options& options, const Request& request, const std::string& file,
                                 const std::string& text) {
    std::vector<Program> programs;
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        ReadOptions read = request.read;
        read.model = model;
        programs.push_back(load_program(file, text, read));
        prepare(options, request, file, programs.back());
    }
    std::cerr << unassigned_variables(programs[0], file, text);
    std::vector<Finished> runs;
    for (Program& program : programs) {
        const std::string heading = fmt::format("{}, {}", display_name(file), to_string(program.model));
        runs.push_back(run_once(options, request, std::move(program), file, text, heading));
    }
    return runs;
}

int run_both(const Options& options, const Request& request, const std::string& file, const std::string& text,
             std::string_view name) {
    const std::vector<Finished> runs = run_models(options, request, file, text);
    const Result& locked = runs[0].result;
    const Result& free = runs[1].result;
    const bool same = !are_different(locked, free);
    if (options.has("json")) {
        write_json_of_both(
            same, [&] { print_json(runs[0], ""); }, [&] { print_json(runs[1], ""); }, write_out, name);
    }
    for (const Finished& run : runs) {
        if (!options.has("json")) {
            std::cout << fmt::format("{}under {}\n", &run == &runs[0] ? "" : "\n",
                                     to_string(run.program.model));
            print_report(options, run);
        }
        print_messages(run, file, text);
    }
    if (interrupted()) return kInterrupted;
    if (same) return exit_status(locked.outcome);
    std::cerr << render_dependence(locked, free, runs[0].program, file, text);
    return kFailed;
}

// Under every model. A model that does not accept the program has its errors instead.
std::vector<ModelRun> run_every_model(const Options& options, const Request& request, const std::string& file,
                                      const std::string& text) {
    std::vector<ModelRun> runs;
    for (const std::string_view name : kThreadModelNames) {
        ReadOptions read_options = request.read;
        read_options.model = thread_model_named(name);
        ReadResult read = musimd::models::read_accepted_program(text, file, read_options);
        ModelRun& run =
            runs.emplace_back(ModelRun{*read_options.model, {}, {}, {}, {}, std::move(read.list)});
        if (!read) continue;
        prepare(options, request, file, *read.program);
        Finished finished = run_once(options, request, std::move(*read.program), file, text,
                                     fmt::format("{}, {}", display_name(file), name));
        run.program = std::move(finished.program);
        run.result = std::move(finished.result);
        run.race = std::move(finished.race);
        run.endless = std::move(finished.endless);
    }
    return runs;
}

// The messages of all runs, those that are equal once.
void print_messages_of(const std::vector<ModelRun>& runs, Errata printed, const std::string& file,
                       const std::string& text) {
    std::map<std::string, std::vector<std::string_view>> models;
    std::vector<std::string> messages;
    for (const ModelRun& run : runs) {
        if (!run.program) continue;
        std::string message =
            run_messages(run.result, *run.program, printed, run.race, run.endless, file, text);
        if (message.empty()) continue;
        if (!models.contains(message)) messages.push_back(message);
        models[message].push_back(to_string(run.model));
    }
    for (const std::string& message : messages)
        std::cerr << fmt::format("under {}:\n{}", fmt::join(models[message], ", "), message);
}

int run_all(const Options& options, const Request& request, const std::string& file, const std::string& text,
            std::string_view name) {
    ReadOptions for_any = request.read;
    for_any.model = ThreadModel::lockstep;
    load_program(file, text, for_any);  // throws if no model can accept it
    const std::vector<ModelRun> runs = run_every_model(options, request, file, text);
    const ModelClasses classes = classes_of(runs);
    if (options.has("json")) {
        write_json_of_models(runs, classes, write_out, name);
    } else {
        std::cout << table_of(runs, classes);
        if (options.has("full")) write_reports(runs, classes, terminal_width(), write_out);
    }
    print_messages_of(runs, request.machine.printed, file, text);
    if (interrupted()) return kInterrupted;
    return classes.size() > 1 ? kFailed : exit_status(runs[classes.front().front()].result.outcome);
}

int run_file(const Options& options, const Request& request, const std::string& file) {
    const std::string name = options.operands().size() > 1 ? display_name(file) : "";
    const std::string text = read_text(file);
    note_interruptions();
    if (options.choice("model") == "both") return run_both(options, request, file, text, name);
    if (options.choice("model") == "all") return run_all(options, request, file, text, name);
    Program program = load_program(file, text, request.read);
    prepare(options, request, file, program);
    std::cerr << unassigned_variables(program, file, text);
    const Finished run = run_once(options, request, std::move(program), file, text, name);
    if (options.has("json")) {
        print_json(run, name);
    } else {
        print_report(options, run);
    }
    print_messages(run, file, text);
    std::cerr << check_note(run.result, run.program, run.machine.printed, file);
    return exit_status(run.result.outcome);
}

bool has_several_models(const Options& options) {
    return options.choice("model") == "both" || options.choice("model") == "all";
}

// Standard input is read once, and a schedule belongs to one program.
void check_inputs(const Options& options) {
    const std::vector<std::string>& files = options.operands();
    const bool reads_input = std::ranges::find(files, "-") != files.end();
    take_standard_input_once(reads_input ? "-" : files[0], options);
    if (options.has("trace-out") && (files.size() > 1 || has_several_models(options)))
        throw UsageError("'--trace-out' is for one run: a single file, and one model");
    if (files.size() == 1) return;
    if (options.has("schedule")) throw UsageError("'--schedule' cannot be used with several files");
    if (options.text("memory") == "-")
        throw UsageError("'--memory -' cannot be used with several files: standard input is read once");
}

}  // namespace

int run(const Arguments& arguments) {
    Options options = declare_run();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    if (options.has("schedule") && has_several_models(options))
        throw UsageError(
            fmt::format("'--schedule' cannot be used with '--model {}'", *options.choice("model")));
    const Request request = request_of(options);
    check_inputs(options);
    return for_each_file(options.operands(), "run",
                         options.has("json") ? Separation::array : Separation::headers,
                         [&](const std::string& file) { return run_file(options, request, file); });
}

}  // namespace musimd::cli
