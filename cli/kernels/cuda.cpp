// musimd cuda

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <list>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_kernels.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/cuda_program.hpp"
#include "cli/kernels/cuda_prove.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "cli/kernels/debug_launch.hpp"
#include "cli/kernels/file_options.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "cli/kernels/nvcc_options.hpp"
#include "dsl/cuda/headers/musimd_cuda_channel.h"
#include "dsl/text/source.hpp"
#include "host/parallel.hpp"
#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"
#include "kernels/cuda/explanation.hpp"
#include "kernels/cuda/program/program_options.hpp"
#include "kernels/cuda/sampling.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "simulator/codegen/host_settings.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::cuda;
using dsl::openmp::Parameter;
using kernels::openmp::CallArguments;
using kernels::openmp::GivenArguments;

constexpr std::size_t kMaxFiles = 1000;
constexpr std::int64_t kDefaultLimit = 300;

// ---- the command line

std::vector<ThreadModel> models_of(const Options& options) {
    return thread_models_of(options.choice("model").value_or("both"));
}

std::vector<const Engine*> engines_of(const Options& options) {
    const std::string engine = options.choice("engine").value_or("auto");
    if (engine == "auto") return {find_engine(engine)};
    std::vector<const Engine*> result;
    for (const Engine& core_engine : core_engines()) {
        if (core_engine.name == engine || engine == "both" || engine == "all") result.push_back(&core_engine);
    }
    return result;
}

/// Without the models that the kernel cannot run under.
std::vector<ThreadModel> models_of(const Options& options, const CudaRequest& request) {
    const dsl::cuda::KernelFunction& kernel = request.kernel;
    if (kernel.everywhere_line == 0) return models_of(options);
    if (!options.has("model")) {
        std::cerr << fmt::format(
            "musimd cuda: note: the kernel has an `everywhere` block: it runs only under --model lockstep\n");
        return {ThreadModel::lockstep};
    }
    std::vector<ThreadModel> models = models_of(options);
    if (request.compares_models || std::ranges::find(models, ThreadModel::volta) == models.end())
        return models;
    refuse_volta(request.source, kernel);
}

/// Those that run compiled code. They show no steps.
std::vector<const Engine*> compiled_engines(const Options& options, ThreadModel model) {
    std::vector<const Engine*> result;
    if (options.choice("engine") != "all" || model != ThreadModel::lockstep) return result;
    for (const char* const name : {"native", "cuda"}) {
        const Engine* const engine = find_engine(name);
        if (engine->why_not == nullptr || !engine->why_not()) result.push_back(engine);
    }
    return result;
}

bool seem_to_have_main(const std::vector<reader::Source>& sources) {
    return std::ranges::any_of(sources,
                               [](const reader::Source& source) { return seems_to_have_main(source.text); });
}

std::chrono::seconds limit_of(const Options& options) {
    return std::chrono::seconds(
        static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(kDefaultLimit)));
}

/// A program of these loads its kernels when it runs.
bool are_host_code(const std::vector<reader::Source>& sources) {
    return std::ranges::none_of(
        sources, [](const reader::Source& source) { return kernels::cuda::language_of(source) == "cuda"; });
}

/// Whether there are several files, and one of them seems to have a `main`, or is linked: if there are
/// errors, those of the program are to be reported, not those of all files as one text. The same if there is
/// nothing but host code.
bool are_files_of_program(const Options& options, const std::vector<reader::Source>& sources) {
    if (are_host_code(sources) && seem_to_have_main(sources)) return true;
    if (std::ranges::any_of(options.operands(), kernels::cuda::is_linked)) return true;
    return options.operands().size() > 1 && seem_to_have_main(sources);
}

/// Host code may be C or C++, with or without OpenMP, if another file is CUDA C++.
void refuse_wrong_files(const std::vector<reader::Source>& sources) {
    const bool has_cuda = std::ranges::any_of(sources, [](const reader::Source& source) {
        return language_of(source.file, source.text) == Language::cuda;
    });
    for (const reader::Source& source : sources) {
        const bool may_be_host_code = has_cuda && kernels::cuda::language_of(source) != "cuda";
        if (!may_be_host_code) refuse_wrong_command("cuda", source.file, source.text);
    }
}

reader::Source source_of_kernel(const Options& options) {
    reader::Source source = source_of(options);
    source.function = options.text("kernel").value_or("");
    return source;
}

