#include "differential/programs/campaign/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "differential/programs/campaign/workers.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::differential {

Profile profile_of(const Campaign& campaign, std::uint64_t k) {
    return campaign.profile ? *campaign.profile : profiles()[k % profiles().size()].profile;
}

namespace {

constexpr std::uint64_t kSmallSteps = 32;  // a small program that takes more does not terminate

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
    Case c = generate(profile_of(campaign, k), seed_of(campaign, k), campaign.shape);
    std::uint32_t line = 0;
    for (Instruction& instruction : c.program.instructions) {
        instruction.line = ++line;
        instruction.column = 1;
    }
    return c;
}

Comparison compare_case(const Campaign& campaign, const Case& c, const CompareOptions& options) {
    Comparison comparison = compare(c, campaign.engines, options);
    const std::optional<Trap>& trap = comparison.first.result.trap;
    if (campaign.small && trap && is_structural(*trap) && check_structure(c.program).ok()) {
        comparison.differences +=
            fmt::format("the structure check passes it, and it ends in {}\n", to_string(trap->kind));
    }
    return comparison;
}

bool observes_all(std::uint64_t k) {
    // Profiles alternate, so this selects as many programs of each.
    return k / kProfileCount % 4 == 0;
}

CampaignRun run_campaign(const Campaign& campaign, const CampaignOptions& options) {
    CampaignRun run = Workers(campaign, options).run();
    std::ranges::sort(run.mismatches, {}, &Mismatch::program);
    if (run.mismatches.size() > kMaxMismatches) run.mismatches.resize(kMaxMismatches);
    return run;
}

}  // namespace musimd::differential
