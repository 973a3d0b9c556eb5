#include "differential/openmp/kind.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "differential/openmp/reduce_nest.hpp"
#include "dsl/openmp/spelling.hpp"
#include "host/child.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::openmp {
namespace {

using harness::Finding;
using harness::Mismatch;
using harness::Outcome;

constexpr const char* kTrip = "C and back";
constexpr std::size_t kProposal = 48;  // candidates of a round of a reduction
constexpr unsigned kMaxRounds = 400;

std::string what_of(const NestCase& nest, const Run& expected, const Run& actual) {
    return actual.done() && expected.done() ? first_difference(nest, expected, actual) : actual.message;
}

/// Traps of the same kind: their texts begin with it.
bool same_kind(const std::string& a, const std::string& b) {
    return a.substr(0, a.find(':')) == b.substr(0, b.find(':'));
}

}  // namespace

// ---- running

std::vector<Outcome> NestKind::run(std::span<const std::uint64_t> numbers,
                                   std::span<const NestCase> nests) const {
    std::vector<Outcome> outcomes(nests.size());
    const NestTarget& reference = *targets_[0].target;
    const std::vector<Run> expected = reference.run(nests);
    for (std::size_t i = 0; i < nests.size(); ++i) {
        outcomes[i].runs.push_back(reference.name());
        if (expected[i].done()) continue;
        outcomes[i].mismatches.push_back(
            {reference.name(), fault_of(nests[i], {}, expected[i]), expected[i].message});
    }
    for (const PlannedTarget& planned : targets_.subspan(1))
        run_target(planned, numbers, nests, expected, outcomes);
    for (std::size_t i = 0; i < nests.size(); ++i) {
        if (trip_every_ == 0 || numbers[i] % trip_every_ != 0) continue;
        outcomes[i].counts["trips"] = 1;
        std::string difference = trip_to_c(nests[i]);
        if (!difference.empty())
            outcomes[i].mismatches.push_back({kTrip, Fault::difference, std::move(difference)});
    }
    return outcomes;
}

void NestKind::run_target(const PlannedTarget& planned, std::span<const std::uint64_t> numbers,
                          std::span<const NestCase> nests, const std::vector<Run>& expected,
                          std::vector<Outcome>& outcomes) const {
    std::vector<NestCase> asked;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < nests.size(); ++i) {
        if (numbers[i] % planned.every != 0 || !expected[i].done()) continue;
        asked.push_back(nests[i]);
        which.push_back(i);
    }
    const std::vector<Run> runs = planned.target->run(asked);
    for (std::size_t j = 0; j < runs.size(); ++j) {
        Outcome& outcome = outcomes[which[j]];
        const Run& wanted = expected[which[j]];
        outcome.runs.push_back(planned.target->name());
        const Fault fault = fault_of(asked[j], wanted, runs[j]);
        if (fault != Fault::none)
            outcome.mismatches.push_back({planned.target->name(), fault, what_of(asked[j], wanted, runs[j])});
    }
}

// ---- reducing

/// Which nests fail as a mismatch did.
class NestKind::Shows {
  public:
    Shows(std::span<const PlannedTarget> targets, const NestTarget* target, const Mismatch& mismatch)
        : targets_(targets), target_(target), mismatch_(mismatch) {}

    std::vector<bool> operator()(const std::vector<NestCase>& nests) const {
        if (target_ == nullptr) {
            std::vector<bool> shows;
            for (const NestCase& nest : nests) shows.push_back(!trip_to_c(nest).empty());
            return shows;
        }
        const std::vector<Run> expected = targets_[0].target->run(nests);
        return target_ == targets_[0].target ? by_reference(nests, expected) : by_target(nests, expected);
    }

