// musimd omp

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/debug_launch.hpp"
#include "cli/kernels/file_options.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "cli/kernels/omp_models.hpp"
#include "cli/kernels/omp_prove.hpp"
#include "cli/kernels/omp_report.hpp"
#include "dsl/openmp/c_source.hpp"
#include "dsl/text/source.hpp"
#include "host/parallel.hpp"
#include "host/processor.hpp"
#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/index_arrays.hpp"
#include "kernels/openmp/model_run.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::openmp;
using dsl::LoopModel;
using dsl::openmp::LoopFunction;
using dsl::openmp::Parameter;

constexpr Integer kSeconds = 60;
constexpr std::size_t kMaxFiles = 1000;
constexpr std::size_t kMaxOutput = 1 << 20;  // that a run keeps

// ---- the command line

bool has_main(const reader::Source& source) {
    return seems_to_have_main(source.text) ||
           std::ranges::any_of(source.others, seems_to_have_main,
                               [](const auto& other) -> const std::string& { return other.second; });
}

reader::Source named_source(const Options& options) {
    reader::Source source = linked_source_of(options);
    const auto name = options.text("function");
    if (!name && !has_main(source)) {
        refuse_wrong_command("omp", source.file, source.text);
        throw UsageError("'--function' is missing, and there is no main; it names the function to run");
    }
    source.function = name.value_or("main");
    return source;
}

LoopFunction read_loops(const reader::Source& source, OmpRequest& request) {
    auto reading = kernels::read_function(source);
    if (!reading) throw InputError(fmt::format("musimd omp: error: {}\n", reading.error()));
    if (!reading->function) {
        refuse_wrong_command("omp", source.file, source.text);
        throw InputError(reading->messages);
    }
    request.warnings = std::move(reading->messages);
    request.included = std::move(reading->included);
    return std::move(*reading->function);
}

// Without --model and --compilers. Random arguments name their seeds.
std::string replay_of(const Options& options, const OmpRequest& request) {
    const std::string command = replay_command("omp", options, request.function, request.argument_texts,
                                               {"function", "simd", "device", "engine", "max-steps", "limit",
                                                "threads", "schedules", "schedule", "undefined"});
    return command + (options.has("as-scheduled") ? " --as-scheduled" : "") +
           (options.has("unified") ? " --unified" : "");
}

// `program`: the arguments of the program, if the function is `main`.
OmpRequest read_request(const Options& options, const Arguments& program) {
    OmpRequest request;
    request.source = named_source(options);
    request.source.arguments = program;
    request.source.threads = static_cast<std::uint32_t>(options.integer("threads", 1, 1024).value_or(8));
    if (!program.empty() && request.source.function != "main")
        throw UsageError("arguments after '--' are for programs; use '--function main'");
    request.function = read_loops(request.source, request);
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    const GivenArguments given =
        with_index_arrays(request.function, given_arguments(options, request.function), seed);
    request.argument_texts = argument_texts(request.function, given, seed);
    auto arguments = read_arguments(request.function, request.argument_texts);
    if (!arguments) throw InputError(fmt::format("musimd omp: error: {}\n", arguments.error()));
    request.arguments = *std::move(arguments);
    request.replay = replay_of(options, request);
    return request;
}

/// Whether --model is about reconvergence, and not about offloading.
bool has_reconvergence(const Options& options) {
    return options.has("model") &&
           std::ranges::find(kModelsAndAll, *options.choice("model")) != kModelsAndAll.end();
}

