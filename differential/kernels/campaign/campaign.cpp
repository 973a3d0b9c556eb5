#include "differential/kernels/campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "differential/kernels/campaign/grouping.hpp"
#include "differential/random/dice.hpp"
#include "dsl/spmd/replay.hpp"
#include "host/parallel.hpp"

namespace musimd::differential::kernels {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A kernel of a round, and the machine's result.
struct Drawn {
    std::uint64_t k = 0;
    Trial trial;
    bool left_out = false;
    Run expected;
    std::optional<Run> by_rules;  ///< where it was run by them
};

class KernelCampaignRunner {
  public:
    KernelCampaignRunner(const KernelCampaign& campaign, std::span<const Target* const> targets,
                         const KernelCampaignOptions& options)
        : campaign_(campaign),
          targets_(targets),
          options_(options),
          rules_(target_of(*campaign.rules)),
          everyone_(with(targets, rules_.get())),
          grouping_(everyone_, campaign.shape.fused, options) {}

    KernelCampaignRun run() {
        while (!over()) {
            const std::vector<Drawn> round = draw();
            const std::vector<const Drawn*> good = tally(round);
            std::vector<KernelFinding> findings = compare(good);
            for (KernelFinding& finding : engines_differ(round)) findings.push_back(std::move(finding));
            run_.findings += findings.size();
            const auto begin = Clock::now();
            grouping_.add(std::move(findings));
            run_.reduce_seconds += seconds_since(begin);
            tell();
        }
        run_.groups = grouping_.groups();
        return std::move(run_);
    }

  private:
    static std::vector<const Target*> with(std::span<const Target* const> targets, const Target* one_more) {
        std::vector<const Target*> all(targets.begin(), targets.end());
        all.push_back(one_more);
        return all;
    }

    bool over() {
        run_.interrupted = options_.interrupted && options_.interrupted();
        if (run_.interrupted) return true;
        return campaign_.count ? run_.kernels >= *campaign_.count
                               : seconds_since(begin_) >= static_cast<double>(campaign_.seconds.value_or(0));
    }

    void tell() const {
        if (!options_.progress) return;
        options_.progress(fmt::format("{} kernels, {} compared, {} findings, {} groups", run_.kernels,
                                      run_.compared, run_.findings, grouping_.groups().size()));
    }

    // As many kernels as give each job a unit of each target.
    std::vector<Drawn> draw() {
        const auto begin = Clock::now();
        std::uint64_t size = campaign_.batch * options_.jobs;
        if (campaign_.count) size = std::min(size, *campaign_.count - run_.kernels);
        std::vector<Drawn> round(size);
        host::in_parallel(options_.jobs, size, [&](std::size_t i) { draw_one(round[i], run_.kernels + i); });
        run_.kernels += size;
        run_.machine_seconds += seconds_since(begin);
        return round;
    }

    void draw_one(Drawn& drawn, std::uint64_t k) const {
        drawn.k = k;
        const std::uint64_t seed = seed_of(campaign_, k);
        drawn.trial = random_trial(seed, campaign_.shape);
        drawn.trial.kernel = spmd::replay(drawn.trial.kernel);  // recorded, as its source would be
        Dice dice(~seed);
        drawn.left_out = !dice.chance(campaign_.known) && grouping_.knows(drawn.trial);
        if (drawn.left_out) return;
        drawn.expected = run_on_machine(drawn.trial, machine());
        if (campaign_.rules_every != 0 && k % campaign_.rules_every == 0)
            drawn.by_rules = rules_->run({&drawn.trial, 1}).front();
    }

    std::vector<const Drawn*> tally(const std::vector<Drawn>& round) {
        std::vector<const Drawn*> good;
        for (const Drawn& drawn : round) {
            if (drawn.left_out) {
                ++run_.left_out;
            } else if (!drawn.expected.done()) {
                ++run_.trapped;
            } else {
                good.push_back(&drawn);
            }
        }
        return good;
    }

    std::vector<KernelFinding> engines_differ(const std::vector<Drawn>& round) const {
        std::vector<KernelFinding> findings;
        for (const Drawn& drawn : round) {
            if (!drawn.by_rules) continue;
            const Fault fault = fault_of(drawn.trial, drawn.expected, *drawn.by_rules);
            if (fault != Fault::none) findings.push_back({drawn.k, drawn.trial, rules_.get(), fault});
        }
        return findings;
    }

    // Every target on every batch of the kernels; all in parallel.
    std::vector<KernelFinding> compare(const std::vector<const Drawn*>& good) {
        std::vector<KernelFinding> findings;
        if (targets_.empty() || good.empty()) return findings;
        const auto begin = Clock::now();
        const std::size_t batches = (good.size() + campaign_.batch - 1) / campaign_.batch;
        std::vector<std::vector<Run>> runs(batches * targets_.size());
        host::in_parallel(options_.jobs, runs.size(), [&](std::size_t task) {
            std::vector<Trial> trials;
            for (const Drawn* drawn : part(good, task / targets_.size())) trials.push_back(drawn->trial);
            runs[task] = targets_[task % targets_.size()]->run(trials);
        });
        for (std::size_t task = 0; task < runs.size(); ++task) {
            const auto these = part(good, task / targets_.size());
            for (std::size_t i = 0; i < these.size(); ++i) {
                const Fault fault = fault_of(these[i]->trial, these[i]->expected, runs[task][i]);
                if (fault == Fault::none) continue;
                findings.push_back({these[i]->k, these[i]->trial, targets_[task % targets_.size()], fault,
                                    runs[task][i].signal});
            }
        }
        std::ranges::stable_sort(findings, {}, &KernelFinding::kernel);
        run_.compared += good.size();
        run_.target_seconds += seconds_since(begin);
        return findings;
    }

    std::span<const Drawn* const> part(const std::vector<const Drawn*>& all, std::size_t number) const {
        const std::size_t first = number * campaign_.batch;
        return std::span(all).subspan(first, std::min(campaign_.batch, all.size() - first));
    }

    const KernelCampaign& campaign_;
    std::span<const Target* const> targets_;
    const KernelCampaignOptions& options_;
    std::unique_ptr<Target> rules_;
    std::vector<const Target*> everyone_;  ///< the targets, and the rules
    Grouping grouping_;
    KernelCampaignRun run_;
    Clock::time_point begin_ = Clock::now();
};

}  // namespace

std::uint64_t seed_of(const KernelCampaign& campaign, std::uint64_t k) {
    return campaign.seed + k * kGolden;
}

KernelCampaignRun run_campaign(const KernelCampaign& campaign, std::span<const Target* const> targets,
                               const KernelCampaignOptions& options) {
    return KernelCampaignRunner(campaign, targets, options).run();
}

}  // namespace musimd::differential::kernels
