#include "differential/programs/campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "differential/programs/campaign/workers.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::differential {

Profile profile_of(const Campaign& campaign, std::uint64_t k) {
    return campaign.profile ? *campaign.profile : profiles()[k % profiles().size()].profile;
}

// Steps of the golden ratio through 2^64, as in SplitMix64: no seed twice, and campaigns of neighbouring
// seeds do not meet.
std::uint64_t seed_of(const Campaign& campaign, std::uint64_t k) {
    return campaign.seed + k * 0x9E3779B97F4A7C15U;
}

namespace {

constexpr std::uint64_t kSmallSteps = 32;  // a small program that takes more goes round in a loop

std::optional<Case> small_case(const Campaign& campaign, std::uint64_t k) {
    auto program = campaign.small->program(k);
    if (!program) return std::nullopt;
    MachineOptions options;
    options.max_steps = kSmallSteps;
    return Case{std::move(*program), options};
}

}  // namespace

std::optional<Case> case_of(const Campaign& campaign, std::uint64_t k) {
    if (campaign.small) return small_case(campaign, k);
    Case made = generate(profile_of(campaign, k), seed_of(campaign, k), campaign.shape);
    std::uint32_t line = 0;
    for (Instruction& instruction : made.program.instructions) {
        instruction.line = ++line;
        instruction.column = 1;
    }
    return made;
}

Comparison compare_case(const Campaign& campaign, const Case& c, const CompareOptions& options) {
    Comparison made = compare(c, campaign.engines, options);
    const std::optional<Trap>& trap = made.first.result.trap;
    if (campaign.small && trap && is_structural(trap->kind) && check_structure(c.program).ok()) {
        made.differences +=
            fmt::format("the structure check passes it, and it ends in {}\n", to_string(trap->kind));
    }
    return made;
}

bool observes_all(std::uint64_t k) {
    // As profiles go in turn, this takes as many of each.
    return k / kProfileCount % 4 == 0;
}

std::string_view to_string(Finding::Kind kind) {
    constexpr std::string_view kNames[] = {"difference", "crash", "hang"};
    return kNames[static_cast<std::size_t>(kind)];
}

CampaignRun run_campaign(const Campaign& campaign, const CampaignOptions& options) {
    CampaignRun run = Workers(campaign, options).run();
    std::ranges::sort(run.findings, {}, &Finding::program);
    if (run.findings.size() > kMaxFindings) run.findings.resize(kMaxFindings);
    return run;
}

}  // namespace musimd::differential
