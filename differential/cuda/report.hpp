#pragma once

#include <string>
#include <string_view>

#include "differential/cuda/campaign.hpp"

// The report of a campaign of CUDA kernels: its summary and its findings.

namespace musimd::differential::cuda {

/// `difference-17-fast-volta`: the files of a finding begin with it.
std::string file_stem(const DrawnFinding& finding);

/// The kernel, with comments that say what is wrong, and how to run it and draw it again.
std::string finding_source(const DrawnCampaign& campaign, const DrawnFinding& finding);

/// The command that draws and runs the kernel again.
std::string replay_command(const DrawnCampaign& campaign, const DrawnFinding& finding);

/// summary.json
std::string summary_json(const DrawnCampaign& campaign, const DrawnCampaignRun& run,
                         std::string_view version);

/// As text.
std::string summary_table(const DrawnCampaign& campaign, const DrawnCampaignRun& run);

}  // namespace musimd::differential::cuda
