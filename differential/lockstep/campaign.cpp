#include "differential/lockstep/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "differential/lockstep/reduce.hpp"
#include "host/child.hpp"
#include "host/parallel.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::lockstep {
namespace {

constexpr auto kLongest = std::chrono::seconds(120);  // of a batch
constexpr unsigned kMostCandidates = 2'000;           // of a reduction

/// What became of one kernel.
struct Outcome {
    bool has_race = false;
    std::vector<std::string> runs;
    std::vector<Mismatch> mismatches;
};

nlohmann::json json_of(const Outcome& outcome) {
    nlohmann::json mismatches = nlohmann::json::array();
    for (const Mismatch& m : outcome.mismatches) mismatches.push_back({m.target, m.fault, m.what});
    return {outcome.has_race, outcome.runs, mismatches};
}

Outcome outcome_of(const nlohmann::json& json) {
    Outcome outcome{json[0].get<bool>(), json[1].get<std::vector<std::string>>(), {}};
    for (const nlohmann::json& m : json[2])
        outcome.mismatches.push_back({m[0].get<std::string>(), m[1].get<Fault>(), m[2].get<std::string>()});
    return outcome;
}

class LockstepCampaignRunner {
  public:
    LockstepCampaignRunner(const LockstepCampaign& campaign, const harness::Control& options)
        : campaign_(campaign), options_(options) {}

    LockstepCampaignRun run() {
        // Loads the front end, which the processes share.
        kernels::openmp::read_kernel(
            {.file = "k.cu", .text = "__global__ void k() {}", .function = "k", .options = {}});
        while (!over()) {
            std::vector<std::vector<std::uint64_t>> parts = draw();
            std::vector<std::vector<Outcome>> outcomes(parts.size());
            host::in_parallel(options_.jobs, parts.size(),
                              [&](std::size_t i) { add_outcomes(parts[i], outcomes[i]); });
            for (std::size_t i = 0; i < parts.size(); ++i) add(parts[i], outcomes[i]);
            report_progress("");
        }
        return std::move(run_);
    }

  private:
    bool over() {
        run_.interrupted = options_.is_interrupted();
        return run_.interrupted || time_is_up(campaign_, clock_) || turn_ >= turns_of(campaign_);
    }

    void report_progress(const std::string& doing) const {
        if (options_.progress)
            options_.progress(fmt::format("{} kernels, {} with a difference, {} findings{}", run_.kernels,
                                          run_.mismatches, run_.findings.size(), doing));
    }

    std::vector<std::vector<std::uint64_t>> draw() {
        std::vector<std::vector<std::uint64_t>> parts(options_.jobs);
        for (auto& part : parts) {
            for (std::size_t i = 0; i < campaign_.batch && turn_ < turns_of(campaign_); ++i)
                part.push_back(case_at(campaign_, turn_++));
        }
        return parts;
    }

    Drawn kernel_of(std::uint64_t k) const { return random_kernel(seed_of(campaign_, k), campaign_.shape); }

    // ---- running

    /// In child processes: one of a kernel alone if it crashes or hangs.
    void add_outcomes(std::span<const std::uint64_t> numbers, std::vector<Outcome>& outcomes) const {
        if (numbers.empty()) return;
        const auto work = [&] {
            nlohmann::json all = nlohmann::json::array();
            for (const std::uint64_t k : numbers) all.push_back(json_of(check_one(k)));
            return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        };
        const host::ChildEnd end = host::in_child(work, {.limit = kLongest});
        if (end.ok()) {
            for (const nlohmann::json& one : nlohmann::json::parse(end.text))
                outcomes.push_back(outcome_of(one));
        } else if (numbers.size() == 1) {
            const bool hangs = end.kind == host::ChildEnd::Kind::timed_out;
            outcomes.push_back(
                {false, {}, {{"machine", hangs ? Fault::hang : Fault::crash, to_string(end)}}});
        } else {
            add_outcomes(numbers.first(numbers.size() / 2), outcomes);
            add_outcomes(numbers.subspan(numbers.size() / 2), outcomes);
        }
    }

