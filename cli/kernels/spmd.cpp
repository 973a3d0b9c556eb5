// musimd spmd

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"
#include "cli/kernels/backends.hpp"
#include "cli/kernels/debug_launch.hpp"
#include "cli/kernels/file_options.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "cli/kernels/spmd_models.hpp"
#include "cli/kernels/spmd_report.hpp"
#include "dsl/portability.hpp"
#include "dsl/text/source.hpp"
#include "engines/engines.hpp"
#include "engines/executor.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/spmd/batch.hpp"
#include "kernels/spmd/input.hpp"
#include "kernels/spmd/kernel_file.hpp"
#include "kernels/spmd/run.hpp"

namespace musimd::cli {
namespace {

using namespace kernels;

constexpr std::int64_t kDefaultElements = 131;  // two 512-bit vectors of bytes, and a tail
constexpr std::int64_t kMaxElements = 1 << 20;

// ---- the command line

const KernelSignature& pick_kernel(const std::vector<KernelSignature>& kernels, const Options& options,
                                   const std::string& file) {
    if (kernels.empty()) throw InputError(file, "no kernel is defined in this file");
    std::vector<std::string_view> names;
    for (const KernelSignature& kernel : kernels) names.push_back(kernel.name);
    const auto wanted = options.text("kernel");
    if (!wanted && kernels.size() > 1) {
        throw UsageError(fmt::format("{} has several kernels; '--kernel' selects one of {}",
                                     shown(file, SIZE_MAX), fmt::join(names, ", ")));
    }
    const auto found = wanted ? std::ranges::find(kernels, *wanted, &KernelSignature::name) : kernels.begin();
    if (found == kernels.end()) {
        throw InputError(file,
                         fmt::format("unknown kernel '{}'{}", shown(*wanted), did_you_mean(*wanted, names)));
    }
    return *found;
}

ArgumentTexts argument_texts(const Options& options) {
    ArgumentTexts texts;
    for (const std::string& given : options.texts("arg")) {
        const std::size_t at = given.find('=');
        if (at == std::string::npos) {
            throw invalid_value("arg", given, "expected NAME=…");
        }
        texts.emplace_back(given.substr(0, at), given.substr(at + 1));
    }
    return texts;
}

SpmdRequest read_request(const Options& options) {
    SpmdRequest request;
    request.file = options.operands()[0];
    request.text = read_text(request.file);
    const std::vector<KernelSignature> kernels = find_kernels(request.text);
    if (kernels.empty()) refuse_wrong_command("spmd", request.file, request.text);
    const KernelSignature& kernel = pick_kernel(kernels, options, request.file);
    const auto bits = static_cast<int>(options.integer("bits", 1, 1024).value_or(32));
    const auto entry = entry_of(kernel, bits, options.text("template").value_or(""));
    if (!entry) throw InputError(fmt::format("{}:{}: error: {}\n", request.file, kernel.line, entry.error()));
    const auto n =
        static_cast<std::int64_t>(options.integer("n", 0, kMaxElements).value_or(kDefaultElements));
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    request.line = kernel.line;
    KernelEntry unrolled = *entry;
    unrolled.unroll = static_cast<int>(options.integer("unroll", 1, 16).value_or(1));
    auto launch = make_case(*entry, 0, n, argument_texts(options), seed);
    if (!launch) throw InputError(fmt::format("musimd spmd: error: {}\n", launch.error()));
    request.launch = *std::move(launch);
    request.replay = replay_command(
        "spmd", options,
        {"model", "kernel", "bits", "template", "n", "unroll", "seed", "backends", "unmasked", "max-steps"});
    // The file is included, so that messages name it, and its own includes are found next to it.
    request.path = std::filesystem::absolute(request.file).lexically_normal().string();
    request.unit = {fmt::format("#include \"{}\"\n", request.path), {std::move(unrolled)}};
    if (options.choice("unmasked") == "gpu") request.unmasked = dsl::UnmaskedReading::active_lanes;
    return request;
}

// ---- the machine

// The tolerated difference: the worst that the kernel's functions promise; nullopt if any result is allowed.
std::optional<Tolerance> tolerance_of(const std::vector<dsl::Portability>& may_differ,
                                      const KernelEntry& entry) {
    Tolerance tolerance;
    for (const dsl::Portability& deviation : may_differ) {
        if (deviation.comparison == dsl::Comparison::never) return std::nullopt;
        if (deviation.comparison != dsl::Comparison::within) continue;
        const auto type = type_of(TypeKind::floating, entry.bits);
        if (type) tolerance.ulps = std::max(tolerance.ulps, allowed_ulps(deviation.promise, *type));
    }
    return tolerance;
}

std::uint64_t max_steps_of(const Options& options) {
    return static_cast<std::uint64_t>(
        options.integer("max-steps", 1, std::int64_t{1} << 62).value_or(10'000'000));
}

const Engine& engine_of(const Options& options) {
    return *find_engine(options.choice("engine").value_or("fast"));
}

/// The model that is shown: of `all`, the first.
ThreadModel model_of(const Options& options) {
    return thread_models_of(options.choice("model").value_or("lockstep")).front();
}

std::unique_ptr<dsl::Executor> pick_executor(const Options& options, Observer* observer) {
    return executor_of(engine_of(options), max_steps_of(options), observer, model_of(options));
}

using Backends = std::vector<std::unique_ptr<Backend>>;

std::chrono::seconds time_limit(const Options& options) {
    return std::chrono::seconds(options.integer("seconds", 1, 3600).value_or(5));
}

std::vector<BackendReport> compare(const SpmdRequest& request, const Options& options,
                                   const Backends& backends, const KernelRun& run,
                                   const std::optional<Tolerance>& tolerance) {
    RunLimits limits;
    limits.each = time_limit(options);
    std::vector<BackendReport> reports;
    for (const auto& backend : backends) {
        reports.push_back(compare_on(*backend, request.unit, request.launch, run.memory,
                                     tolerance.value_or(Tolerance{}), {}, limits, request.path));
    }
    return reports;
}

int run_and_compare(const SpmdRequest& request, const Options& options, const dsl::Kernel& kernel,
                    dsl::Executor& executor, const Backends& backends, KernelViews& views) {
    const KernelEntry& entry = request.unit.entries[0];
    kernels::Judgement judgement = judgement_of(options);
    views.begin(entry.kernel);
    KernelRun run = run_kernel(kernel, entry, request.launch, executor, request.unmasked);
    views.finish();
    if (run.execution.kind == dsl::Execution::Kind::refused)
        throw InputError(fmt::format("musimd spmd: error: {}\n", run.execution.message));
    std::vector<dsl::Portability> may_differ = dsl::non_portable(kernel);
    const auto tolerance = tolerance_of(may_differ, entry);
    std::vector<BackendReport> reports;
    if (run.execution.kind == dsl::Execution::Kind::stop)
        reports = compare(request, options, backends, run, tolerance);
    std::optional<ModelAgreement> agreement;
    if (options.choice("model") == "all")
        agreement = agreement_of(request, kernel, engine_of(options), max_steps_of(options));
    const SpmdReport report(request,
                            {std::move(run), std::move(may_differ), std::move(reports), tolerance.has_value(),
                             std::move(agreement)},
                            std::move(judgement));
    return finish_report(options, report, entry.kernel, report.text());
}

int emit(const SpmdRequest& request, const std::string& form, const dsl::Kernel& kernel) {
    if (form == "source") {
        std::cout << dsl::print_source(kernel);
        return kOk;
    }
    if (form == "tree") {
        std::cout << dsl::print_tree(kernel);
        return kOk;
    }
    if (request.launch.elements == 0) throw UsageError("'--emit' needs at least one element");
    const dsl::Launch launch = launch_of(kernel, request.unit.entries[0], request.launch, request.unmasked);
    std::cout << dsl::print_listing(dsl::lower(kernel, launch), request.text);
    return kOk;
}

}  // namespace

int spmd(const Arguments& arguments) {
    Options given = declare_spmd();
    if (!given.parse(arguments, 1, 1)) return kOk;
    const Options options = with_options_of_files(declare_spmd, given, arguments);
    const auto form = options.choice("emit");
    const SpmdRequest request = read_request(options);
    shows_views(options);
    KernelViews views(
        options,
        kernels::SourceLines({.file = request.file, .text = request.text, .function = {}, .options = {}}));
    const auto executor = pick_executor(options, views.observer());
    const auto backends = form ? Backends{} : pick_backends(options, "spmd", Compilers::usual);
    const auto recorded = RecordedUnit::load(request.unit);
    if (!recorded) throw InputError(request.in_its_name(recorded.error()));
    const auto kernel = recorded->record(request.launch, {time_limit(options), request.file, request.line});
    if (!kernel) throw InputError(request.in_its_name(kernel.error()) + "\n");
    if (debugs_launch(options)) {
        const reader::Source source{
            .file = request.file, .text = request.text, .function = {}, .options = {}};
        return debug_launch(options, source, {}, [&](const Engine& engine) {
            run_kernel(*kernel, request.unit.entries[0], request.launch,
                       *executor_of(engine, max_steps_of(options), nullptr, model_of(options)),
                       request.unmasked);
        });
    }
    return form ? emit(request, *form, *kernel)
                : run_and_compare(request, options, *kernel, *executor, backends, views);
}

}  // namespace musimd::cli
