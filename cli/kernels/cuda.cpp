// musimd cuda

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/cuda_program.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "cli/kernels/debug_launch.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "dsl/text/source.hpp"
#include "host/parallel.hpp"
#include "host/pattern.hpp"
#include "host/processor.hpp"
#include "isa/json_text.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::cuda;
using dsl::openmp::Parameter;
using kernels::openmp::CallArguments;
using kernels::openmp::GivenArguments;

constexpr std::size_t kMaxFiles = 1000;
constexpr std::int64_t kDefaultLimit = 300;
/// A launch that may take long enough to begin threads for it.
constexpr std::int64_t kManyThreads = 2048;

// ---- the command line

std::vector<ThreadModel> models_of(const Options& options) {
    const std::string model = options.choice("model").value_or("both");
    if (model == "both") return {ThreadModel::lockstep, ThreadModel::volta};
    return {thread_model_named(model)};
}

std::vector<const Engine*> engines_of(const Options& options) {
    const std::string engine = options.choice("engine").value_or("fast");
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
    if (models_of(options) == std::vector{ThreadModel::lockstep}) return {ThreadModel::lockstep};
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
    static const host::Pattern main_function(R"(\bmain\s*\()");
    return std::ranges::any_of(sources,
                               [](const reader::Source& source) { return main_function.is_in(source.text); });
}

std::chrono::seconds limit_of(const Options& options) {
    return std::chrono::seconds(
        static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(kDefaultLimit)));
}

/// What the command line names.
struct CudaFiles {
    std::optional<CudaRequest> kernel;                    ///< nothing: the files are a program
    std::shared_ptr<const ProgramBuild> build = nullptr;  ///< of the program
};

CudaFiles read_files(const Options& options) {
    CudaFiles files;
    const std::vector<reader::Source> sources = sources_of(options);
    if (!options.has("kernel") && seem_to_have_main(sources)) {
        files.build =
            std::make_shared<const ProgramBuild>(sources, limit_of(options));  // while they are read
        // If a file has errors, those of the program are to be reported, not those of all files as one text.
        if (sources.size() > 1) return files;
    }
    const SlowWork work("reading");
    CudaRequest request;
    request.source = source_of(options);
    request.source.function = options.text("kernel").value_or("");
    auto reading = kernels::read_kernel(request.source);
    if (!reading) throw InputError(fmt::format("musimd cuda: error: {}\n", reading.error()));
    if (reading->is_program) return files;
    if (!reading->kernel) throw InputError(reading->messages);
    request.warnings = std::move(reading->messages);
    request.kernel = std::move(*reading->kernel);
    files.kernel = std::move(request);
    return files;
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
    const std::string replay = replay_command("cuda", options, request.kernel.code, texts,
                                              {"kernel", "grid", "block", "shared", "resident", "warp",
                                               "engine", "max-steps", "undefined", "races"}) +
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

/// Unless the arguments name all numbers, also with others: equal numbers hide errors. Runs that may take
/// long are done at the same time.
std::vector<CudaRun> all_runs(const Options& options, const CudaRequest& request,
                              const LaunchConfiguration& config, const std::vector<ThreadModel>& models,
                              const GivenArguments& given) {
    std::vector<CudaRun> runs;
    const std::int64_t threads = config.threads();
    for (const std::int64_t number : {threads, threads - 1, std::int64_t{1}, std::int64_t{0}}) {
        const std::vector<std::string> texts =
            launch_argument_texts(options, request.kernel, given, config, number);
        if (std::ranges::find(runs, texts, &CudaRun::arguments) == runs.end())
            plan(options, request, config, models, texts, runs);
        if (!has_usual_scalar(request, given)) break;
    }
    const SlowWork work("running " + request.kernel.code.name);
    host::in_parallel(threads < kManyThreads ? 1 : host::usable_processors(), runs.size(),
                      [&](std::size_t i) { runs[i].run = run_of(request, runs[i]); });
    add_compiled(options, request, runs);
    return runs;
}

int run_kernel_of(const Options& options, CudaRequest& request, LaunchConfiguration config,
                  kernels::Judgement judgement) {
    std::cerr << request.warnings;
    if (const auto reason = why_not(request.kernel, config))
        throw InputError(fmt::format("musimd cuda: error: {}\n", *reason));
    const std::vector<ThreadModel> models = models_of(options, request);
    config.model = models.front();
    const GivenArguments given = cuda_arguments(options, request.kernel);
    for (const auto& [name, text] : given) request.given.insert(name);
    const auto usual_arguments = [&] {
        return read_cuda_arguments(
            request.kernel, launch_argument_texts(options, request.kernel, given, config, config.threads()));
    };
    if (const auto form = options.choice("emit")) return emit(request, usual_arguments(), config, *form);
    if (shows_views(options))
        show_launch(options, request.source, request.kernel, usual_arguments(), config,
                    *engines_of(options).front());
    if (debugs_launch(options)) {
        return debug_launch(options, request.source, request.kernel.included, [&](const Engine& engine) {
            run_launch(request.kernel, usual_arguments(), config, engine);
        });
    }
    const CudaReport report(request, all_runs(options, request, config, models, given), std::move(judgement));
    return finish_report(
        options, report, request.kernel.code.name,
        report.runs().front().run.printed + report.text() + (options.has("stats") ? report.launches() : ""));
}

// ---- whole programs

int run_program_of(const Options& options, std::shared_ptr<const ProgramBuild> build,
                   const Arguments& arguments, kernels::Judgement judgement) {
    for (const char* option :
         {"grid", "block", "shared", "arg", "elements", "emit", "seed", "lanes", "debug"}) {
        if (options.has(option))
            throw UsageError(fmt::format("'--{}' needs a kernel; choose one with --kernel", option));
    }
    ProgramSetting setting;
    setting.sources = sources_of(options);
    setting.arguments = arguments;
    setting.models = models_of(options);
    setting.engines = engines_of(options);
    setting.config = launch_configuration(options);
    setting.build = std::move(build);
    setting.limit = limit_of(options);
    return run_cuda_program(options, std::move(setting), std::move(judgement), format_option(options));
}

}  // namespace

int cuda(const Arguments& given_words) {
    const auto own_end = std::ranges::find(given_words, "--");
    const bool has_program_words = own_end != given_words.end();
    Options options = declare_cuda();
    if (!options.parse(Arguments(given_words.begin(), own_end), 1, kMaxFiles)) return kOk;
    const LaunchConfiguration config = launch_configuration(options);
    kernels::Judgement judgement = judgement_of(options);
    const std::string format = format_option(options);
    shows_views(options);  // refuses what cannot be combined, before anything is read
    for (const char* const view : {"lanes", "profile"}) {
        if (options.has(view) && format != "text") throw exclusive(view, "format");
    }
    CudaFiles files = read_files(options);
    if (!files.kernel)
        return run_program_of(options, std::move(files.build),
                              Arguments(own_end + (has_program_words ? 1 : 0), given_words.end()),
                              std::move(judgement));
    if (has_program_words)
        throw UsageError("arguments after '--' are for programs; set those of a kernel with --arg");
    return run_kernel_of(options, *files.kernel, config, std::move(judgement));
}

}  // namespace musimd::cli
