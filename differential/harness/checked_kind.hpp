#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "differential/harness/batch.hpp"
#include "differential/harness/campaign.hpp"
#include "engines/engines.hpp"

// Kinds whose cases are texts that the machine's front end reads, and whose results are those of a plain run
// in this process.

namespace musimd::differential::harness {

/// An engine under a thread model.
struct MachineTarget {
    const Engine* engine = nullptr;
    ThreadModel model = ThreadModel::lockstep;
    std::string name() const;  ///< `fast lockstep`
};

/// A target, and how many of the kernels it runs: one of `every`.
struct PlannedTarget {
    MachineTarget target;
    std::uint64_t every = 1;
};

/// The front end, as a target.
inline constexpr const char* kFrontEnd = "front end";
/// The plain run, as a target: it finds a defect in a kernel that was drawn without one.
inline constexpr const char* kPlainRun = "plain run";

/// Loads the front end for CUDA C++, so that child processes share it.
void load_front_end();

/// An outcome as text, for the parent process, and the outcome that a child's end stands for.
std::string text_of(const Outcome& outcome);
Outcome outcome_of(const host::ChildEnd& end);

template <typename C>
class CheckedKind : public Kind<C> {
  public:
    explicit CheckedKind(std::vector<PlannedTarget> targets) : targets_(std::move(targets)) {}

    void prepare() const override { load_front_end(); }

    std::vector<std::string> targets() const override {
        std::vector<std::string> names;
        for (const PlannedTarget& planned : targets_) names.push_back(planned.target.name());
        return names;
    }

    /// In child processes: a kernel that crashes or hangs is a mismatch of the machine.
    std::vector<Outcome> run(std::span<const std::uint64_t> numbers,
                             std::span<const C> cases) const override {
        std::vector<Outcome> outcomes;
        const auto work = [&](std::size_t i) {
            const auto targets =
                targets_where([&](const PlannedTarget& planned) { return numbers[i] % planned.every == 0; });
            Outcome outcome = checked(numbers[i], cases[i], targets);
            for (const MachineTarget& target : targets) outcome.runs.push_back(target.name());
            return text_of(outcome);
        };
        for (const host::ChildEnd& end : run_batch(numbers.size(), work)) outcomes.push_back(outcome_of(end));
        return outcomes;
    }

    bool can_reduce(const Mismatch& of) const override {
        return of.fault == Fault::crash || of.target == kFrontEnd || !targets_named(of.target).empty();
    }

    void reduce(Finding<C>& finding, const Mismatch& of, const ReductionControl& control) const override {
        const bool clean = is_clean(finding.smallest);
        if (!shown(finding.smallest, of, clean)) return;
        unsigned left = kMaxCandidates;
        finding.smallest = reduced(finding.smallest, [&](const C& candidate) {
            if (left == 0 || control.is_interrupted()) return false;
            --left;
            if (!shown(candidate, of, clean)) return false;
            control.progress(statements_of(candidate));
            return true;
        });
        finding.outline = outline_of(finding.smallest);
        finding.what = shown(finding.smallest, of, clean).value_or(finding.what);
    }

  protected:
    /// What became of a kernel on the front end and on these targets. Called in a child process.
    virtual Outcome checked(std::uint64_t number, const C& kernel,
                            std::span<const MachineTarget> targets) const = 0;
    /// The mismatches of a candidate; none if it is not to be compared, or if a defect that must be found
    /// came or went. Called in a child process.
    virtual std::vector<Mismatch> mismatches_of(const C& candidate, bool clean,
                                                std::span<const MachineTarget> targets) const = 0;
    virtual bool is_clean(const C& kernel) const = 0;
    virtual C reduced(const C& kernel, const std::function<bool(const C&)>& shows) const = 0;
    virtual std::string outline_of(const C& kernel) const = 0;
    virtual std::uint64_t statements_of(const C& kernel) const = 0;

  private:
    static constexpr unsigned kMaxCandidates = 2'000;  ///< limit for one reduction

    template <typename Predicate>
    std::vector<MachineTarget> targets_where(const Predicate& holds) const {
        std::vector<MachineTarget> targets;
        for (const PlannedTarget& planned : targets_)
            if (holds(planned)) targets.push_back(planned.target);
        return targets;
    }

    std::vector<MachineTarget> targets_named(const std::string& name) const {
        return targets_where([&](const PlannedTarget& planned) { return planned.target.name() == name; });
    }

    /// What is wrong with the kernel on this target; nothing if that is something else.
    std::optional<std::string> shown(const C& kernel, const Mismatch& of, bool clean) const {
        const bool crashes = of.fault == Fault::crash;
        const auto targets =
            crashes ? targets_where([](const PlannedTarget&) { return true; }) : targets_named(of.target);
        const auto work = [&](std::size_t) {
            Outcome outcome;
            outcome.mismatches = mismatches_of(kernel, clean, targets);
            return text_of(outcome);
        };
        const host::ChildEnd end = run_batch(1, work).front();
        if (crashes) return end.ok() ? std::nullopt : std::optional(to_string(end));
        if (!end.ok()) return std::nullopt;
        for (const Mismatch& m : outcome_of(end).mismatches)
            if (m.target == of.target && m.fault == of.fault) return m.what;
        return std::nullopt;
    }

    std::vector<PlannedTarget> targets_;
};

}  // namespace musimd::differential::harness
