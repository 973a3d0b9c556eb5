#include "kernels/lockstep/machine_runs.hpp"

#include <algorithm>
#include <utility>

#include "host/parallel.hpp"
#include "host/processor.hpp"

namespace musimd::kernels::lockstep {
namespace {

using cuda::LaunchRun;
using End = TargetRun::End;

End end_of(LaunchRun::End end) {
    switch (end) {
        case LaunchRun::End::stop:
            return End::stop;
        case LaunchRun::End::trap:
            return End::finding;
        case LaunchRun::End::limit:
            return End::limit;
        case LaunchRun::End::refused:
        case LaunchRun::End::interrupted:
            break;
    }
    return End::refused;
}

void run_one(const Setting& setting, const Instances& instances,
             const std::vector<openmp::CallArguments>& arguments, TargetRun& run) {
    LaunchRun launched =
        cuda::run_launch(kernel_of(setting, instances, run.shape, run.order), arguments[run.arguments],
                         configuration_of(setting, run), *setting.engine);
    run.end = end_of(launched.end);
    run.is_accepted = launched.is_accepted;
    run.findings = std::move(launched.findings);
    run.warnings = std::move(launched.warnings);
    run.message = std::move(launched.message);
    run.line = launched.line;
    run.buffers = std::move(launched.buffers);
    run.cost = launched.cost;
    run.is_observed = launched.is_observed;
}

}  // namespace

cuda::LaunchConfiguration configuration_of(const Setting& setting, const TargetRun& run) {
    cuda::LaunchConfiguration config = setting.config;
    config.block = {run.shape.workers, 1, 1};
    config.model = model_of(run.target);
    return config;
}

const dsl::cuda::KernelFunction& kernel_of(const Setting& setting, const Instances& instances,
                                           const Shape& shape, IndexOrder order) {
    const auto at = std::ranges::find(setting.shapes, shape);
    return instances.kernels.at(order)[static_cast<std::size_t>(at - setting.shapes.begin())];
}

std::vector<TargetRun> run_on_machine(const Setting& setting, const Instances& instances,
                                      const std::vector<openmp::CallArguments>& arguments) {
    std::vector<TargetRun> runs;
    for (const IndexOrder order : setting.orders) {
        const bool is_first = order == setting.orders.front();
        bool is_first_model = true;
        for (const Target target : setting.targets) {
            if (!is_of_machine(target)) continue;
            if (!is_first && !std::exchange(is_first_model, false)) continue;
            for (std::size_t a = 0; a < (is_first ? arguments.size() : 1); ++a) {
                for (const Shape& shape : setting.shapes)
                    runs.push_back({.target = target, .shape = shape, .order = order, .arguments = a});
            }
        }
    }
    setting.report("running on the machine");
    host::in_parallel(host::usable_processors(), runs.size(),
                      [&](std::size_t i) { run_one(setting, instances, arguments, runs[i]); });
    return runs;
}

}  // namespace musimd::kernels::lockstep
