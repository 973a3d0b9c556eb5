#include "differential/lockstep/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kernels/lockstep/machine_runs.hpp"

namespace musimd::differential::lockstep {
namespace {

constexpr std::uint64_t kMaxSteps = 5'000'000;

kernels::lockstep::Setting setting_of(const Drawn& kernel) {
    kernels::lockstep::Setting setting;
    setting.source = {.file = "k.cu", .text = source_of(kernel), .function = "k", .options = {}};
    setting.config.grid = {kernel.grid, 1, 1};
    setting.config.max_steps = kMaxSteps;
    return setting;
}

/// The instances of each order are read at once.
tl::expected<kernels::lockstep::Instances, std::string> read(const Drawn& kernel,
                                                             kernels::lockstep::Setting& setting) {
    kernels::lockstep::Instances all;
    for (const kernels::lockstep::IndexOrder order :
         {kernels::lockstep::IndexOrder::ascending, kernels::lockstep::IndexOrder::descending,
          kernels::lockstep::IndexOrder::shuffled}) {
        kernels::lockstep::Setting part = setting;
        part.orders = {order};
        for (const Instance& instance : kernel.instances)
            if (instance.order == order) part.shapes.push_back(instance.shape);
        if (part.shapes.empty()) continue;
        auto instances = kernels::lockstep::read_instances(part);
        if (!instances) return tl::unexpected(instances.error());
        all.kernels[order] = std::move(instances->kernels[order]);
    }
    return all;
}

/// What differs first; empty: nothing does.
std::string first_difference(const Drawn& kernel, const dsl::cuda::KernelFunction& read,
                             const PlainRun& expected, const kernels::cuda::LaunchRun& run) {
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const auto parameter =
            std::ranges::find(read.code.parameters, kernel.arrays[a].name, &dsl::openmp::Parameter::name);
        if (parameter == read.code.parameters.end() || !parameter->buffer) continue;
        const std::vector<std::uint64_t>& after = run.buffers[*parameter->buffer];
        for (std::size_t i = 0; i < expected.elements[a].size(); ++i) {
            if (static_cast<std::uint32_t>(after[i]) != expected.elements[a][i])
                return fmt::format("{}[{}] is {}, expected {}", kernel.arrays[a].name, i,
                                   static_cast<std::uint32_t>(after[i]), expected.elements[a][i]);
        }
    }
    return {};
}

std::string text_of(const kernels::cuda::LaunchRun& run) {
    if (!run.findings.empty()) return run.findings.back().kind + ": " + run.findings.back().message;
    return run.message.empty() ? "nothing is reported" : run.message;
}

std::string wrong_in_race(const kernels::cuda::LaunchRun& run) {
    // Who reads what nobody orders may read what is not written yet.
    const bool is_found = std::ranges::any_of(run.findings, [](const kernels::Finding& found) {
        return found.kind == "race" || found.kind == "undefined-memory" || found.kind == "undefined-variable";
    });
    return is_found ? "" : "expected race: " + text_of(run);
}

std::string wrong_in(const Drawn& kernel, const dsl::cuda::KernelFunction& read, const PlainRun& expected,
                     const Meeting& meeting, ThreadModel model, const kernels::cuda::LaunchRun& run) {
    if (run.end == kernels::cuda::LaunchRun::End::refused) return run.message;
    const bool must_race = model == ThreadModel::lockstep ? meeting.warps : meeting.workers;
    if (must_race) return wrong_in_race(run);
    if (meeting.workers) return {};  // what the threads of a warp do to each other may go well in lock step
    if (run.end != kernels::cuda::LaunchRun::End::stop || !run.findings.empty() || !run.warnings.empty())
        return text_of(run);
    return first_difference(kernel, read, expected, run);
}

}  // namespace

harness::Checked<PlainRun> check(const Drawn& kernel, std::span<const harness::MachineTarget> targets) {
    harness::Checked<PlainRun> checked{run_plainly(kernel), {}};
    if (checked.expected.is_too_long) return checked;
    kernels::lockstep::Setting setting = setting_of(kernel);
    const auto instances = read(kernel, setting);
    if (!instances) {
        checked.mismatches.push_back({harness::kFrontEnd, Fault::refused, instances.error()});
        return checked;
    }
    const auto& code = instances->kernels.begin()->second.front().code;
    const auto arguments = harness::read_arguments(code, arguments_of(kernel));
    if (!arguments) {
        checked.mismatches.push_back({harness::kFrontEnd, Fault::refused, arguments.error()});
        return checked;
    }
    std::set<std::string> wrong;
    std::map<kernels::lockstep::IndexOrder, std::size_t> next;  // of the order's instances
    for (std::size_t i = 0; i < kernel.instances.size(); ++i) {
        const auto& [shape, order] = kernel.instances[i];
        const dsl::cuda::KernelFunction& read = instances->kernels.at(order)[next[order]++];
        for (const harness::MachineTarget& target : targets) {
            kernels::cuda::LaunchConfiguration config = setting.config;
            config.consistency = Consistency::cpp;  // PTX excuses some races that are planted
            config.block = {shape.workers, 1, 1};
            config.model = target.model;
            const kernels::cuda::LaunchRun run = run_launch(read, *arguments, config, *target.engine);
            const std::string problem =
                wrong_in(kernel, read, checked.expected, checked.expected.meetings[i], target.model, run);
            if (problem.empty() || !wrong.insert(target.name()).second) continue;
            const bool is_refused = run.end == kernels::cuda::LaunchRun::End::refused;
            checked.mismatches.push_back({target.name(), is_refused ? Fault::refused : Fault::difference,
                                          fmt::format("{} workers, simd {}, {}: {}", shape.workers,
                                                      shape.simd, to_string(order), problem)});
        }
    }
    return checked;
}

}  // namespace musimd::differential::lockstep
