// musimd lockstep

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/command/text_files.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/debug_launch.hpp"
#include "cli/kernels/file_options.hpp"
#include "cli/kernels/finding_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/kernels/kernel_views.hpp"
#include "cli/kernels/lockstep_report.hpp"
#include "isa/json_text.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/lockstep/device_runs.hpp"

namespace musimd::cli {
namespace {

using namespace kernels::lockstep;
using dsl::openmp::Parameter;
using kernels::openmp::CallArguments;
using kernels::openmp::GivenArguments;

constexpr std::uint32_t kMaxWorkers = 1024;
constexpr std::uint32_t kMaxSimd = 1024;
constexpr std::uint32_t kMaxGrid = 1 << 20;
constexpr std::int64_t kDefaultLimit = 30;

// ---- the command line, and the options that the file states

std::vector<std::uint32_t> numbers_of(const Options& options, const std::string& name,
                                      const std::string& usual, std::uint32_t most,
                                      const std::string& meaning) {
    const std::string text = options.text(name).value_or(usual);
    std::vector<std::uint32_t> numbers;
    for (const std::string& part : comma_list(text)) {
        const bool is_number =
            !part.empty() && part.size() <= 9 && part.find_first_not_of("0123456789") == std::string::npos;
        const std::uint32_t number = is_number ? static_cast<std::uint32_t>(std::stoul(part)) : 0;
        if (number == 0 || number > most)
            throw invalid_value(name, text, fmt::format("expected {}, 1 to {}", meaning, most));
        if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
    }
    return numbers;
}

/// The values of a list of names; all of them if it is not given.
template <typename T, std::size_t N>
std::vector<T> named(const Options& options, const char* name, const char* const (&names)[N]) {
    std::vector<T> result;
    const auto text = options.text(name);
    if (!text) {
        for (std::size_t i = 0; i < N; ++i) result.push_back(static_cast<T>(i));
        return result;
    }
    for (const std::string& part : comma_list(*text)) {
        const auto at = std::ranges::find(names, part);
        if (at == std::end(names))
            throw invalid_choice(name, part,
                                 std::vector<std::string_view>(std::begin(names), std::end(names)));
        const T value = static_cast<T>(at - std::begin(names));
        if (std::ranges::find(result, value) == result.end()) result.push_back(value);
    }
    return result;
}

std::set<Target> targets_of(const Options& options) {
    std::set<Target> targets;
    for (const Target target : named<Target>(options, "targets", kTargetNames)) targets.insert(target);
    if (!options.has("targets") && why_no_gpu()) targets.erase(Target::nvcc);
    if (options.has("targets") && !options.has("model")) return targets;
    std::set<Target> machines;
    for (const ThreadModel model : thread_models_of(options.choice("model").value_or("both")))
        machines.insert(target_of(model));
    std::erase_if(targets,
                  [&](Target target) { return is_of_machine(target) && !machines.contains(target); });
    return targets;
}

kernels::cuda::LaunchConfiguration launch_of(const Options& options) {
    const auto grid = static_cast<std::uint32_t>(options.integer("grid", 1, kMaxGrid).value_or(1));
    kernels::cuda::LaunchConfiguration config = launch_conditions(options);
    config.grid = {grid, 1, 1};
    return config;
}

Setting setting_of(const Options& options) {
    Setting setting;
    setting.source = source_of(options);
    setting.source.function = options.text("kernel").value_or("");
    const auto workers = numbers_of(options, "workers", "1,7,32,64", kMaxWorkers, "numbers of workers");
    const auto simd = numbers_of(options, "simd", "1", kMaxSimd, "values of simdSize");
    for (const std::uint32_t size : simd) {
        for (const std::uint32_t number : workers) setting.shapes.push_back({number, size});
    }
    setting.orders = named<IndexOrder>(options, "orders", kIndexOrderNames);
    setting.targets = targets_of(options);
    setting.engine = find_engine(options.choice("engine").value_or("fast"));
    setting.config = launch_of(options);
    setting.limit = std::chrono::seconds(
        static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(kDefaultLimit)));
    const auto found = find_template(setting.source);
    if (!found) {
        refuse_wrong_command("lockstep", setting.source.file, setting.source.text);
        throw InputError(found.error());
    }
    setting.source.function = found->name;
    setting.has_simd = found->parameters == 2;
    if (!setting.has_simd && options.has("simd"))
        throw UsageError(
            fmt::format("'--simd' needs a kernel template with simdSize; {} has only the number of workers",
                        found->name));
    return setting;
}

// ---- arguments

std::int64_t threads_of(const Setting& setting) {
    std::uint32_t workers = 1;
    for (const Shape& shape : setting.shapes) workers = std::max(workers, shape.workers);
    return std::int64_t{setting.config.grid[0]} * workers;
}

/// Those of the first list, and others if numbers are not given: equal numbers hide errors.
std::vector<std::vector<std::string>> lists_of_arguments(const Options& options, LockstepRequest& request) {
    GivenArguments given = cuda_arguments(options, request.kernel());
    for (const auto& [name, text] : given) request.given.insert(name);
    const bool has_usual_number = std::ranges::any_of(
        request.kernel().code.parameters,
        [&](const Parameter& p) { return !p.buffer && !p.boolean && !given.contains(p.name); });
    add_device_variables(request.kernel(), given);
    const std::int64_t threads = threads_of(request.setting);
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    const auto elements =
        static_cast<std::int64_t>(options.integer("elements", 1, 1 << 24).value_or(4 * threads));
    std::vector<std::vector<std::string>> lists;
    for (const std::int64_t number : {threads, threads - 1, std::int64_t{1}, std::int64_t{0}}) {
        auto texts = kernels::openmp::argument_texts(request.kernel().code, given, seed,
                                                     {.number = number, .elements = elements});
        if (std::ranges::find(lists, texts) == lists.end()) lists.push_back(std::move(texts));
        if (!has_usual_number) break;
    }
    return lists;
}

void check_launches(const Setting& setting, const Instances& instances) {
    for (std::size_t i = 0; i < setting.shapes.size(); ++i) {
        auto config = setting.config;
        config.block = {setting.shapes[i].workers, 1, 1};
        if (const auto refused = why_not(instances.kernels.begin()->second[i], config))
            throw InputError(fmt::format("musimd lockstep: error: {}\n", refused->reason));
    }
}

/// The launch of the first instance.
kernels::cuda::LaunchConfiguration first_launch(const Setting& setting) {
    kernels::cuda::LaunchConfiguration config = setting.config;
    config.block = {setting.shapes.front().workers, 1, 1};
    if (is_of_machine(*setting.targets.begin())) config.model = model_of(*setting.targets.begin());
    return config;
}

int run_kernel(const Options& options) {
    const bool with_views = shows_views(options);
    LockstepRequest request;
    request.judgement = judgement_of(options);
    request.setting = setting_of(options);
    ProgressLine progress;
    request.setting.progress = [&](const std::string& doing) {
        if (progress.due()) progress.show("musimd lockstep: " + doing);
    };
    auto instances = read_instances(request.setting);
    if (!instances) throw InputError(instances.error());
    request.instances = *std::move(instances);
    check_launches(request.setting, request.instances);
    request.arguments = lists_of_arguments(options, request);
    std::vector<CallArguments> arguments;
    for (const std::vector<std::string>& texts : request.arguments) {
        arguments.push_back(read_cuda_arguments(request.kernel(), texts, "lockstep"));
        request.replays.push_back(
            replay_command("lockstep", options, request.kernel().code, texts,
                           {"kernel", "grid", "warp", "engine", "max-steps", "undefined", "races"}) +
            (request.setting.config.goes_on ? " --continue" : ""));
    }
    if (with_views)
        show_launch(options, request.setting.source, request.kernel(), arguments.front(),
                    first_launch(request.setting), *request.setting.engine);
    if (debugs_launch(options)) {
        return debug_launch(
            options, request.setting.source, request.kernel().included, [&](const Engine& engine) {
                run_launch(request.kernel(), arguments.front(), first_launch(request.setting), engine);
            });
    }
    request.compares_models = options.choice("model") == "all";
    const LockstepReport report(request, run_all(request.setting, request.instances, arguments));
    progress.clear();
    std::cerr << request.instances.warnings;
    return finish_report(options, report, request.kernel().code.name, report.text());
}

}  // namespace

int lockstep(const Arguments& arguments) {
    Options given = declare_lockstep();
    if (!given.parse(arguments, 1, 1)) return kOk;
    const Options options = with_options_of_files(declare_lockstep, given, arguments);
    return run_kernel(options);
}

}  // namespace musimd::cli