    /// The mismatch text of a nest that shows it.
    std::string text(const NestCase& nest) const {
        if (target_ == nullptr) return trip_to_c(nest);
        const std::vector<NestCase> single = {nest};
        const Run expected = targets_[0].target->run(single)[0];
        if (target_ == targets_[0].target) return expected.message;
        return what_of(nest, expected, target_->run(single)[0]);
    }

  private:
    std::vector<bool> by_reference(const std::vector<NestCase>& nests,
                                   const std::vector<Run>& expected) const {
        std::vector<bool> shows;
        for (std::size_t i = 0; i < nests.size(); ++i)
            shows.push_back(fault_of(nests[i], {}, expected[i]) == mismatch_.fault &&
                            same_kind(expected[i].message, mismatch_.message));
        return shows;
    }

    std::vector<bool> by_target(const std::vector<NestCase>& nests, const std::vector<Run>& expected) const {
        std::vector<bool> shows(nests.size(), false);
        const std::vector<std::size_t> good = agreeing(nests, expected);
        std::vector<NestCase> asked;
        for (const std::size_t i : good) asked.push_back(nests[i]);
        const std::vector<Run> runs = target_->run(asked);
        for (std::size_t j = 0; j < good.size(); ++j) {
            const Fault fault = fault_of(asked[j], expected[good[j]], runs[j]);
            shows[good[j]] = fault == mismatch_.fault &&
                             (fault != Fault::ending || same_kind(runs[j].message, mismatch_.message));
        }
        return shows;
    }

    /// Those that run to their end, for a compiler with the same result under both models.
    std::vector<std::size_t> agreeing(const std::vector<NestCase>& nests,
                                      const std::vector<Run>& expected) const {
        std::vector<std::size_t> good;
        const bool both = target_->engine() == nullptr && targets_.size() > 1;
        const std::vector<Run> other = both ? targets_[1].target->run(nests) : std::vector<Run>();
        for (std::size_t i = 0; i < nests.size(); ++i) {
            if (!expected[i].done()) continue;
            if (!both || fault_of(nests[i], expected[i], other[i]) == Fault::none) good.push_back(i);
        }
        return good;
    }

    std::span<const PlannedTarget> targets_;
    const NestTarget* target_;  ///< null: the way to C and back
    const Mismatch& mismatch_;
};

void NestKind::reduce(Finding<NestCase>& finding, const Mismatch& mismatch,
                      const harness::ReductionControl& control) const {
    const Shows shows(targets_, target_named(mismatch.target), mismatch);
    NestReducer reducer(finding.smallest);
    for (unsigned round = 0; round < kMaxRounds && !control.is_interrupted(); ++round) {
        control.progress(NestReduction::weigh(reducer.best())[0]);
        const std::vector<NestCase> proposal = reducer.propose(kProposal);
        if (proposal.empty()) break;
        reducer.judged(proposal, shows(proposal));
    }
    const NestCase small = tidied(reducer.best());
    finding.smallest = shows({small})[0] ? small : reducer.best();
    finding.outline = outline(finding.smallest.function);
    finding.message = shows.text(finding.smallest);
}

const NestTarget* NestKind::target_named(const std::string& name) const {
    for (const PlannedTarget& planned : targets_)
        if (planned.target->name() == name) return planned.target;
    return nullptr;
}

std::string trip_to_c(const NestCase& nest) {
    const auto work = [&]() -> std::string {
        // What directives map is in no nest.
        const std::string text = "#pragma omp requires unified_shared_memory\n" + c_source(nest, "nest");
        const auto reading =
            kernels::read_function({.file = "nest.c", .text = text, .function = "nest", .options = {}});
        if (!reading) return reading.error();
        if (!reading->function) return reading->messages;
        return dsl::openmp::spell(*reading->function) == dsl::openmp::spell(nest.function)
                   ? ""
                   : "the tree that was read differs from the one that was printed";
    };
    const host::ChildEnd end = host::in_child(work, {});
    return end.ok() ? end.text : to_string(end);
}

}  // namespace musimd::differential::openmp