std::vector<Configuration> configurations(const Options& options) {
    Configuration config;
    config.width = static_cast<std::uint32_t>(std::stoul(options.choice("simd").value_or("16")));
    config.native_lanes = options.choice("device") == "max" ? 16 : 8;
    config.max_steps = static_cast<std::uint64_t>(
        options.integer("max-steps", 1, std::int64_t{1} << 62).value_or(10'000'000));
    config.schedules = static_cast<std::uint32_t>(options.integer("schedules", 1, 1'000'000).value_or(50));
    config.tries_all = options.has("schedules");
    config.schedule = schedule_of(options);
    if (config.schedule && !config.schedule->turns.empty())
        throw UsageError("--schedule: turns are those of a launch of musimd cuda");
    config.as_scheduled = options.has("as-scheduled");
    config.unified = options.has("unified");
    config.interrupt = &interruption();
    config.undefined_is_zero = options.choice("undefined") == "zero";
    const std::string model = options.choice("model").value_or("both");
    std::vector<Configuration> result;
    if (has_reconvergence(options)) {
        for (const ThreadModel reconvergence : thread_models_of(model)) {
            config.reconvergence = reconvergence;
            result.push_back(config);
        }
        return result;
    }
    for (const auto& [name, which] :
         {std::pair("spmd", LoopModel::spmd), std::pair("simd", LoopModel::simd)}) {
        config.model = which;
        if (model == name || model == "both") result.push_back(config);
    }
    return result;
}

// Those of the list; one that is named must be installed.
std::vector<std::string> compilers_of(const Options& options) {
    const auto list = options.text("compilers");
    if (list == "none" || (!list && has_reconvergence(options))) return {};
    if (!list) return usual_compilers();
    if (has_reconvergence(options))
        throw UsageError("'--compilers' is for the models of offloading; use '--model both'");
    std::vector<std::string> names;
    for (const std::string& name : comma_list(*list)) {
        if (name.empty() || name == "none")
            throw invalid_value("compilers", *list, "expected names as in gcc,clang-19, or none");
        if (command_of_compiler(name).empty())
            throw UsageError(fmt::format("the C compiler '{}' is not installed", shown(name)));
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

// ---- names of options that ours are not

bool is_intel_target(std::string_view word) {
    constexpr std::string_view kTargets = "-fopenmp-targets=";
    if (!word.starts_with(kTargets)) return false;
    const std::string_view target = word.substr(kTargets.size());
    if (target != "spir64" && target != "spir64_gen")
        throw UsageError(fmt::format("'-fopenmp-targets' must be spir64; the machine does not support '{}'",
                                     shown(target)));
    return true;
}

// `--json FILE.json` and `--json=FILE` write the object to a file.
bool names_json_file(const Arguments& arguments, std::size_t i) {
    return arguments[i] == "--json" && i + 1 < arguments.size() && arguments[i + 1].ends_with(".json");
}

// The arguments in our own options. Intel's names have one dash, which would begin a short option.
Arguments in_our_names(const Arguments& arguments) {
    constexpr std::string_view kJson = "--json=";
    Arguments ours;
    bool offloads = false;
    bool simd = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "-fiopenmp" || word == "-qopenmp") continue;
        if (word == "-fopenmp-target-simd") {
            simd = true;
        } else if (is_intel_target(word)) {
            offloads = true;
        } else if (word.starts_with(kJson)) {
            ours.insert(ours.end(), {"--json-file", word.substr(kJson.size())});
        } else if (word == "-include") {
            ours.emplace_back("--include");
        } else {
            ours.push_back(names_json_file(arguments, i) ? "--json-file" : word);
        }
    }
    const auto is_model = [](const std::string& word) {
        return word == "--model" || word.starts_with("--model=");
    };
    if (!simd && !offloads) return ours;
    if (std::ranges::any_of(ours, is_model))
        throw UsageError("'-fopenmp-targets' and '-fopenmp-target-simd' cannot be used with '--model'");
    ours.insert(ours.end(), {"--model", simd ? "simd" : "spmd"});
    return ours;
}

// ---- what the command does

