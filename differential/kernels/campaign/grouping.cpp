#include "differential/kernels/campaign/grouping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "differential/kernels/reduce/pattern.hpp"
#include "differential/kernels/reduce/reduce.hpp"
#include "dsl/portability.hpp"
#include "host/parallel.hpp"

namespace musimd::differential::kernels {
namespace {

constexpr std::size_t kAtOnce = 4;       // reductions
constexpr std::size_t kCandidates = 24;  // kernels of a reduction in a round
constexpr int kMaxRounds = 60;

bool is_portable(const dsl::Kernel& kernel, bool fused) {
    return std::ranges::all_of(dsl::non_portable(kernel), [fused](const dsl::Portability& place) {
        return fused && place.kind == dsl::Portability::Kind::fused;
    });
}

// A defect of launches that unroll says nothing of those that do not.
bool has_parts(const Trial& trial, const Trial& smallest) {
    return (smallest.unroll == 1 || trial.unroll > 1) && contains(trial.kernel, smallest.kernel);
}

// The run of a finding whose smallest kernel shows nothing when it is run by itself.
Run not_repeated(const KernelFinding& finding, const Run& expected) {
    Run run;
    if (finding.fault == Fault::crash) run.kind = Run::Kind::crash;
    if (finding.fault == Fault::hang) run.kind = Run::Kind::hang;
    if (finding.fault == Fault::refused) run.kind = Run::Kind::refused;
    if (finding.fault == Fault::ending) run.kind = Run::Kind::trap;
    run.signal = finding.signal;
    run.what = run.signal == 0 ? "" : fmt::format("signal {} ({}), ", run.signal, strsignal(run.signal));
    run.what += "in a unit with other kernels, and not when it was compiled alone";
    run.memory = expected.memory;
    return run;
}

// A reduction that goes on, and its round's candidates.
struct Job {
    const KernelFinding* finding;
    Reduction reduction;
    std::vector<Trial> proposal = {};
    std::vector<char> shows = {};   ///< written by several threads at once, which bits cannot be
    std::vector<Trial> bests = {};  ///< the smallest one of each round that found one
};

void add_targets(Group& group, std::span<const std::string> names) {
    for (const std::string& name : names) {
        if (std::ranges::find(group.targets, name) == group.targets.end()) group.targets.push_back(name);
    }
}

bool shows(const KernelFinding& finding, const Trial& trial, const Run& expected, const Run& actual) {
    return fault_of(trial, expected, actual) == finding.fault && actual.signal == finding.signal;
}

// The smallest that shows the fault in a unit of its own, too: what is undefined may depend on the unit. The
// smallest of all if none of the last ones does.
Trial smallest_alone(const Job& job) {
    constexpr std::size_t kTries = 8;
    const std::size_t count = std::min(kTries, job.bests.size());
    for (std::size_t i = 0; i < count; ++i) {
        Trial trial = tidied(job.bests[job.bests.size() - 1 - i]);
        const Run expected = run_on_machine(trial, machine());
        if (shows(*job.finding, trial, expected, job.finding->target->run({&trial, 1}).front())) return trial;
    }
    return tidied(job.reduction.best());
}

// A candidate that may be judged: portable, and the machine comes to its end.
struct Candidate {
    Job* job;
    std::size_t number;
    Run expected;
};

// The candidates of the jobs that the target is to judge.
std::vector<Candidate> candidates_for(const Target* target, std::vector<Job>& jobs, bool fused) {
    std::vector<Candidate> found;
    for (Job& job : jobs) {
        if (job.finding->target != target) continue;
        for (std::size_t i = 0; i < job.proposal.size(); ++i) {
            if (!is_portable(job.proposal[i].kernel, fused)) continue;
            Run expected = run_on_machine(job.proposal[i], machine());
            if (expected.done() || job.finding->fault == Fault::ending)
                found.push_back({&job, i, std::move(expected)});
        }
    }
    return found;
}

// Runs some of the candidates, compiled as one unit, on the target.
void judge(const Target* target, std::span<const Candidate> candidates) {
    std::vector<Trial> trials;
    for (const Candidate& c : candidates) trials.push_back(c.job->proposal[c.number]);
    const std::vector<Run> runs = target->run(trials);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& c = candidates[i];
        c.job->shows[c.number] = shows(*c.job->finding, trials[i], c.expected, runs[i]);
    }
}

// The round of all jobs: on each target, in as many units as there are compilers at once.
void judge(std::span<const Target* const> targets, std::vector<Job>& jobs, bool fused, unsigned at_once) {
    std::vector<std::vector<Candidate>> candidates(targets.size());
    host::in_parallel(at_once, targets.size(),
                      [&](std::size_t t) { candidates[t] = candidates_for(targets[t], jobs, fused); });
    host::in_parallel(at_once, targets.size() * at_once, [&](std::size_t task) {
        const std::span<const Candidate> all = candidates[task / at_once];
        const std::size_t part = task % at_once;
        const std::size_t first = all.size() * part / at_once;
        judge(targets[task / at_once], all.subspan(first, all.size() * (part + 1) / at_once - first));
    });
}

}  // namespace