reader::KernelReading reading_of(const reader::Source& source) {
    const SlowWork work("reading");
    auto reading = kernels::read_kernel(source);
    if (!reading) throw InputError(fmt::format("musimd cuda: error: {}\n", reading.error()));
    return *std::move(reading);
}

CudaRequest request_of(reader::Source source, reader::KernelReading reading) {
    if (!reading.kernel) throw InputError(reading.messages);  // of one of several
    CudaRequest request;
    request.source = std::move(source);
    request.warnings = std::move(reading.messages);
    request.kernel = std::move(*reading.kernel);
    return request;
}

// ---- arguments

bool has_usual_scalar(const CudaRequest& request, const GivenArguments& given) {
    return std::ranges::any_of(request.kernel.code.parameters, [&](const Parameter& p) {
        return !p.buffer && !p.boolean && !given.contains(p.name);
    });
}

// ---- runs

int emit(const CudaRequest& request, const CallArguments& arguments, const LaunchConfiguration& config,
         const std::string& form) {
    if (form == "tree")
        std::cout << dsl::print_tree(kernels::openmp::tree_of(request.kernel.code));
    else
        std::cout << kernels::listing(program_of(request.kernel, arguments, config).program,
                                      kernels::SourceLines(request.source, request.kernel.included));
    return kOk;
}

/// Runs of these arguments that are to be done.
void plan(const Options& options, const CudaRequest& request, LaunchConfiguration config,
          const std::vector<ThreadModel>& models, const std::vector<std::string>& texts,
          std::vector<CudaRun>& runs) {
    const std::string replay =
        replay_command("cuda", options, request.kernel.code, texts,
                       {"kernel", "grid", "block", "shared", "resident", "sample", "warp", "engine",
                        "max-steps", "undefined", "races", "volatile", "schedule"}) +
        (config.goes_on ? " --continue" : "");
    for (const ThreadModel model : models) {
        config.model = model;
        for (const Engine* engine : engines_of(options))
            runs.push_back({texts, replay, config, std::string(engine->name), {}});
    }
}

LaunchRun run_of(const CudaRequest& request, const CudaRun& planned) {
    return run_launch(request.kernel, read_cuda_arguments(request.kernel, planned.arguments), planned.config,
                      *find_engine(planned.engine));
}

/// The same arguments on engines that run compiled code, if they run to the end on the others.
void add_compiled(const Options& options, const CudaRequest& request, std::vector<CudaRun>& runs) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const CudaRun last = runs[i];
        const auto is_like_it = [&](const CudaRun& r) {
            return r.arguments == last.arguments && r.config.model == last.config.model;
        };
        if (i + 1 < runs.size() && is_like_it(runs[i + 1])) continue;
        if (std::ranges::any_of(
                runs, [&](const CudaRun& r) { return is_like_it(r) && r.run.end != LaunchRun::End::stop; }))
            continue;
        for (const Engine* engine : compiled_engines(options, last.config.model)) {
            CudaRun run{last.arguments, last.replay, last.config, std::string(engine->name), {}};
            try {
                run.run = run_of(request, run);
            } catch (const Unavailable& error) {
                std::cerr << fmt::format("musimd cuda: note: not compared: {}\n", error.what());
                continue;
            }
            const bool stops = run.run.end == LaunchRun::End::stop;
            runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(++i), std::move(run));
            if (!stops) break;
        }
    }
}

bool may_decide_volta(const CudaRequest& request, const CudaRun& run) {
    if (!find_engine(run.engine)->tallies || run.config.model != ThreadModel::lockstep) return false;
    const CallArguments arguments = read_cuda_arguments(request.kernel, run.arguments);
    return kernels::cuda::may_decide_volta(
        request.kernel, kernels::openmp::state_of(request.kernel.code, arguments), run.config);
}