// The function under each model, as C that needs no OpenMP: reductions have a partial value per lane.
int emit_c(const OmpRequest& request, const std::vector<Configuration>& configurations) {
    if (!dsl::openmp::can_print_c(request.function))
        throw InputError(
            "musimd omp: error: `--emit c` does not print functions with structures, local arrays, "
            "addresses, "
            "`signbit` or `copysign` yet\n");
    for (const Configuration& config : configurations) {
        const std::string model = ModelRun{config, {}}.name();
        std::cout << fmt::format("// in the order of the model {}\n", model);
        std::cout << dsl::openmp::print_c(request.function,
                                          {.name = fmt::format("{}_{}", request.function.name, model),
                                           .order = dsl::openmp::MachineOrder{config.model, config.width}});
    }
    return kOk;
}

int emit(const OmpRequest& request, const std::string& form, const std::vector<Configuration>& configurations,
         const Engine& engine) {
    if (form == "c") return emit_c(request, configurations);
    if (form == "tree") {
        std::cout << dsl::print_tree(tree_of(request.function));
        return kOk;
    }
    const kernels::SourceLines lines(request.source, request.included);
    for (const Configuration& configuration : configurations) {
        std::set<const dsl::Statement*> printed;
        run_function(request.function, request.arguments, configuration, engine,
                     [&](const dsl::Statement& loop, const LoopProgram& program) {
                         if (printed.insert(&loop).second)
                             std::cout << kernels::listing(program.program, lines);
                     });
    }
    return kOk;
}

/// All models at once.
std::vector<ModelRun> run_models(const Options& options, const OmpRequest& request,
                                 const std::vector<Configuration>& configurations, const Engine& engine) {
    std::vector<ModelRun> models(configurations.size());
    const bool warns = options.choice("undefined") == "warn";
    host::in_parallel(host::usable_processors(), models.size(), [&](std::size_t m) {
        models[m] = run_model(request.function, request.arguments, configurations[m], warns,
                              options.has("continue"), engine);
    });
    return models;
}

/// What each parallel loop does, under each model.
void show_loops(const Options& options, const OmpRequest& request,
                const std::vector<Configuration>& configurations, const Engine& engine) {
    KernelViews views(options, kernels::SourceLines(request.source, request.included));
    for (Configuration config : configurations) {
        config.watch = views.observer();
        const auto begin = [&](const dsl::Statement& loop, const LoopProgram& program) {
            views.begin_section(fmt::format("line {}, {}", loop.line, ModelRun{config, {}}.name()),
                                program.calls);
        };
        run_function(request.function, request.arguments, config, engine, begin);
    }
    views.finish();
}

/// Debugs a parallel loop, without what one thread computes before it.
int debug_loop(const Options& options, const OmpRequest& request, const Configuration& config) {
    bool begins = false;
    const auto run = [&](const Engine& engine) {
        run_function(request.function, request.arguments, config, engine,
                     [&](const dsl::Statement&, const LoopProgram&) { begins = true; });
    };
    return debug_launch(options, request.source, request.included, run,
                        [&] { return std::exchange(begins, false); });
}

// Where every model traps, the compiled function would do what C does not define.
std::vector<CompiledRun> run_compilers(const Options& options, const OmpRequest& request,
                                       const std::vector<std::string>& compilers,
                                       const std::vector<Configuration>& configurations,
                                       const std::vector<ModelRun>& models) {
    if (std::ranges::none_of(models, &ModelRun::stopped) || request.function.name == "main" || interrupted())
        return {};
    const std::chrono::seconds limit(options.integer("limit", 1, 3600).value_or(kSeconds));
    std::vector<Reference> references = references_in_order(compilers, request.function, configurations);
    const std::vector<Reference> others = references_of(compilers);
    references.insert(references.end(), others.begin(), others.end());
    auto runs = run_references(references, request.source, request.function, request.arguments, limit,
                               &interruption());
    if (interrupted()) runs.clear();  // Ctrl-C ends the compilers, too
    return runs;
}

