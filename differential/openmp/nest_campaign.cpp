#include "differential/openmp/nest_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "differential/openmp/reduce_nest.hpp"
#include "dsl/openmp/spelling.hpp"
#include "host/child.hpp"
#include "host/parallel.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::openmp {
namespace {

constexpr const char* kTrip = "C and back";
constexpr std::size_t kProposal = 48;  // candidates of a round of a reduction
constexpr unsigned kMostRounds = 400;

/// What was wrong with one nest on one target.
struct NestMismatch {
    std::uint64_t k = 0;
    const NestTarget* target = nullptr;  ///< null: the way to C and back
    Fault fault = Fault::none;
    std::string what;
};

/// A part of a round: some nests, and what became of them.
struct NestPart {
    std::vector<std::uint64_t> numbers;
    std::vector<NestCase> nests;
    std::vector<NestMismatch> mismatches;
    std::map<std::string, std::uint64_t> runs;
    std::uint64_t trips = 0;
};

std::string what_of(const NestCase& nest, const NestRun& expected, const NestRun& actual) {
    return actual.end == NestRun::End::done && expected.end == NestRun::End::done
               ? first_difference(nest, expected, actual)
               : actual.what;
}

class NestCampaignRunner {
  public:
    NestCampaignRunner(const NestCampaign& campaign, std::span<const PlannedTarget> targets,
                       const harness::Control& options)
        : campaign_(campaign), targets_(targets), options_(options) {}

    NestCampaignRun run() {
        while (!over()) {
            std::vector<NestPart> parts = draw();
            host::in_parallel(options_.jobs, parts.size(), [&](std::size_t i) { run_part(parts[i]); });
            for (NestPart& part : parts) add(part);
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
            options_.progress(fmt::format("{} nests, {} with a difference, {} findings{}", run_.nests,
                                          run_.mismatches, run_.findings.size(), doing));
    }

    std::vector<NestPart> draw() {
        std::vector<NestPart> parts(options_.jobs);
        for (NestPart& part : parts) {
            for (std::size_t i = 0; i < campaign_.batch && turn_ < turns_of(campaign_); ++i)
                part.numbers.push_back(case_at(campaign_, turn_++));
        }
        return parts;
    }

    void run_part(NestPart& part) const {
        for (const std::uint64_t k : part.numbers)
            part.nests.push_back(random_nest(seed_of(campaign_, k), campaign_.shape));
        const std::vector<NestRun> expected = targets_[0].target->run(part.nests);
        part.runs[targets_[0].target->name()] += expected.size();
        for (std::size_t i = 0; i < expected.size(); ++i) {
            if (expected[i].end == NestRun::End::done) continue;
            part.mismatches.push_back({part.numbers[i], targets_[0].target,
                                       fault_of(part.nests[i], {}, expected[i]), expected[i].what});
        }
        for (const PlannedTarget& planned : targets_.subspan(1)) run_target(planned, expected, part);
        trips(part);
    }

    void run_target(const PlannedTarget& planned, const std::vector<NestRun>& expected,
                    NestPart& part) const {
        std::vector<NestCase> nests;
        std::vector<std::size_t> which;
        for (std::size_t i = 0; i < part.nests.size(); ++i) {
            if (part.numbers[i] % planned.every != 0 || expected[i].end != NestRun::End::done) continue;
            nests.push_back(part.nests[i]);
            which.push_back(i);
        }
        const std::vector<NestRun> runs = planned.target->run(nests);
        part.runs[planned.target->name()] += runs.size();
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const NestRun& wanted = expected[which[i]];
            const Fault fault = fault_of(nests[i], wanted, runs[i]);
            if (fault == Fault::none) continue;
            part.mismatches.push_back(
                {part.numbers[which[i]], planned.target, fault, what_of(nests[i], wanted, runs[i])});
        }
    }

    void trips(NestPart& part) const {
        if (campaign_.trip_every == 0) return;
        for (std::size_t i = 0; i < part.nests.size(); ++i) {
            if (part.numbers[i] % campaign_.trip_every != 0) continue;
            ++part.trips;
            std::string what = trip_to_c(part.nests[i]);
            if (!what.empty())
                part.mismatches.push_back({part.numbers[i], nullptr, Fault::difference, std::move(what)});
        }
    }

    // ---- findings

    void add(NestPart& part) {
        run_.nests += part.nests.size();
        run_.trips += part.trips;
        for (const auto& [name, count] : part.runs) run_.runs[name] += count;
        std::ranges::stable_sort(part.mismatches, {}, &NestMismatch::k);
        for (std::size_t i = 0; i < part.mismatches.size();) {
            std::size_t end = i;
            while (end < part.mismatches.size() && part.mismatches[end].k == part.mismatches[i].k) ++end;
            ++run_.mismatches;
            add_finding(part, std::span(part.mismatches).subspan(i, end - i));
            i = end;
        }
    }

