#include "kernels/lockstep/runs.hpp"

#include <algorithm>

#include "host/parallel.hpp"
#include "host/processor.hpp"
#include "kernels/lockstep/device_runs.hpp"
#include "kernels/lockstep/host_runs.hpp"
#include "kernels/lockstep/machine_runs.hpp"

namespace musimd::kernels::lockstep {
namespace {

/// A compilation, and what it makes run.
struct Job {
    Target target = Target::threads;
    IndexOrder order = IndexOrder::ascending;
};

// Another order is that of one worker: threads interleave anyway, and devices compile for long.
std::vector<Job> jobs_of(const Setting& setting) {
    std::vector<Job> jobs;
    for (const IndexOrder order : setting.orders) {
        for (const Target target : setting.targets) {
            const bool is_first = order == setting.orders.front();
            if (!is_of_machine(target) && (is_first || target == Target::one_worker))
                jobs.push_back({target, order});
        }
    }
    return jobs;
}

std::vector<TargetRun> run(const Job& job, const Setting& setting, const Instances& instances,
                           const std::vector<openmp::CallArguments>& arguments) {
    if (job.target == Target::nvrtc) return compile_by_nvrtc(setting, instances, job.order);
    if (job.target == Target::nvcc) return run_by_nvcc(setting, instances, job.order, arguments);
    return run_on_host(setting, instances, job.target, job.order, arguments);
}

void skip_compiled(const Setting& setting, std::vector<TargetRun>& runs) {
    for (const Target target : setting.targets) {
        if (is_of_machine(target)) continue;
        for (const Shape& shape : setting.shapes)
            runs.push_back({.target = target,
                            .shape = shape,
                            .order = setting.orders.front(),
                            .end = TargetRun::End::skipped,
                            .message = "the machine reaches its step limit"});
    }
}

}  // namespace

AllRuns run_all(const Setting& setting, const Instances& instances,
                const std::vector<openmp::CallArguments>& arguments) {
    AllRuns all;
    all.runs = run_on_machine(setting, instances, arguments);
    const bool may_not_end =
        std::ranges::any_of(all.runs, [](const TargetRun& run) { return run.end == TargetRun::End::limit; });
    const std::vector<Job> jobs = may_not_end ? std::vector<Job>{} : jobs_of(setting);
    std::vector<std::vector<TargetRun>> runs_of_jobs(jobs.size());
    host::in_parallel(host::usable_processors(), jobs.size(),
                      [&](std::size_t i) { runs_of_jobs[i] = run(jobs[i], setting, instances, arguments); });
    for (std::vector<TargetRun>& runs : runs_of_jobs) std::ranges::move(runs, std::back_inserter(all.runs));
    if (may_not_end) skip_compiled(setting, all.runs);
    all.compared = compare(all.runs, setting, instances, arguments);
    return all;
}

}  // namespace musimd::kernels::lockstep