/// At the same time, if they may take long. Where a run under `lockstep` may decide what follows under
/// `volta`, that one waits.
void run_all(const CudaRequest& request, std::vector<CudaRun>& runs) {
    const SlowWork work("running " + request.kernel.code.name);
    note_interruptions();
    std::vector<CudaRun*> now;
    std::vector<CudaRun*> later;
    const auto run_each = [&](const std::vector<CudaRun*>& these) {
        host::in_parallel(kernels::cuda::runs_at_once(runs.front().config), these.size(),
                          [&](std::size_t i) { these[i]->run = run_of(request, *these[i]); });
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool is_pair = i + 1 < runs.size() && runs[i].arguments == runs[i + 1].arguments &&
                             runs[i + 1].config.model == ThreadModel::volta &&
                             runs[i].engine == runs[i + 1].engine;
        now.push_back(&runs[i]);
        runs[i].config.for_volta = is_pair && may_decide_volta(request, runs[i]);
        if (runs[i].config.for_volta) later.push_back(&runs[++i]);
    }
    run_each(now);
    std::erase_if(later, [](CudaRun* run) {
        const LaunchRun& partner = (run - 1)->run;
        if (!partner.volta_cost) return false;
        run->run = kernels::cuda::run_under_volta(partner);
        return true;
    });
    run_each(later);
}

/// Unless the arguments name all numbers, also with others: equal numbers hide errors. Runs that may take
/// long are done at the same time.
std::vector<CudaRun> all_runs(const Options& options, const CudaRequest& request,
                              const LaunchConfiguration& config, const std::vector<ThreadModel>& models,
                              const GivenArguments& given) {
    std::vector<CudaRun> runs;
    const std::int64_t threads = config.grid_threads();
    for (const std::int64_t number : {threads, threads - 1, std::int64_t{1}, std::int64_t{0}}) {
        const std::vector<std::string> texts =
            launch_argument_texts(options, request.kernel, given, config, number);
        if (std::ranges::find(runs, texts, &CudaRun::arguments) == runs.end())
            plan(options, request, config, models, texts, runs);
        if (!has_usual_scalar(request, given)) break;
    }
    run_all(request, runs);
    add_compiled(options, request, runs);
    return runs;
}

/// How the kernel is launched, under each of the models.
struct Launch {
    std::vector<ThreadModel> models;
    LaunchConfiguration config;  ///< of the first model
    GivenArguments given;
};

/// The runtime of a program makes textures.
void refuse_textures(const CudaRequest& request) {
    const std::vector<dsl::cuda::DeviceVariable>& variables = request.kernel.variables;
    if (std::ranges::find(variables, musimd_cuda::kTexels, &dsl::cuda::DeviceVariable::symbol) ==
        variables.end())
        return;
    throw InputError(
        fmt::format("{}: error: {} reads textures, which a program has to make; add a `main` that "
                    "launches it\n",
                    request.kernel.code.file, request.kernel.code.name));
}

/// Prints notes on what is not given.
Launch launch_of(const Options& options, CudaRequest& request) {
    refuse_textures(request);
    request.compares_models = options.choice("model") == "all";
    Launch launch{models_of(options, request), launch_configuration(options), {}};
    std::cerr << add_usual_shared_memory(options, request.source, request.kernel, launch.config);
    launch.config.sample = sample_of(request.kernel, launch.config);
    if (launch.config.sample_blocks != 0 && has_grid_barrier(request.kernel))
        std::cerr << fmt::format("{}: note: {}\n", request.source.file, whole_text(request.kernel));
    if (const auto refused = why_not(request.kernel, launch.config))
        throw InputError(fmt::format("musimd cuda: error: {}\n", refused->reason));
    launch.config.model = launch.models.front();
    launch.given = cuda_arguments(options, request.kernel);
    return launch;
}

std::unique_ptr<CudaReport> report_on(const Options& options, CudaRequest& request, const Launch& launch,
                                      kernels::Judgement judgement) {
    for (const auto& [name, text] : launch.given) request.given.insert(name);
    return std::make_unique<CudaReport>(
        request, all_runs(options, request, launch.config, launch.models, launch.given),
        std::move(judgement));
}

int run_kernel_of(const Options& options, CudaRequest& request, kernels::Judgement judgement) {
    std::cerr << request.warnings;
    const Launch launch = launch_of(options, request);
    const auto usual_arguments = [&] {
        return read_cuda_arguments(request.kernel,
                                   launch_argument_texts(options, request.kernel, launch.given, launch.config,
                                                         launch.config.grid_threads()));
    };
    if (const auto form = options.choice("emit"))
        return emit(request, usual_arguments(), launch.config, *form);
    if (shows_views(options))
        show_launch(options, request.source, request.kernel, usual_arguments(), launch.config,
                    *engines_of(options).front());
    if (debugs_launch(options)) {
        const auto run = [&](const Engine& engine) {
            run_launch(request.kernel, usual_arguments(), launch.config, engine);
        };
        return debug_launch(options, request.source, request.kernel.included, run, {},
                            kernels::cuda::in_cuda_words);
    }
    const auto report = report_on(options, request, launch, std::move(judgement));
    return finish_report(options, *report, request.kernel.code.name,
                         report->runs().front().run.printed + report->text() +
                             (options.has("stats") ? report->launches() : ""));
}

