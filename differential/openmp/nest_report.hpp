#pragma once

#include <span>
#include <string>
#include <string_view>

#include "differential/openmp/nest_campaign.hpp"

// The report of a campaign of nests: its summary and its findings.

namespace musimd::differential::openmp {

/// `difference-17-fast-simd`: the files of a finding begin with it.
std::string file_stem(const NestFinding& finding);

/// The nest in C, with a comment that says what is wrong, and a `main` that calls it and prints the arrays:
/// `cc -DMAIN`.
std::string finding_source(const NestCampaign& campaign, const NestFinding& finding);

/// The command that draws and runs the nest again.
std::string replay_command(const NestCampaign& campaign, const NestFinding& finding);

/// summary.json
std::string summary_json(const NestCampaign& campaign, std::span<const PlannedTarget> targets,
                         const NestCampaignRun& run, std::string_view version);

/// As text.
std::string summary_table(const NestCampaign& campaign, const NestCampaignRun& run);

}  // namespace musimd::differential::openmp
