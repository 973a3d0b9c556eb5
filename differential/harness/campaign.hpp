#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "differential/harness/command_text.hpp"
#include "differential/harness/fault.hpp"
#include "differential/harness/json.hpp"
#include "differential/harness/plan.hpp"
#include "host/parallel.hpp"

// A campaign draws random cases, runs each on several targets, which must agree, and reduces those on which
// one is wrong. What a case is, and what can be done with it, is a Kind: a class per language.

namespace musimd::differential::harness {

struct CampaignPlan : Plan {
    std::size_t batch = 32;    ///< cases that a job runs together
    std::size_t reports = 10;  ///< findings that are reduced
};

/// What was wrong with a case on one target.
struct Mismatch {
    std::string target;
    Fault fault = Fault::none;
    std::string message;
};

/// What became of a case.
struct Outcome {
    std::vector<std::string> runs;                ///< the targets that it ran on
    std::map<std::string, std::uint64_t> counts;  ///< what it adds to the counters of its kind
    std::vector<Mismatch> mismatches;             ///< those of one defect first
};

/// A defect that a case shows.
template <typename Case>
struct Finding {
    std::uint64_t number = 0;  ///< k of the first case
    Fault fault = Fault::none;
    std::vector<std::string> targets;  ///< all that show it
    std::string message;               ///< mismatch text, on the reduced case
    std::string outline;               ///< outline of the reduced case; empty if it was not reduced
    Case smallest;
    std::uint64_t cases = 1;  ///< reduced to this outline
};

template <typename Case>
struct CampaignRun {
    std::uint64_t cases = 0;
    std::map<std::string, std::uint64_t> runs;    ///< cases by target
    std::map<std::string, std::uint64_t> counts;  ///< by counter of the kind; `a/b` is b of the counter a
    std::uint64_t mismatches = 0;                 ///< cases on which a target was wrong
    std::vector<Finding<Case>> findings;          ///< in the order in which they were found
    bool interrupted = false;
};

/// What a reduction asks and reports.
struct ReductionControl {
    std::function<bool()> is_interrupted;
    std::function<void(std::uint64_t statements)> progress;
};

/// A number that a campaign reports, as a member `key` of the summary and a line `label` of the table.
/// Without a label it is a map of numbers, which are lines of their own.
struct Counter {
    std::string key;
    std::string label;
};

/// What can be done with cases of a language. All functions are called by several threads at once.
template <typename C>
class Kind {
  public:
    using Case = C;
    virtual ~Kind() = default;

    // ---- running

    /// Called once, before the campaign's first case.
    virtual void prepare() const {}
    virtual Case draw(std::uint64_t seed) const = 0;
    /// An outcome for each case; numbers are theirs in the campaign.
    virtual std::vector<Outcome> run(std::span<const std::uint64_t> numbers,
                                     std::span<const Case> cases) const = 0;

    // ---- reducing

    virtual bool can_reduce(const Mismatch& mismatch) const = 0;
    /// Sets `smallest`, its `outline` and `what`; nothing if the case does not show the mismatch again.
    virtual void reduce(Finding<Case>& finding, const Mismatch& mismatch,
                        const ReductionControl& control) const = 0;

    // ---- printing

    virtual std::string name() const = 0;     ///< `kernel`
    virtual std::string suffix() const = 0;   ///< `.cu`
    virtual std::string command() const = 0;  ///< `musimd fuzz --cuda`
    virtual std::vector<std::string> targets() const = 0;
    virtual std::vector<Counter> counters() const = 0;
    virtual void add_shape(CommandText& command) const = 0;  ///< options that decide what is drawn
    virtual Json shape() const = 0;                          ///< the same, as members of `campaign`
    virtual std::string source(const Case& one_case) const = 0;
    /// The file of a finding, after the comment that says what is wrong.
    virtual std::string file_text(const Finding<Case>& finding, const std::string& file) const = 0;
    /// Further files of a finding: names, with that of its file without the suffix, and texts.
    virtual std::vector<std::pair<std::string, std::string>> more_files(const Finding<Case>& /*finding*/,
                                                                        const std::string& /*stem*/) const {
        return {};
    }
    /// Further members of a finding.
    virtual void add_members(Json& /*json*/, const Finding<Case>& /*finding*/,
                             const std::string& /*file*/) const {}
};

template <typename C>
class Campaign {
  public:
    Campaign(const Kind<C>& kind, const CampaignPlan& plan, const Control& control)
        : kind_(kind), plan_(plan), control_(control) {}