// ---- all kernels of a file

/// Those of --arg that name a parameter of the kernel.
std::vector<std::string> arguments_for(const dsl::cuda::KernelFunction& kernel, const Options& options) {
    std::vector<std::string> texts = options.texts("arg");
    std::erase_if(texts, [&](const std::string& text) {
        const std::string name = text.substr(0, text.find('='));
        return std::ranges::find(kernel.code.parameters, name, &Parameter::name) ==
               kernel.code.parameters.end();
    });
    return texts;
}

/// Throws InputError if no kernel has a parameter of the name.
void check_arguments(const Options& options, const std::list<KernelOutcome>& kernels) {
    for (const std::string& text : options.texts("arg")) {
        const bool is_known = std::ranges::any_of(kernels, [&](const KernelOutcome& kernel) {
            const std::vector<std::string> own = arguments_for(kernel.request.kernel, options);
            return std::ranges::find(own, text) != own.end();
        });
        if (!is_known)
            throw InputError(
                fmt::format("musimd cuda: error: --arg {}: no kernel of the file has a parameter "
                            "of this name\n",
                            shown(text.substr(0, text.find('=')))));
    }
}

/// Its error, if `work` throws one.
template <typename F>
void attempt(KernelOutcome& kernel, F&& work) {
    try {
        work();
    } catch (const InputError& error) {
        kernel.error = error.message();
    }
}

int run_kernels_of(const Options& options, const std::vector<std::string>& names,
                   const kernels::Judgement& judgement) {
    for (const char* const option : {"emit", "lanes", "profile", "profile-out", "debug"}) {
        if (options.has(option))
            throw UsageError(fmt::format("'--{}' needs one kernel; choose it with --kernel: {}", option,
                                         fmt::join(names, ", ")));
    }
    std::list<KernelOutcome> kernels;
    std::set<std::string> printed;  // warnings of the file, which each reading has
    for (const std::string& name : names) {
        KernelOutcome& kernel = kernels.emplace_back(KernelOutcome{.name = name});
        Options own = options;
        own.set("kernel", {name});
        kernel.request.source = source_of_kernel(own);
        attempt(kernel, [&] {
            const reader::Source source = kernel.request.source;
            kernel.request = request_of(source, reading_of(source));
            if (printed.insert(kernel.request.warnings).second) std::cerr << kernel.request.warnings;
        });
    }
    check_arguments(options, kernels);
    for (KernelOutcome& kernel : kernels) {
        if (!kernel.error.empty()) continue;
        Options own = options;
        own.set("kernel", {kernel.name});
        own.set("arg", arguments_for(kernel.request.kernel, options));
        attempt(kernel, [&] {
            const Launch launch = launch_of(own, kernel.request);
            kernel.report = report_on(own, kernel.request, launch, judgement);
        });
    }
    return finish_reports(options, kernels);
}

/// --prove, of the kernel that --kernel names, or of each in the file; also of a program.
int prove_file(const Options& options, const kernels::Judgement& judgement) {
    const reader::Source source = source_of_kernel(options);
    reader::KernelReading reading = reading_of(source);
    std::vector<std::string> names = reading.kernels;
    if (reading.kernel || names.empty()) names = {source.function};
    std::vector<CudaRequest> requests;
    for (const std::string& name : names) {
        Options own = options;
        if (!name.empty()) own.set("kernel", {name});
        const reader::Source named = source_of_kernel(own);
        requests.push_back(request_of(named, reading.kernel ? std::move(reading) : reading_of(named)));
        if (requests.size() == 1) std::cerr << requests.front().warnings;
    }
    return prove_kernels(options, requests, judgement);
}

// ---- whole programs