    /// The mismatches of one nest. Those that fail in the same way are taken to show one defect.
    void add_finding(const NestPart& part, std::span<const NestMismatch> of) {
        const NestMismatch& first = of.front();
        const auto at = std::ranges::find(part.numbers, first.k);
        NestFinding finding;
        finding.nest = first.k;
        finding.fault = first.fault;
        finding.what = first.what;
        finding.smallest = part.nests[static_cast<std::size_t>(at - part.numbers.begin())];
        for (const NestMismatch& m : of)
            if (m.fault == first.fault) finding.targets.push_back(name_of(m));
        const bool reduces = run_.findings.size() < campaign_.reports && first.fault != Fault::hang;
        if (reduces) reduce(first, finding);
        const auto known = std::ranges::find_if(run_.findings, [&](const NestFinding& other) {
            return !finding.outline.empty() && other.fault == finding.fault &&
                   other.outline == finding.outline;
        });
        if (known == run_.findings.end()) return run_.findings.push_back(std::move(finding));
        known->nests += 1;
        for (const std::string& target : finding.targets) {
            if (std::ranges::find(known->targets, target) == known->targets.end())
                known->targets.push_back(target);
        }
    }

    static std::string name_of(const NestMismatch& m) {
        return m.target == nullptr ? kTrip : m.target->name();
    }

    void reduce(const NestMismatch& of, NestFinding& finding) {
        NestReducer reducer(finding.smallest);
        for (unsigned round = 0; round < kMostRounds && !options_.is_interrupted(); ++round) {
            report_progress(fmt::format(", reducing, {} statements", NestKind::weigh(reducer.best())[0]));
            const std::vector<NestCase> proposal = reducer.propose(kProposal);
            if (proposal.empty()) break;
            reducer.judged(proposal, show(of, proposal));
        }
        const NestCase small = tidied(reducer.best());
        finding.smallest = show(of, {small})[0] ? small : reducer.best();
        finding.outline = outline(finding.smallest.function);
        finding.what = what_now(of, finding);
    }

    /// Whether each nest fails as the mismatch did.
    std::vector<bool> show(const NestMismatch& of, const std::vector<NestCase>& nests) const {
        std::vector<bool> shows;
        if (of.target == nullptr) {
            for (const NestCase& nest : nests) shows.push_back(!trip_to_c(nest).empty());
            return shows;
        }
        const std::vector<NestRun> expected = targets_[0].target->run(nests);
        if (of.target == targets_[0].target) {
            for (std::size_t i = 0; i < nests.size(); ++i)
                shows.push_back(fault_of(nests[i], {}, expected[i]) == of.fault &&
                                same_kind(expected[i].what, of.what));
            return shows;
        }
        shows.assign(nests.size(), false);
        const std::vector<std::size_t> good = agreeing(of, nests, expected);
        std::vector<NestCase> asked;
        for (const std::size_t i : good) asked.push_back(nests[i]);
        const std::vector<NestRun> runs = of.target->run(asked);
        for (std::size_t j = 0; j < good.size(); ++j) {
            const Fault fault = fault_of(asked[j], expected[good[j]], runs[j]);
            shows[good[j]] =
                fault == of.fault && (fault != Fault::ending || same_kind(runs[j].what, of.what));
        }
        return shows;
    }

    /// Traps of the same kind: their texts begin with it.
    static bool same_kind(const std::string& a, const std::string& b) {
        return a.substr(0, a.find(':')) == b.substr(0, b.find(':'));
    }

    /// Those that run to their end, for a compiler with the same result under both models.
    std::vector<std::size_t> agreeing(const NestMismatch& of, const std::vector<NestCase>& nests,
                                      const std::vector<NestRun>& expected) const {
        std::vector<std::size_t> good;
        const bool both = of.target->engine() == nullptr && targets_.size() > 1;
        const std::vector<NestRun> other = both ? targets_[1].target->run(nests) : std::vector<NestRun>();
        for (std::size_t i = 0; i < nests.size(); ++i) {
            if (expected[i].end != NestRun::End::done) continue;
            if (!both || fault_of(nests[i], expected[i], other[i]) == Fault::none) good.push_back(i);
        }
        return good;
    }

    std::string what_now(const NestMismatch& of, const NestFinding& finding) const {
        if (of.target == nullptr) return trip_to_c(finding.smallest);
        const std::vector<NestCase> one = {finding.smallest};
        const NestRun expected = targets_[0].target->run(one)[0];
        if (of.target == targets_[0].target) return expected.what;
        return what_of(one[0], expected, of.target->run(one)[0]);
    }

    const NestCampaign& campaign_;
    std::span<const PlannedTarget> targets_;
    const harness::Control& options_;
    NestCampaignRun run_;
    std::uint64_t turn_ = 0;
    harness::Stopwatch clock_;
};

}  // namespace

std::string trip_to_c(const NestCase& nest) {
    const auto work = [&]() -> std::string {
        const auto reading = kernels::openmp::read_function(
            {.file = "nest.c", .text = c_source(nest, "nest"), .function = "nest", .options = {}});
        if (!reading) return reading.error();
        if (!reading->function) return reading->messages;
        return dsl::openmp::spell(*reading->function) == dsl::openmp::spell(nest.function)
                   ? ""
                   : "the tree that was read differs from the one that was printed";
    };
    const host::ChildEnd end = host::in_child(work, {});
    return end.ok() ? end.text : to_string(end);
}

NestCampaignRun run_nest_campaign(const NestCampaign& campaign, std::span<const PlannedTarget> targets,
                                  const harness::Control& options) {
    return NestCampaignRunner(campaign, targets, options).run();
}

}  // namespace musimd::differential::openmp
