#include "differential/spmd/campaign/grouping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "differential/spmd/reduce/pattern.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/portability.hpp"
#include "host/parallel.hpp"

namespace musimd::differential::spmd {
namespace {

constexpr std::size_t kAtOnce = 4;       // reductions
constexpr std::size_t kCandidates = 24;  // kernels of a reduction in a round
constexpr int kMaxRounds = 60;

bool is_portable(const dsl::Kernel& kernel, bool fused) {
    return std::ranges::all_of(dsl::non_portable(kernel), [fused](const dsl::Portability& place) {
        return fused && place.kind == dsl::Portability::Kind::fused;
    });
}

// A defect of unrolled launches does not explain launches that are not unrolled.
bool has_parts(const kernels::KernelCase& test, const kernels::KernelCase& smallest) {
    return (smallest.unroll == 1 || test.unroll > 1) && contains(test.kernel, smallest.kernel);
}

// The run of a mismatch whose smallest kernel is correct when it is compiled alone.
Run not_repeated(const Mismatch& mismatch, const Run& expected) {
    Run run;
    if (mismatch.fault == Fault::crash) run.kind = Run::Kind::crash;
    if (mismatch.fault == Fault::hang) run.kind = Run::Kind::hang;
    if (mismatch.fault == Fault::refused) run.kind = Run::Kind::refused;
    if (mismatch.fault == Fault::ending) run.kind = Run::Kind::trap;
    run.signal = mismatch.signal;
    run.message = run.signal == 0 ? "" : fmt::format("signal {} ({}), ", run.signal, strsignal(run.signal));
    run.message += "only in a unit with other kernels, not when compiled alone";
    run.memory = expected.memory;
    return run;
}

bool is_machine(const Target& target) {
    return target.name() == reference_engine().name;
}

Run run_on_machine(const kernels::KernelCase& test) {
    const EngineRun planned[] = {{&test, &reference_engine()}};
    return std::move(run_in_child(planned).front());
}

// A reduction in progress, and the candidates of its round.
struct Job {
    const Mismatch* mismatch;
    KernelReducer reduction;
    std::vector<kernels::KernelCase> proposal = {};
    std::vector<char> shows = {};  ///< written by several threads at once, which bits cannot be
    std::vector<kernels::KernelCase> bests = {};  ///< the smallest one of each round that found one
};

void add_targets(Group& group, std::span<const std::string> names) {
    for (const std::string& name : names) {
        if (std::ranges::find(group.targets, name) == group.targets.end()) group.targets.push_back(name);
    }
}

// Removes up to so many mismatches, each of another kernel: on several targets, a kernel mostly shows the
// same defect, which is to be reduced once. Those of a kernel are adjacent.
std::vector<Mismatch> take_different_kernels(std::vector<Mismatch>& mismatches, std::size_t most) {
    std::vector<Mismatch> taken;
    std::vector<Mismatch> left;
    for (Mismatch& mismatch : mismatches) {
        const bool another = taken.empty() || taken.back().kernel != mismatch.kernel;
        (another && taken.size() < most ? taken : left).push_back(std::move(mismatch));
    }
    mismatches = std::move(left);
    return taken;
}

bool shows(const Mismatch& mismatch, const kernels::KernelCase& test, const Run& expected,
           const Run& actual) {
    return fault_of(test, expected, actual) == mismatch.fault && actual.signal == mismatch.signal;
}

// The smallest kernel that also shows the fault when it is compiled alone: undefined behaviour may depend on
// the unit. If none of the last ones does, the smallest of all.
kernels::KernelCase smallest_alone(const Job& job) {
    constexpr std::size_t kTries = 8;
    const std::size_t count = std::min(kTries, job.bests.size());
    for (std::size_t i = 0; i < count; ++i) {
        kernels::KernelCase test = tidied(job.bests[job.bests.size() - 1 - i]);
        const Run expected = run_on_machine(test);
        if (shows(*job.mismatch, test, expected, job.mismatch->target->run({&test, 1}).front())) return test;
    }
    return tidied(job.reduction.best());
}

// A candidate that can be judged: portable, and it terminates on the machine, unless that is the defect.
struct Candidate {
    Job* job;
    std::size_t number;
    Run expected;
};

// The candidates that run on the target.
std::vector<Candidate> candidates_for(const Target* target, std::vector<Job>& jobs, bool fused) {
    std::vector<Candidate> found;
    for (Job& job : jobs) {
        if (job.mismatch->target != target) continue;
        for (std::size_t i = 0; i < job.proposal.size(); ++i) {
            if (is_portable(job.proposal[i].kernel, fused)) found.push_back({&job, i, {}});
        }
    }
    std::vector<EngineRun> planned;
    for (const Candidate& c : found) planned.push_back({&c.job->proposal[c.number], &reference_engine()});
    std::vector<Run> runs = run_in_child(planned);
    for (std::size_t i = 0; i < found.size(); ++i) found[i].expected = std::move(runs[i]);
    std::erase_if(found, [target](const Candidate& c) {
        return !c.expected.done() && c.job->mismatch->fault != Fault::ending && !is_machine(*target);
    });
    return found;
}

// Runs some of the candidates on the target, compiled as one unit.
void judge(const Target* target, std::span<const Candidate> candidates) {
    std::vector<kernels::KernelCase> tests;
    for (const Candidate& c : candidates) tests.push_back(c.job->proposal[c.number]);
    const std::vector<Run> runs = target->run(tests);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& c = candidates[i];
        c.job->shows[c.number] = shows(*c.job->mismatch, tests[i], c.expected, runs[i]);
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

bool Grouping::knows(const kernels::KernelCase& test) const {
    return std::ranges::any_of(groups_, [&](const Group& group) { return has_parts(test, group.smallest); });
}

bool Grouping::explained(const Mismatch& mismatch) {
    for (Group& group : groups_) {
        const bool wrong = std::ranges::find(group.targets, mismatch.target->name()) != group.targets.end();
        if (!wrong || group.fault != mismatch.fault || group.actual.signal != mismatch.signal ||
            !has_parts(mismatch.test, group.smallest))
            continue;
        ++group.supposed;
        group.bits.insert(mismatch.test.kernel.bits);
        return true;
    }
    return false;
}

void Grouping::add(std::vector<Mismatch> mismatches) {
    std::erase_if(mismatches, [this](const Mismatch& f) { return explained(f); });
    while (!mismatches.empty() && !options_.is_interrupted() && groups_.size() < options_.max_groups) {
        reduce(take_different_kernels(mismatches, kAtOnce));
        std::erase_if(mismatches, [this](const Mismatch& f) { return explained(f); });
    }
}

void Grouping::reduce(std::span<const Mismatch> mismatches) {
    std::vector<Job> jobs;
    for (const Mismatch& mismatch : mismatches)
        jobs.push_back({&mismatch, KernelReducer(mismatch.test), {}, {}, {mismatch.test}});
    for (int round = 0; round < kMaxRounds && !options_.is_interrupted(); ++round) {
        for (Job& job : jobs) {
            job.proposal = job.reduction.over() ? std::vector<kernels::KernelCase>{}
                                                : job.reduction.propose(kCandidates);
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
    for (const Job& job : jobs) close(*job.mismatch, smallest_alone(job));
}

// Adds a reduced mismatch to its group. Reductions end in local minima: a kernel with all parts of another
// one counts as the same defect, represented by the smaller one.
void Grouping::close(const Mismatch& mismatch, const kernels::KernelCase& smallest) {
    const std::string shape = outline(smallest.kernel);
    for (Group& group : groups_) {
        if (group.fault != mismatch.fault || group.actual.signal != mismatch.signal) continue;
        const bool smaller = weight(smallest) < weight(group.smallest);
        const bool unrolls = smallest.unroll > 1;
        if (unrolls != (group.smallest.unroll > 1)) continue;
        const bool alike = group.outline == shape || contains(smallest.kernel, group.smallest.kernel);
        if (!alike && !(smaller && contains(group.smallest.kernel, smallest.kernel))) continue;
        ++group.reduced;
        group.bits.insert(smallest.kernel.bits);
        add_targets(group, {{std::string(mismatch.target->name())}});
        if (!smaller) return;
        Group better = group_of(mismatch, smallest);
        better.reduced = group.reduced;
        better.supposed = group.supposed;
        better.bits = group.bits;
        add_targets(better, group.targets);
        group = std::move(better);
        return;
    }
    groups_.push_back(group_of(mismatch, smallest));
}

Group Grouping::group_of(const Mismatch& mismatch, const kernels::KernelCase& smallest) const {
    Group group;
    group.fault = mismatch.fault;
    group.outline = outline(smallest.kernel);
    group.kernel = mismatch.kernel;
    group.smallest = smallest;
    group.bits = {smallest.kernel.bits};
    group.expected = run_on_machine(smallest);
    for (const Target* target : targets_) {
        if (failed_on_machine(group.expected) && !is_machine(*target)) continue;  // nothing to compare with
        const Run run = target->run({&smallest, 1}).front();
        if (fault_of(smallest, group.expected, run) == Fault::none) continue;
        if (group.targets.empty()) {
            group.actual = run;
            if (run.signal != 0) group.site = target->crash_site(smallest);
        }
        group.targets.emplace_back(target->name());
        if (run.by_engine) group.engine = target->name();
    }
    // With undefined behaviour, the kernel may behave differently when it is compiled alone.
    if (group.targets.empty()) {
        group.targets.emplace_back(mismatch.target->name());
        group.actual = not_repeated(mismatch, group.expected);
    }
    return group;
}

}  // namespace musimd::differential::spmd