/// `on_command_line`: without what the files state, which is for their kernels. The setting has the sources,
/// and the build if it has begun.
int run_program_of(const Options& options, const Options& on_command_line, ProgramSetting setting,
                   kernels::Judgement judgement) {
    for (const char* option :
         {"grid", "block", "shared", "arg", "elements", "emit", "seed", "lanes", "debug"}) {
        if (on_command_line.has(option))
            throw UsageError(fmt::format("'--{}' needs a kernel; choose one with --kernel", option));
    }
    setting.models = models_of(options);
    setting.engines = engines_of(options);
    setting.config = launch_configuration(options);
    setting.limit = limit_of(options);
    return run_cuda_program(options, std::move(setting), std::move(judgement), format_option(options));
}

// ---- errors only

/// As a compiler does with -c: prints the errors and warnings of each file of CUDA C++.
int check_syntax(const std::vector<reader::Source>& sources) {
    std::string errors;
    for (const reader::Source& source : sources) {
        if (kernels::cuda::language_of(source) != "cuda") continue;
        const auto reading = kernels::read_instances(source, {});
        if (!reading) throw InputError(fmt::format("musimd cuda: error: {}\n", reading.error()));
        const bool has_errors = reading->messages.find("error: ") != std::string::npos;
        if (has_errors)
            errors += reading->messages;
        else
            std::cerr << reading->messages;
    }
    if (!errors.empty()) throw InputError(errors);
    return kOk;
}

/// A program, or the kernels of a file.
int run_files(const Options& options, const Options& on_command_line, ProgramSetting program,
              kernels::Judgement judgement) {
    const bool has_program_words = !program.arguments.empty();
    const auto run_program = [&] {
        return run_program_of(options, on_command_line, std::move(program), std::move(judgement));
    };
    if (!options.has("kernel") && are_host_code(program.sources)) refuse_wrong_files(program.sources);
    if (!options.has("kernel") && are_files_of_program(options, program.sources)) return run_program();
    if (!options.has("kernel") && seem_to_have_main(program.sources))  // compiled while it is read
        program.build = std::make_shared<const ProgramBuild>(program.sources, limit_of(options));
    reader::Source source = source_of_kernel(options);
    reader::KernelReading reading = reading_of(source);
    if (reading.is_program || !reading.kernel) refuse_wrong_files(program.sources);
    if (reading.is_program) return run_program();
    if (!reading.kernel && reading.kernels.size() < 2) throw InputError(reading.messages);
    if (has_program_words)
        throw UsageError("arguments after '--' are for programs; set those of a kernel with --arg");
    if (reading.kernels.size() > 1) return run_kernels_of(options, reading.kernels, judgement);
    CudaRequest request = request_of(std::move(source), std::move(reading));
    return run_kernel_of(options, request, std::move(judgement));
}

}  // namespace

int cuda(const Arguments& given_words) {
    const auto own_end = std::ranges::find(given_words, "--");
    const bool has_program_words = own_end != given_words.end();
    const auto [own_words, ignored] = in_own_options(Arguments(given_words.begin(), own_end));
    Options on_command_line = declare_cuda();
    if (!on_command_line.parse(own_words, 1, kMaxFiles)) return kOk;
    const Options options = with_options_of_files(declare_cuda, on_command_line, own_words);
    if (!ignored.empty())
        std::cerr << fmt::format("musimd cuda: note: options of nvcc without effect here: {}\n",
                                 fmt::join(ignored, ", "));
    launch_configuration(options);  // refuses what is wrong, before anything is read
    if (options.choice("reader") == "small") kernels::use_small_reader();
    kernels::Judgement judgement = judgement_of(options);
    const std::string format = format_option(options);
    shows_views(options);
    // For kernels it takes a third of the time of GCC, and its code is at least as fast.
    if (const auto clang = kernels::cuda::host_clang(); !clang.empty()) codegen::use_compiler(clang);
    for (const char* const view : {"lanes", "profile"}) {
        if (options.has(view) && format != "text") throw exclusive(view, "format");
    }
    ProgramSetting program;
    program.sources = sources_of(options);
    if (options.has("syntax-only")) return check_syntax(program.sources);
    program.arguments.assign(own_end + (has_program_words ? 1 : 0), given_words.end());
    if (!options.has("prove")) return run_files(options, on_command_line, std::move(program), judgement);
    const int of_proof = prove_file(options, judgement);
    if (!options.has("also-run") || interrupted()) return of_proof;
    const int of_run = run_files(options, on_command_line, std::move(program), judgement);
    return of_proof == kOk ? of_run : of_proof;
}

}  // namespace musimd::cli
