// musimd cuda

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/cuda_report.hpp"
#include "cli/front_end_options.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "differential/kernels/compare/comparison.hpp"
#include "differential/openmp/arguments.hpp"
#include "differential/openmp/front_end.hpp"
#include "dsl/text/source.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using namespace differential::cuda;
using differential::openmp::CallArguments;
using differential::openmp::GivenArguments;
using dsl::openmp::Parameter;

constexpr std::size_t kMostFiles = 1000;
constexpr Integer kMostOfGrid = 1 << 20;
constexpr Integer kMostOfBlock = 1 << 20;  // larger ones than CUDA's get a message of their own

constexpr std::string_view kAbout =
    "Runs a kernel of CUDA C++ on the machine, without a GPU: under lockstep, where the threads of a warp "
    "run\n"
    "together as before Volta, and under volta, where each thread runs by itself. Reports races, barriers "
    "that\n"
    "threads skip, wrong masks, accesses outside of arrays, reads of what was never written, and results "
    "that\n"
    "depend on the model. No toolkit is needed.\n\n"
    "Exit status: 0 nothing is wrong, 1 a finding or a difference, 2 bad input, 3 the step limit.\n";

constexpr std::string_view kExamples =
    "What is not given has a default that the report states: the only kernel of the file, one block of 32\n"
    "threads, pointers to small random elements, four times as many as there are threads, and scalars equal "
    "to\n"
    "the number of threads; then also 0, 1 and one less, because equal scalars hide errors.\n"
    "Arguments (--arg NAME=…) of pointers:\n"
    "  a=100  a=100:zeros  a=100:iota  a=1,2,3  a=between:LOW:HIGH:SEED[100]  a=random:SEED[100]  a=@FILE\n\n"
    "Examples:\n"
    "  musimd cuda reduce.cu\n"
    "  musimd cuda reduce.cu --kernel reduce --grid 4 --block 128 --arg n=500 --arg in=500:iota\n"
    "  musimd cuda reduce.cu --model volta --json\n";

}  // namespace

Options declare_cuda() {
    Options options("cuda", "FILE…", kAbout, kExamples);
    options.value("kernel", "NAME", "the kernel, if the file has several");
    options.value("grid", "X[,Y[,Z]]", "the blocks of the grid (default 1)");
    options.value("block", "X[,Y[,Z]]", "the threads of a block (default 32)");
    options.value("shared", "BYTES", "the bytes of `extern __shared__` arrays (default 0)");
    options.value("warp", "N", "the threads of a warp (default 32)");
    options.one_of("model", "NAME", {"lockstep", "volta", "both"},
                   "the thread model: lockstep, volta or both (default both)");
    declare_source_options(options);
    options.value("elements", "N", "the elements of pointers that are not given");
    options.value("seed", "S", "seed of random arguments that name none (default 0)");
    options.one_of("engine", "NAME", {"fast", "rules", "both"},
                   "the engine that runs the machine; both compares them (default fast)");
    options.value("max-steps", "N",
                  "the step limit of a warp, or of a thread under volta (default 10000000)");
    options.one_of("warnings", "error", {"error"}, "warnings are errors");
    options.one_of("emit", "asm|tree", {"asm", "tree"},
                   "print the program, or the kernel as a tree; and no results");
    options.flag("json", "print the result as one JSON object");
    return options;
}

