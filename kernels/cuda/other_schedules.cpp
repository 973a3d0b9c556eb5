#include "kernels/cuda/other_schedules.hpp"

#include <utility>

#include "kernels/cuda/guess_races.hpp"
#include "kernels/cuda/uneven_turns.hpp"
#include "kernels/findings/merge.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;

/// Whether other schedules of a run are worth their time.
bool is_cheap(const LaunchRun& run) {
    return run.cost.steps <= kMostStepsOfSchedules;
}

void add_uneven(const KernelFunction& kernel, const openmp::CallState& memory, LaunchConfiguration config,
                LaunchRun& run) {
    const auto find = [&] {
        std::vector<Finding> findings;
        if (auto found = found_in_uneven_turns(kernel, memory, config, run.cost.steps)) {
            found->schedule = to_string(config.schedule);
            found->message = with_schedule_noted(found->message, found->schedule);
            findings.push_back(*std::move(found));
        }
        return findings;
    };
    std::vector<Finding> findings = find();
    if (auto notes = take_races_of_guesses(kernel, findings); !notes.empty()) {
        merge(std::move(notes), run.warnings);
        config.reads_guesses_atomically = true;
        findings = find();
    }
    if (findings.empty()) return;
    merge(std::move(findings), run.findings);
    run.end = LaunchRun::End::trap;
}

/// The machine of the rules runs them, which is slower.
void try_uneven(const KernelFunction& kernel, const openmp::CallState& memory, LaunchConfiguration config,
                LaunchRun& run) {
    constexpr std::uint64_t kMostSteps = 20'000;
    if (has_groups(config.model) || (!config.tries_all && run.cost.steps > kMostSteps)) return;
    for (std::uint32_t seed = 1; 2 * seed <= config.schedules && run.findings.empty(); ++seed) {
        config.schedule = {Order::random, seed, true};
        add_uneven(kernel, memory, config, run);
    }
}

/// If nothing is wrong with the run.
void explore(const KernelFunction& kernel, const openmp::CallState& memory, const LaunchConfiguration& config,
             LaunchRun& run) {
    if (config.explored == 0 || run.end == LaunchRun::End::interrupted) return;
    if (!run.findings.empty() || run.end != LaunchRun::End::stop) {
        run.explored = Explored::refused("it ends early in one schedule");
        return;
    }
    run.explored = explore_launch(kernel, memory, config, run.cost.steps, run.findings);
    if (!run.findings.empty())
        run.end = LaunchRun::End::trap;
    else if (run.explored->end == Explored::End::interrupted)
        run.end = LaunchRun::End::interrupted;
}

/// Findings of other schedules, until one has some. `run` has none.
void try_schedules(const KernelFunction& kernel, const openmp::CallState& memory,
                   const LaunchConfiguration& config,
                   const std::function<LaunchRun(const LaunchConfiguration&)>& run_in, LaunchRun& run) {
    if (!run.shows_schedule || (!config.tries_all && !is_cheap(run))) return;
    LaunchConfiguration other = config;
    other.watch = nullptr;
    for (std::uint32_t number = 1; number < config.schedules && run.findings.empty(); ++number) {
        other.schedule = schedule_number(number);
        LaunchRun found = run_in(other);
        for (auto* list : {&found.findings, &found.warnings}) {
            for (Finding& finding : *list) {
                finding.schedule = to_string(other.schedule);
                finding.message = with_schedule_noted(finding.message, finding.schedule);
            }
        }
        merge(std::move(found.warnings), run.warnings);
        if (found.end == LaunchRun::End::interrupted) {
            run.end = found.end;
            return;
        }
        if (found.end == LaunchRun::End::limit) {
            run.end = found.end;
            run.message = with_schedule_noted(found.message, to_string(other.schedule));
            run.line = found.line;
            return;
        }
        if (found.findings.empty()) continue;
        run.findings = std::move(found.findings);
        run.end = LaunchRun::End::trap;
    }
    try_uneven(kernel, memory, other, run);
}

}  // namespace

void run_in_other_schedules(const KernelFunction& kernel, const openmp::CallState& memory,
                            const LaunchConfiguration& config,
                            const std::function<LaunchRun(const LaunchConfiguration&)>& run_in,
                            LaunchRun& run) {
    if (config.schedules > 1 && run.findings.empty() && run.end == LaunchRun::End::stop)
        try_schedules(kernel, memory, config, run_in, run);
    const bool has_turns = config.schedule.is_uneven || !config.schedule.turns.empty();
    if (has_turns && !has_groups(config.model) && run.findings.empty())
        add_uneven(kernel, memory, config, run);
    explore(kernel, memory, config, run);
}

}  // namespace musimd::kernels::cuda
