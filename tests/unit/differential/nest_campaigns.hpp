#pragma once

#include <cstdint>

#include "differential/harness/campaign_report.hpp"
#include "differential/openmp/kind.hpp"

// Small campaigns of random nests.

namespace musimd::differential::openmp::nest_campaigns {

inline constexpr kernels::openmp::Configuration kSpmd = {
    .model = dsl::LoopModel::spmd, .width = 16, .native_lanes = 8, .max_steps = 300'000};
inline constexpr kernels::openmp::Configuration kSimd = {
    .model = dsl::LoopModel::simd, .width = 16, .native_lanes = 8, .max_steps = 300'000};

inline const Engine& fast() {
    return *find_engine("fast");
}

using Campaign = harness::CampaignPlan;
using CampaignRun = harness::CampaignRun<NestCase>;

inline Campaign campaign_of(std::uint64_t count) {
    Campaign campaign;
    campaign.count = count;
    campaign.batch = 64;
    campaign.reports = 1;
    return campaign;
}

/// The machine under both models, and a third target.
inline CampaignRun campaign_with(const NestTarget& third, const Campaign& campaign) {
    const auto spmd = machine_target(fast(), kSpmd);
    const auto simd = machine_target(fast(), kSimd);
    const PlannedTarget targets[] = {{spmd.get(), 1}, {simd.get(), 1}, {&third, 1}};
    return harness::run_campaign(NestKind({.statements = 6}, targets, 0), campaign);
}

}  // namespace musimd::differential::openmp::nest_campaigns
