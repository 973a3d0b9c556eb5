#include "differential/spmd/campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "differential/random/dice.hpp"
#include "differential/spmd/campaign/grouping.hpp"
#include "dsl/spmd/replay.hpp"
#include "host/parallel.hpp"

namespace musimd::differential::spmd {
namespace {

// A kernel of a round, and its run on the machine.
struct Drawn {
    std::uint64_t k = 0;
    kernels::KernelCase test;
    bool left_out = false;
    Run expected;
    std::optional<Run> by_rules;  ///< if it ran on the rules engine
};

class KernelCampaignRunner {
  public:
    KernelCampaignRunner(const KernelCampaign& campaign, std::span<const Target* const> targets,
                         const KernelCampaignOptions& options)
        : campaign_(campaign),
          targets_(targets),
          options_(options),
          machine_(target_of(reference_engine())),
          rules_(target_of(*campaign.rules)),
          everyone_(with(targets, {rules_.get(), machine_.get()})),
          grouping_(everyone_, campaign.shape.fused, options) {}

    KernelCampaignRun run() {
        while (!over()) {
            const std::vector<Drawn> round = draw();
            const std::vector<const Drawn*> good = tally(round);
            std::vector<Mismatch> mismatches = compare(good);
            for (Mismatch& mismatch : engine_mismatches(round)) mismatches.push_back(std::move(mismatch));
            run_.mismatches += mismatches.size();
            const harness::Stopwatch stopwatch;
            grouping_.add(std::move(mismatches));
            run_.reduce_seconds += stopwatch.seconds();
            report_progress();
        }
        run_.groups = grouping_.groups();
        return std::move(run_);
    }

  private:
    static std::vector<const Target*> with(std::span<const Target* const> targets,
                                           std::initializer_list<const Target*> more) {
        std::vector<const Target*> all(targets.begin(), targets.end());
        all.insert(all.end(), more);
        return all;
    }

    bool over() {
        run_.interrupted = options_.is_interrupted();
        return run_.interrupted || time_is_up(campaign_, clock_) || run_.kernels >= turns_of(campaign_);
    }

    void report_progress() const {
        if (!options_.progress) return;
        options_.progress(fmt::format("{} kernels, {} compared, {} findings, {} groups", run_.kernels,
                                      run_.compared, run_.mismatches, grouping_.groups().size()));
    }

    // Enough kernels for one unit per job and target.
    std::vector<Drawn> draw() {
        const harness::Stopwatch stopwatch;
        const std::uint64_t size =
            std::min<std::uint64_t>(campaign_.batch * options_.jobs, turns_of(campaign_) - run_.kernels);
        std::vector<Drawn> round(size);
        host::in_parallel(options_.jobs, size,
                          [&](std::size_t i) { draw_one(round[i], case_at(campaign_, run_.kernels + i)); });
        host::in_parallel(options_.jobs, options_.jobs,
                          [&](std::size_t part) { run_on_machine(round, part); });
        run_.kernels += size;
        run_.machine_seconds += stopwatch.seconds();
        return round;
    }

    void draw_one(Drawn& drawn, std::uint64_t k) const {
        drawn.k = k;
        const std::uint64_t seed = seed_of(campaign_, k);
        drawn.test = random_case(seed, campaign_.shape);
        drawn.test.kernel = musimd::spmd::replay(drawn.test.kernel);  // recorded, as its source would be
        Dice dice(~seed);
        drawn.left_out = !dice.chance(campaign_.known) && grouping_.knows(drawn.test);
    }

    // One of as many parts of the round as there are jobs.
    void run_on_machine(std::vector<Drawn>& round, std::size_t part) const {
        std::vector<EngineRun> planned;
        std::vector<Drawn*> kernels;
        std::vector<bool> by_rules;
        const auto plan = [&](Drawn& drawn, bool is_by_rules) {
            planned.push_back({&drawn.test, is_by_rules ? campaign_.rules : &reference_engine()});
            kernels.push_back(&drawn);
            by_rules.push_back(is_by_rules);
        };
        for (std::size_t i = part; i < round.size(); i += options_.jobs) {
            if (round[i].left_out) continue;
            plan(round[i], false);
            if (campaign_.rules_every != 0 && round[i].k % campaign_.rules_every == 0) plan(round[i], true);
        }
        std::vector<Run> runs = run_in_child(planned);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            runs[i].by_engine = by_rules[i];
            if (by_rules[i]) {
                kernels[i]->by_rules = std::move(runs[i]);
            } else {
                kernels[i]->expected = std::move(runs[i]);
            }
        }
    }

