#include "differential/cuda/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "differential/cuda/plain_values.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::cuda {
namespace {

using Elements = std::vector<std::vector<std::uint64_t>>;

constexpr std::uint64_t kMaxSteps = 2'000'000;

kernels::cuda::LaunchConfiguration configuration_of(const Drawn& kernel, ThreadModel model) {
    kernels::cuda::LaunchConfiguration config;
    config.consistency = Consistency::cpp;  // PTX excuses some races that are planted
    config.grid = kernel.grid;
    config.block = kernel.block;
    config.shared_bytes = dynamic_bytes(kernel);
    config.model = model;
    config.max_steps = kMaxSteps;
    return config;
}

/// In the order of the arrays.
Elements elements_after(const Drawn& kernel, const dsl::cuda::KernelFunction& read,
                        const kernels::cuda::LaunchRun& run) {
    Elements elements(kernel.arrays.size());
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const auto parameter =
            std::ranges::find(read.code.parameters, kernel.arrays[a].name, &dsl::openmp::Parameter::name);
        if (parameter != read.code.parameters.end() && parameter->buffer &&
            *parameter->buffer < run.buffers.size())
            elements[a] = run.buffers[*parameter->buffer];
    }
    return elements;
}

bool is_one_of(const std::set<std::string>& kinds, const std::string& kind) {
    if (kinds.contains(kind) || kinds.contains("barrier") || kinds.contains("mask")) return true;
    // Who reads what nobody orders may read what is not written yet.
    return kinds.contains("race") && (kind == "undefined-memory" || kind == "undefined-variable");
}

std::string text_of(const kernels::cuda::LaunchRun& run) {
    if (!run.findings.empty()) return run.findings.back().kind + ": " + run.findings.back().message;
    if (!run.warnings.empty()) return run.warnings.front().kind + ": " + run.warnings.front().message;
    return run.message.empty() ? "nothing is reported" : run.message;
}

/// What is wrong with the run of a kernel that has no defect.
std::string wrong_in_clean(const Drawn& kernel, const Elements& expected,
                           const dsl::cuda::KernelFunction& read, const kernels::cuda::LaunchRun& run) {
    if (run.end != kernels::cuda::LaunchRun::End::stop || !run.findings.empty() || !run.warnings.empty())
        return text_of(run);
    return first_difference(kernel, expected, elements_after(kernel, read, run));
}

/// Of one that has: the finding is reported, by its name.
std::string wrong_in_defect(const std::set<std::string>& kinds, const kernels::cuda::LaunchRun& run) {
    if (kinds.contains("unknown")) return "";
    const bool may_warn = kinds.contains("barrier") || kinds.contains("mask");
    if (!run.findings.empty() && is_one_of(kinds, run.findings.back().kind)) return "";
    if (may_warn && !run.warnings.empty()) return "";
    return fmt::format("expected {}: {}", fmt::join(kinds, " or "), text_of(run));
}

std::string wrong_in(const Drawn& kernel, const PlainRun& expected, ThreadModel model,
                     const dsl::cuda::KernelFunction& read, const kernels::cuda::LaunchRun& run) {
    if (run.end == kernels::cuda::LaunchRun::End::refused) return run.message;
    if (expected.is_clean()) return wrong_in_clean(kernel, expected.buffers, read, run);
    const auto& kinds = model == ThreadModel::lockstep ? expected.lockstep : expected.volta;
    // What threads of a warp do to each other may go well in lock step.
    return kinds.empty() ? "" : wrong_in_defect(kinds, run);
}

}  // namespace

std::string first_difference(const Drawn& kernel, const Elements& expected, const Elements& actual) {
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        if (array.space != Array::Space::output) continue;
        for (std::size_t i = 0; i < expected[a].size(); ++i) {
            const std::uint64_t wanted = without_payload(expected[a][i], array.type);
            if (i < actual[a].size() && without_payload(actual[a][i], array.type) == wanted) continue;
            return fmt::format("{}[{}] is {:#x}, expected {:#x}", array.name, i,
                               i < actual[a].size() ? actual[a][i] : 0, wanted);
        }
    }
    return "";
}

namespace {

using Reading = tl::expected<reader::KernelReading, std::string>;

/// `by`: what has read it, in messages.
void check_reading(const Drawn& kernel, const Reading& read, std::string_view by,
                   std::span<const harness::MachineTarget> targets, harness::Checked<PlainRun>& checked) {
    if (!read || !read->kernel) {
        checked.mismatches.push_back({harness::kFrontEnd, Fault::refused,
                                      fmt::format("{}{}", by, read ? read->messages : read.error())});
        return;
    }
    const auto arguments = harness::read_arguments(read->kernel->code, arguments_of(kernel));
    if (!arguments) {
        checked.mismatches.push_back({harness::kFrontEnd, Fault::refused, arguments.error()});
        return;
    }
    for (const harness::MachineTarget& target : targets) {
        const kernels::cuda::LaunchRun run = kernels::cuda::run_launch(
            *read->kernel, *arguments, configuration_of(kernel, target.model), *target.engine);
        const bool shows_steps = run.is_observed;
        if (!shows_steps && !checked.expected.is_clean()) continue;  // it finds less
        std::string problem = wrong_in(kernel, checked.expected, target.model, *read->kernel, run);
        if (!problem.empty())
            checked.mismatches.push_back(
                {target.name(),
                 run.end == kernels::cuda::LaunchRun::End::refused ? Fault::refused : Fault::difference,
                 fmt::format("{}{}", by, problem)});
    }
}

}  // namespace

/// The tree of the small reader runs on one target: the engines are compared by that of Clang.
harness::Checked<PlainRun> check(const Drawn& kernel, std::span<const harness::MachineTarget> targets) {
    harness::Checked<PlainRun> checked{run_plainly(kernel), {}};
    const reader::Source source{.file = "k.cu", .text = source_of(kernel), .function = "k", .options = {}};
    check_reading(kernel, kernels::read_kernel(source), "", targets, checked);
    check_reading(kernel, kernels::read_small_kernel(source),
                  "read without Clang: ", targets.first(std::min<std::size_t>(targets.size(), 1)), checked);
    return checked;
}

}  // namespace musimd::differential::cuda
