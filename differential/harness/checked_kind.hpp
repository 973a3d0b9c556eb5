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
#include "kernels/launch/arguments.hpp"

// Kinds whose cases are kernels that the machine's front end reads as text, and whose results are those of a
// plain run in this process. The namespace of the kernels has
//     random_kernel(seed, shape)         a kernel
//     source_of(kernel)                  its text
//     run_plainly(kernel)                a run, with is_clean() and is_comparable()
//     check(kernel, targets)             the same, and what differs on these targets: Checked
//     reduced(kernel, shows), weight_of(kernel), outline_of(kernel)

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

/// The arguments of a launch of this code, by name.
tl::expected<kernels::openmp::CallArguments, std::string> read_arguments(
    const dsl::openmp::LoopFunction& code, const std::vector<std::pair<std::string, std::string>>& texts);

template <typename Run>
struct Checked {
    Run expected;
    std::vector<Mismatch> mismatches;  ///< no targets, if the kernel is not read
};

template <typename C, typename Shape>
class CheckedKind : public Kind<C> {
  public:
    CheckedKind(const Shape& shape, std::vector<PlannedTarget> targets)
        : shape_(shape), targets_(std::move(targets)) {}

    void prepare() const override { load_front_end(); }
    C draw(std::uint64_t seed) const override { return random_kernel(seed, shape_); }

    std::string name() const override { return "kernel"; }
    std::string suffix() const override { return ".cu"; }
    std::string source(const C& kernel) const override { return source_of(kernel); }

    void add_shape(CommandText& command) const override {
        const Shape usual;
        command.option("statements", shape_.statements, usual.statements)
            .option("mutants", shape_.mutants, usual.mutants);
    }
    Json shape() const override { return {{"statements", shape_.statements}, {"mutants", shape_.mutants}}; }

    std::string file_text(const Finding<C>& finding, const std::string& file) const override {
        const C& kernel = finding.smallest;
        std::string text = fmt::format("// Run by: {}\n", run_command(kernel, file));
        if (!kernel.mutation.empty()) text += fmt::format("// It has a mistake: {}\n", kernel.mutation);
        return text + before_source(kernel) + source_of(kernel);
    }
    void add_members(Json& json, const Finding<C>& finding, const std::string& file) const override {
        json["mutation"] = finding.smallest.mutation;
        json["run"] = run_command(finding.smallest, file);
    }

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

    bool can_reduce(const Mismatch& mismatch) const override {
        return mismatch.fault == Fault::crash || mismatch.target == kFrontEnd ||
               !targets_named(mismatch.target).empty() || is_other_target(mismatch.target);
    }

    void reduce(Finding<C>& finding, const Mismatch& mismatch,
                const ReductionControl& control) const override {
        const bool clean = run_plainly(finding.smallest).is_clean();
        if (!shown(finding.smallest, mismatch, clean)) return;
        unsigned left = is_other_target(mismatch.target) ? kMaxOtherCandidates : kMaxCandidates;
        finding.smallest = reduced(finding.smallest, [&](const C& candidate) {
            if (left == 0 || control.is_interrupted()) return false;
            --left;
            if (!shown(candidate, mismatch, clean)) return false;
            control.progress(weight_of(candidate)[0]);
            return true;
        });
        finding.outline = outline_of(finding.smallest);
        finding.message = shown(finding.smallest, mismatch, clean).value_or(finding.message);
    }

  protected:
    /// What became of a kernel on the front end and on these targets. Called in a child process.
    virtual Outcome checked(std::uint64_t number, const C& kernel,
                            std::span<const MachineTarget> targets) const = 0;
    /// The command that runs a reduced kernel, which is in this file.
    virtual std::string run_command(const C& kernel, const std::string& file) const = 0;
    /// What precedes the source in that file.
    virtual std::string before_source(const C& kernel) const = 0;

    /// A target outside the machine: only the text of the kernel goes there.
    virtual bool is_other_target(const std::string& /*target*/) const { return false; }
    /// Whether the kernel shows the mismatch there, and how.
    virtual std::optional<std::string> shown_on_other(const C& /*kernel*/,
                                                      const Mismatch& /*mismatch*/) const {
        return std::nullopt;
    }

  private:
    static constexpr unsigned kMaxCandidates = 2'000;     ///< limit for one reduction
    static constexpr unsigned kMaxOtherCandidates = 400;  ///< there each takes a second

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

    /// What is wrong with the kernel on this target; nothing if that is something else, or if a defect that
    /// must be found came or went.
    std::optional<std::string> shown(const C& kernel, const Mismatch& mismatch, bool clean) const {
        if (is_other_target(mismatch.target)) return shown_on_other(kernel, mismatch);
        const bool crashes = mismatch.fault == Fault::crash;
        const auto targets = crashes ? targets_where([](const PlannedTarget&) { return true; })
                                     : targets_named(mismatch.target);
        const auto work = [&](std::size_t) {
            auto [expected, mismatches] = check(kernel, targets);
            const bool is_compared = expected.is_clean() == clean && expected.is_comparable();
            return text_of(is_compared ? Outcome{{}, {}, std::move(mismatches)} : Outcome());
        };
        const host::ChildEnd end = run_batch(1, work).front();
        if (crashes) return end.ok() ? std::nullopt : std::optional(to_string(end));
        if (!end.ok()) return std::nullopt;
        for (const Mismatch& m : outcome_of(end).mismatches)
            if (m.target == mismatch.target && m.fault == mismatch.fault) return m.message;
        return std::nullopt;
    }

    Shape shape_;
    std::vector<PlannedTarget> targets_;
};

}  // namespace musimd::differential::harness