bool Grouping::knows(const Trial& trial) const {
    return std::ranges::any_of(groups_, [&](const Group& group) { return has_parts(trial, group.smallest); });
}

bool Grouping::explained(const KernelFinding& finding) {
    for (Group& group : groups_) {
        const bool wrong = std::ranges::find(group.targets, finding.target->name()) != group.targets.end();
        if (!wrong || group.fault != finding.fault || group.actual.signal != finding.signal ||
            !has_parts(finding.trial, group.smallest))
            continue;
        ++group.supposed;
        group.bits.insert(finding.trial.kernel.bits);
        return true;
    }
    return false;
}

void Grouping::add(std::vector<KernelFinding> findings) {
    std::erase_if(findings, [this](const KernelFinding& f) { return explained(f); });
    while (!findings.empty() && !interrupted() && groups_.size() < options_.most_groups) {
        const std::size_t count = std::min(kAtOnce, findings.size());
        reduce(std::span(findings).first(count));
        findings.erase(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(count));
        std::erase_if(findings, [this](const KernelFinding& f) { return explained(f); });
    }
}

void Grouping::reduce(std::span<const KernelFinding> findings) {
    std::vector<Job> jobs;
    for (const KernelFinding& finding : findings)
        jobs.push_back({&finding, Reduction(finding.trial), {}, {}, {finding.trial}});
    for (int round = 0; round < kMaxRounds && !interrupted(); ++round) {
        for (Job& job : jobs) {
            job.proposal = job.reduction.over() ? std::vector<Trial>{} : job.reduction.propose(kCandidates);
            job.shows.assign(job.proposal.size(), false);
        }
        if (std::ranges::all_of(jobs, [](const Job& job) { return job.proposal.empty(); })) break;
        judge(targets_, jobs, fused_, options_.jobs);
        std::size_t statements = 0;
        for (Job& job : jobs) {
            job.reduction.judged(job.proposal, {job.shows.begin(), job.shows.end()});
            if (std::ranges::find(job.shows, 1) != job.shows.end()) job.bests.push_back(job.reduction.best());
            statements += static_cast<std::size_t>(weight(job.reduction.best())[0]);
        }
        if (options_.progress) {
            options_.progress(fmt::format("reducing {} kernels: round {}, {} left of them, {} groups so far",
                                          jobs.size(), round + 1, statements, groups_.size()));
        }
    }
    for (const Job& job : jobs) close(*job.finding, smallest_alone(job));
}

// Puts what a finding was reduced to into its group. Reductions end in local minima: a kernel with all parts
// of another one is taken for the same defect, of which the smaller one stands for both.
void Grouping::close(const KernelFinding& finding, const Trial& smallest) {
    const std::string shape = outline(smallest.kernel);
    for (Group& group : groups_) {
        if (group.fault != finding.fault || group.actual.signal != finding.signal) continue;
        const bool smaller = weight(smallest) < weight(group.smallest);
        const bool unrolls = smallest.unroll > 1;
        if (unrolls != (group.smallest.unroll > 1)) continue;
        const bool alike = group.outline == shape || contains(smallest.kernel, group.smallest.kernel);
        if (!alike && !(smaller && contains(group.smallest.kernel, smallest.kernel))) continue;
        ++group.reduced;
        group.bits.insert(smallest.kernel.bits);
        add_targets(group, {{std::string(finding.target->name())}});
        if (!smaller) return;
        Group better = group_of(finding, smallest);
        better.reduced = group.reduced;
        better.supposed = group.supposed;
        better.bits = group.bits;
        add_targets(better, group.targets);
        group = std::move(better);
        return;
    }
    groups_.push_back(group_of(finding, smallest));
}

Group Grouping::group_of(const KernelFinding& finding, const Trial& smallest) const {
    Group group;
    group.fault = finding.fault;
    group.outline = outline(smallest.kernel);
    group.kernel = finding.kernel;
    group.smallest = smallest;
    group.bits = {smallest.kernel.bits};
    group.expected = run_on_machine(smallest, machine());
    for (const Target* target : targets_) {
        const Run run = target->run({&smallest, 1}).front();
        if (fault_of(smallest, group.expected, run) == Fault::none) continue;
        if (group.targets.empty()) {
            group.actual = run;
            if (run.signal != 0) group.site = target->crash_site(smallest);
        }
        group.targets.emplace_back(target->name());
        if (run.by_engine) group.engine = target->name();
    }
    // Compiled alone, the kernel may do what it did not among others, if what it does is undefined.
    if (group.targets.empty()) {
        group.targets.emplace_back(finding.target->name());
        group.actual = not_repeated(finding, group.expected);
    }
    return group;
}

}  // namespace musimd::differential::kernels