    CampaignRun<C> run() {
        kind_.prepare();
        while (!over()) {
            std::vector<Part> parts = draw();
            host::in_parallel(control_.jobs, parts.size(), [&](std::size_t i) {
                for (const std::uint64_t k : parts[i].numbers)
                    parts[i].cases.push_back(kind_.draw(seed_of(plan_, k)));
                parts[i].outcomes = kind_.run(parts[i].numbers, parts[i].cases);
            });
            for (const Part& part : parts) {
                for (std::size_t i = 0; i < part.outcomes.size(); ++i)
                    add(part.numbers[i], part.cases[i], part.outcomes[i]);
            }
            report_progress("");
        }
        return std::move(run_);
    }

  private:
    /// What a job does in a round.
    struct Part {
        std::vector<std::uint64_t> numbers;
        std::vector<C> cases;
        std::vector<Outcome> outcomes;
    };

    bool over() {
        run_.interrupted = control_.is_interrupted();
        return run_.interrupted || time_is_up(plan_, clock_) || turn_ >= turns_of(plan_);
    }

    void report_progress(const std::string& doing) const {
        if (control_.progress)
            control_.progress(fmt::format("{} {}s, {} with a difference, {} findings{}", run_.cases,
                                          kind_.name(), run_.mismatches, run_.findings.size(), doing));
    }

    std::vector<Part> draw() {
        std::vector<Part> parts(control_.jobs);
        for (Part& part : parts) {
            for (std::size_t i = 0; i < plan_.batch && turn_ < turns_of(plan_); ++i)
                part.numbers.push_back(case_at(plan_, turn_++));
        }
        return parts;
    }

    void add(std::uint64_t number, const C& drawn, const Outcome& outcome) {
        ++run_.cases;
        for (const std::string& target : outcome.runs) ++run_.runs[target];
        for (const auto& [counter, count] : outcome.counts) run_.counts[counter] += count;
        if (outcome.mismatches.empty()) return;
        ++run_.mismatches;
        add_finding(number, drawn, outcome.mismatches);
    }

    /// Mismatches of a case that fail in the same way are taken to show one defect.
    void add_finding(std::uint64_t number, const C& drawn, const std::vector<Mismatch>& mismatches) {
        const Mismatch& first = mismatches.front();
        Finding<C> finding{number, first.fault, {}, first.message, {}, drawn, 1};
        for (const Mismatch& m : mismatches)
            if (m.fault == first.fault) finding.targets.push_back(m.target);
        const bool is_reduced = first.fault != Fault::hang && run_.findings.size() < plan_.reports;
        if (is_reduced && kind_.can_reduce(first)) kind_.reduce(finding, first, reduction_control());
        const auto known = std::ranges::find_if(run_.findings, [&](const Finding<C>& other) {
            return !finding.outline.empty() && other.fault == finding.fault &&
                   other.outline == finding.outline;
        });
        if (known == run_.findings.end()) return run_.findings.push_back(std::move(finding));
        ++known->cases;
        for (const std::string& target : finding.targets) {
            if (std::ranges::find(known->targets, target) == known->targets.end())
                known->targets.push_back(target);
        }
    }

    ReductionControl reduction_control() const {
        return {[this] { return control_.is_interrupted(); },
                [this](std::uint64_t statements) {
                    report_progress(fmt::format(", reducing, {} statements", statements));
                }};
    }

    const Kind<C>& kind_;
    const CampaignPlan& plan_;
    const Control& control_;
    Stopwatch clock_;
    std::uint64_t turn_ = 0;
    CampaignRun<C> run_;
};

template <typename C>
CampaignRun<C> run_campaign(const Kind<C>& kind, const CampaignPlan& plan, const Control& control = {}) {
    return Campaign<C>(kind, plan, control).run();
}

}  // namespace musimd::differential::harness