    Outcome check_one(std::uint64_t k) const {
        const Drawn kernel = kernel_of(k);
        std::vector<MachineTarget> targets;
        for (const PlannedTarget& planned : campaign_.targets)
            if (k % planned.every == 0) targets.push_back(planned.target);
        Checked checked = check(kernel, targets);
        const bool is_clean = checked.expected.is_clean();
        Outcome outcome{
            !is_clean && !checked.expected.is_too_long, {kFrontEnd}, std::move(checked.mismatches)};
        for (const MachineTarget& target : targets) outcome.runs.push_back(target.name());
        if (kernel.mutation.empty() && !is_clean)
            outcome.mismatches.push_back({"plain run", Fault::difference,
                                          checked.expected.is_too_long
                                              ? "the kernel takes too long"
                                              : "the kernel has a defect that nobody made"});
        return outcome;
    }

    // ---- findings

    void add(const std::vector<std::uint64_t>& numbers, const std::vector<Outcome>& outcomes) {
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            const Outcome& outcome = outcomes[i];
            const Drawn kernel = kernel_of(numbers[i]);
            ++run_.kernels;
            run_.instances += kernel.instances.size();
            run_.mutants += kernel.mutation.empty() ? 0 : 1;
            run_.wrong += outcome.has_race ? 1 : 0;
            for (const std::string& target : outcome.runs) ++run_.runs[target];
            if (outcome.mismatches.empty()) continue;
            ++run_.mismatches;
            add_finding(numbers[i], outcome);
        }
    }

    void add_finding(std::uint64_t k, const Outcome& outcome) {
        const Mismatch& first = outcome.mismatches.front();
        LockstepFinding finding;
        finding.kernel = k;
        finding.fault = first.fault;
        finding.what = first.what;
        finding.smallest = kernel_of(k);
        for (const Mismatch& m : outcome.mismatches)
            if (m.fault == first.fault) finding.targets.push_back(m.target);
        const bool reduces = first.fault != Fault::hang && first.target != "plain run";
        if (reduces && run_.findings.size() < campaign_.reports) reduce(first, finding);
        const auto known = std::ranges::find_if(run_.findings, [&](const LockstepFinding& other) {
            return !finding.outline.empty() && other.fault == finding.fault &&
                   other.outline == finding.outline;
        });
        if (known == run_.findings.end())
            run_.findings.push_back(std::move(finding));
        else
            ++known->kernels;
    }

    /// What is wrong with the kernel on this target; nothing if that is something else.
    std::optional<std::string> shown(const Drawn& kernel, const Mismatch& of, bool is_clean) const {
        std::vector<MachineTarget> targets;
        for (const PlannedTarget& planned : campaign_.targets)
            if (planned.target.name() == of.target || of.fault == Fault::crash)
                targets.push_back(planned.target);
        const auto work = [&] {
            const Checked checked = check(kernel, targets);
            if (checked.expected.is_clean() != is_clean || checked.expected.is_too_long ||
                checked.expected.reads_unwritten || checked.expected.overflows)
                return std::string();
            for (const Mismatch& m : checked.mismatches)
                if (m.target == of.target && m.fault == of.fault) return m.what + " ";
            return std::string();
        };
        const host::ChildEnd end = host::in_child(work, {.limit = kLongest});
        if (of.fault == Fault::crash) return end.ok() ? std::nullopt : std::optional(to_string(end));
        if (!end.ok() || end.text.empty()) return std::nullopt;
        return end.text.substr(0, end.text.size() - 1);
    }

    void reduce(const Mismatch& of, LockstepFinding& finding) const {
        const bool is_clean = run_plainly(finding.smallest).is_clean();
        if (!shown(finding.smallest, of, is_clean)) return;
        unsigned left = kMostCandidates;
        finding.smallest = reduced(finding.smallest, [&](const Drawn& candidate) {
            if (left == 0 || options_.is_interrupted()) return false;
            --left;
            if (!shown(candidate, of, is_clean)) return false;
            report_progress(fmt::format(", reducing, {} statements", weight_of(candidate)[0]));
            return true;
        });
        finding.outline = outline_of(finding.smallest);
        finding.what = shown(finding.smallest, of, is_clean).value_or(finding.what);
    }

    const LockstepCampaign& campaign_;
    const harness::Control& options_;
    harness::Stopwatch clock_;
    std::uint64_t turn_ = 0;
    LockstepCampaignRun run_;
};

}  // namespace

LockstepCampaignRun run_campaign(const LockstepCampaign& campaign, const harness::Control& options) {
    return LockstepCampaignRunner(campaign, options).run();
}

}  // namespace musimd::differential::lockstep