namespace {

// ---- the command line

dsl::Dimensions dimensions_of(const Options& options, const char* name, dsl::Dimensions otherwise,
                              Integer most) {
    const auto text = options.text(name);
    if (!text) return otherwise;
    const std::vector<std::string> parts = comma_list(*text);
    dsl::Dimensions result = {1, 1, 1};
    const bool is_list = parts.size() <= 3 && std::ranges::all_of(parts, [](const std::string& part) {
                             return !part.empty() && part.size() <= 7 &&
                                    part.find_first_not_of("0123456789") == std::string::npos;
                         });
    if (!is_list) throw invalid_value(name, *text, "expected up to three numbers, as in 8 or 8,4,2");
    for (std::size_t d = 0; d < parts.size(); ++d) {
        result[d] = static_cast<std::uint32_t>(std::stoul(parts[d]));
        if (result[d] == 0 || Integer{result[d]} > most)
            throw invalid_value(name, *text,
                                fmt::format("a dimension is 1 to {}", static_cast<std::int64_t>(most)));
    }
    return result;
}

LaunchConfiguration configuration(const Options& options) {
    LaunchConfiguration how;
    how.grid = dimensions_of(options, "grid", how.grid, kMostOfGrid);
    how.block = dimensions_of(options, "block", how.block, kMostOfBlock);
    how.shared_bytes = static_cast<std::int64_t>(options.integer("shared", 0, 1 << 30).value_or(0));
    how.warp = static_cast<std::uint32_t>(options.integer("warp", 1, 64).value_or(32));
    how.max_steps = static_cast<std::uint64_t>(
        options.integer("max-steps", 1, std::int64_t{1} << 62).value_or(10'000'000));
    return how;
}

std::vector<ThreadModel> models_of(const Options& options) {
    const std::string model = options.choice("model").value_or("both");
    if (model == "both") return {ThreadModel::lockstep, ThreadModel::volta};
    return {thread_model_named(model)};
}

std::vector<const Engine*> engines_of(const Options& options) {
    const std::string engine = options.choice("engine").value_or("fast");
    std::vector<const Engine*> result;
    for (const Engine& one : core_engines()) {
        if (one.name == engine || engine == "both") result.push_back(&one);
    }
    return result;
}

CudaRequest read_request(const Options& options) {
    CudaRequest request;
    request.source = source_of(options);
    request.source.function = options.text("kernel").value_or("");
    auto reading = differential::openmp::read_kernel(request.source);
    if (!reading) throw InputError(fmt::format("musimd cuda: error: {}\n", reading.error()));
    if (!reading->kernel) throw InputError(reading->messages);
    request.warnings = std::move(reading->messages);
    request.kernel = std::move(*reading->kernel);
    return request;
}

// ---- arguments

/// Its initial elements.
std::string text_of(const dsl::cuda::DeviceVariable& variable, Type type) {
    if (std::ranges::all_of(variable.initial, [](std::uint64_t pattern) { return pattern == 0; }))
        return fmt::format("zeros[{}]", variable.initial.size());
    std::vector<std::string> texts;
    for (const std::uint64_t pattern : variable.initial)
        texts.push_back(differential::value_text(pattern, type));
    return fmt::format("{}", fmt::join(texts, ","));
}

std::vector<std::string> texts_of(const Options& options, const CudaRequest& request,
                                  const GivenArguments& given, const LaunchConfiguration& how,
                                  std::int64_t number) {
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    const auto elements = static_cast<std::int64_t>(
        options.integer("elements", 1, 1 << 24).value_or(4 * Integer{how.threads()}));
    GivenArguments all = given;
    for (const dsl::cuda::DeviceVariable& variable : request.kernel.variables) {
        const Parameter& parameter = request.kernel.code.parameters[variable.parameter];
        all.emplace(parameter.name, text_of(variable, parameter.type));
    }
    return differential::openmp::argument_texts(request.kernel.code, all, seed,
                                                {.number = number, .elements = elements});
}

bool has_usual_scalar(const CudaRequest& request, const GivenArguments& given) {
    return std::ranges::any_of(request.kernel.code.parameters, [&](const Parameter& p) {
        return !p.buffer && !p.boolean && !given.contains(p.name);
    });
}

CallArguments read_arguments(const CudaRequest& request, const std::vector<std::string>& texts) {
    auto arguments = differential::openmp::read_arguments(request.kernel.code, texts);
    if (!arguments) throw InputError(fmt::format("musimd cuda: error: {}\n", arguments.error()));
    return *std::move(arguments);
}

// ---- runs

int emit(const CudaRequest& request, const CallArguments& arguments, const LaunchConfiguration& how,
         const std::string& what) {
    if (what == "tree")
        std::cout << dsl::print_tree(differential::openmp::tree_of(request.kernel.code));
    else
        std::cout << dsl::print_listing(program_of(request.kernel, arguments, how).program,
                                        request.source.text);
    return kOk;
}

void run_all(const Options& options, const CudaRequest& request, LaunchConfiguration how,
             const std::vector<std::string>& texts, std::vector<CudaRun>& runs) {
    const CallArguments arguments = read_arguments(request, texts);
    const std::string replay =
        replay_command("cuda", options, request.kernel.code, texts,
                       {"kernel", "grid", "block", "shared", "warp", "engine", "max-steps"});
    for (const ThreadModel model : models_of(options)) {
        how.model = model;
        for (const Engine* engine : engines_of(options))
            runs.push_back({texts, replay, how, std::string(engine->name),
                            run_launch(request.kernel, arguments, how, *engine)});
    }
}

}  // namespace

int cuda(const Arguments& given_words) {
    Options options = declare_cuda();
    if (!options.parse(given_words, 1, kMostFiles)) return kOk;
    LaunchConfiguration how = configuration(options);
    const CudaRequest request = read_request(options);
    std::cerr << request.warnings;
    if (const auto reason = why_not(request.kernel, how))
        throw InputError(fmt::format("musimd cuda: error: {}\n", *reason));
    const GivenArguments given = given_arguments(options, request.kernel.code);
    const std::int64_t threads = how.threads();
    const std::vector<std::string> usual = texts_of(options, request, given, how, threads);
    if (const auto what = options.choice("emit")) {
        how.model = models_of(options).front();
        return emit(request, read_arguments(request, usual), how, *what);
    }
    std::vector<CudaRun> runs;
    run_all(options, request, how, usual, runs);
    if (has_usual_scalar(request, given)) {
        for (const std::int64_t number : {threads - 1, std::int64_t{1}, std::int64_t{0}}) {
            const std::vector<std::string> texts = texts_of(options, request, given, how, number);
            const bool is_new = std::ranges::find(runs, texts, &CudaRun::arguments) == runs.end();
            if (is_new) run_all(options, request, how, texts, runs);
        }
    }
    const CudaReport report(request, std::move(runs), options.choice("warnings").has_value());
    constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
    std::cout << (options.has("json") ? report.json().dump(2, ' ', false, kReplace) + "\n" : report.text());
    std::cerr << report.findings();
    return report.status();
}

}  // namespace musimd::cli