/// Why a whole program is not compared; empty if it is.
std::string why_not_compared(const OmpRequest& request, const std::vector<ModelRun>& models) {
    const FunctionRun& first = models.front().run;
    for (const ModelRun& model_run : models) {
        const auto is_race = [](const kernels::Finding& found) {
            return found.kind == to_string(TrapKind::race);
        };
        if (model_run.run.trap == to_string(TrapKind::race) ||
            std::ranges::any_of(model_run.findings, is_race))
            return "it has a data race";
        if (!model_run.stopped() || model_run.warning) return "it does not end normally on the machine";
        if (model_run.run.depends_on_order) return "its results depend on the order of threads";
        if (model_run.run.standard_output != first.standard_output ||
            model_run.run.returned != first.returned)
            return "its results depend on the model";
        if (model_run.run.output.size() >= kMaxOutput) return "it prints too much";
    }
    if (request.function.prints_in_parallel) return "it prints in a parallel region, which has no order";
    if (request.function.asks_for_devices)
        return "it asks for devices: the machine has one, and a compiled program has none";
    return {};
}

/// The program, compiled by the compilers, on the same arguments.
void compare_program(const Options& options, const std::vector<std::string>& compilers, OmpReport& report) {
    const OmpRequest& request = report.request;
    if (request.function.name != "main" || compilers.empty() || interrupted()) return;
    report.not_compared = why_not_compared(request, report.models);
    if (!report.not_compared.empty()) return;
    const FunctionRun& run = report.models.front().run;
    MachineProgram machine;
    machine.output = {run.standard_output, static_cast<int>(run.returned.value_or(0) & 0xff)};
    machine.has_bound = reassociates(request.function) || calls_inexact_functions(request.function);
    if (request.function.counts_threads)
        machine.alone_differs = "without OpenMP, its parallel regions have one thread";
    else if (request.source.text.find("_OPENMP") != std::string::npos)
        machine.alone_differs = "it checks whether OpenMP is enabled";
    const std::chrono::seconds limit(options.integer("limit", 1, 3600).value_or(kSeconds));
    report.programs = run_programs(references_of(compilers), request.source, machine, limit, &interruption());
    if (interrupted()) report.programs.clear();
}

}  // namespace

int omp(const cli::Arguments& given) {
    const auto own_end = std::ranges::find(given, "--");
    const cli::Arguments arguments = in_our_names(cli::Arguments(given.begin(), own_end));
    Options on_command_line = declare_omp();
    if (!on_command_line.parse(arguments, 1, kMaxFiles)) return kOk;
    const Options options = with_options_of_files(declare_omp, on_command_line, arguments);
    const auto form = options.choice("emit");
    kernels::Judgement judgement = judgement_of(options);
    const bool with_views = shows_views(options);
    const std::vector<Configuration> chosen = configurations(options);
    const Engine& engine = *find_engine(options.choice("engine").value_or("fast"));
    const std::vector<std::string> compilers = form ? std::vector<std::string>() : compilers_of(options);
    const Arguments program = own_end == given.end() ? Arguments() : Arguments(own_end + 1, given.end());
    if (options.has("prove"))
        return prove_loops(
            options, [&](const Options& own) { return read_request(own, program); }, chosen, engine);
    const OmpRequest request = read_request(options, program);
    std::cerr << request.warnings;
    if (form) return emit(request, *form, chosen, engine);
    if (with_views) show_loops(options, request, chosen, engine);
    if (debugs_launch(options)) return debug_loop(options, request, chosen.front());
    if (engine.is_interruptible) note_interruptions();
    std::vector<ModelRun> models = run_models(options, request, chosen, engine);
    std::optional<ModelAgreement> agreement;
    if (options.choice("model") == "all" && !interrupted()) agreement = agreement_of(request, models);
    auto compiled = run_compilers(options, request, compilers, chosen, models);
    OmpReport report(request, std::move(models), std::move(compiled), engine, std::move(judgement));
    report.agreement = std::move(agreement);
    compare_program(options, compilers, report);
    if (const auto file = options.text("json-file")) write_text(*file, json_text(report.json(), 2) + "\n");
    return finish_report(options, report, request.function.name, report.text());
}

}  // namespace musimd::cli