    std::vector<const Drawn*> tally(const std::vector<Drawn>& round) {
        std::vector<const Drawn*> good;
        for (const Drawn& drawn : round) {
            if (drawn.left_out) {
                ++run_.left_out;
            } else if (drawn.expected.kind == Run::Kind::trap) {
                ++run_.trapped;
            } else if (failed_on_machine(drawn.expected)) {
                continue;
            } else {
                good.push_back(&drawn);
            }
        }
        return good;
    }

    std::vector<Mismatch> engine_mismatches(const std::vector<Drawn>& round) const {
        std::vector<Mismatch> mismatches;
        for (const Drawn& drawn : round) {
            if (failed_on_machine(drawn.expected)) {
                const Fault fault = fault_of(drawn.test, drawn.expected, drawn.expected);
                mismatches.push_back({drawn.k, drawn.test, machine_.get(), fault, drawn.expected.signal});
                continue;
            }
            if (!drawn.by_rules) continue;
            const Fault fault = fault_of(drawn.test, drawn.expected, *drawn.by_rules);
            if (fault != Fault::none)
                mismatches.push_back({drawn.k, drawn.test, rules_.get(), fault, drawn.by_rules->signal});
        }
        return mismatches;
    }

    // Every target on every batch of the kernels; all in parallel.
    std::vector<Mismatch> compare(const std::vector<const Drawn*>& good) {
        std::vector<Mismatch> mismatches;
        if (targets_.empty() || good.empty()) return mismatches;
        const harness::Stopwatch stopwatch;
        const std::size_t batches = (good.size() + campaign_.batch - 1) / campaign_.batch;
        std::vector<std::vector<Run>> runs(batches * targets_.size());
        host::in_parallel(options_.jobs, runs.size(), [&](std::size_t task) {
            std::vector<kernels::KernelCase> tests;
            for (const Drawn* drawn : part(good, task / targets_.size())) tests.push_back(drawn->test);
            runs[task] = targets_[task % targets_.size()]->run(tests);
        });
        for (std::size_t task = 0; task < runs.size(); ++task) {
            const auto these = part(good, task / targets_.size());
            for (std::size_t i = 0; i < these.size(); ++i) {
                const Fault fault = fault_of(these[i]->test, these[i]->expected, runs[task][i]);
                if (fault == Fault::none) continue;
                mismatches.push_back({these[i]->k, these[i]->test, targets_[task % targets_.size()], fault,
                                      runs[task][i].signal});
            }
        }
        std::ranges::stable_sort(mismatches, {}, &Mismatch::kernel);
        run_.compared += good.size();
        run_.target_seconds += stopwatch.seconds();
        return mismatches;
    }

    std::span<const Drawn* const> part(const std::vector<const Drawn*>& all, std::size_t number) const {
        const std::size_t first = number * campaign_.batch;
        return std::span(all).subspan(first, std::min(campaign_.batch, all.size() - first));
    }

    const KernelCampaign& campaign_;
    std::span<const Target* const> targets_;
    const KernelCampaignOptions& options_;
    std::unique_ptr<Target> machine_;
    std::unique_ptr<Target> rules_;
    std::vector<const Target*> everyone_;  ///< the targets, the rules and the machine
    Grouping grouping_;
    KernelCampaignRun run_;
    harness::Stopwatch clock_;
};

}  // namespace

KernelCampaignRun run_campaign(const KernelCampaign& campaign, std::span<const Target* const> targets,
                               const KernelCampaignOptions& options) {
    return KernelCampaignRunner(campaign, targets, options).run();
}

}  // namespace musimd::differential::spmd
