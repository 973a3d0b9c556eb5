#pragma once

#include <string>
#include <string_view>

#include "differential/lockstep/campaign.hpp"

// The report of a campaign of kernels of the lockstep model.

namespace musimd::differential::lockstep {

/// `difference-17-fast-volta`: the file of a finding begins with it.
std::string file_stem(const LockstepFinding& finding);

/// The kernel, with comments that say what is wrong, and how to run it and draw it again.
std::string finding_source(const LockstepCampaign& campaign, const LockstepFinding& finding);

/// The command that draws and runs the kernel again.
std::string replay_command(const LockstepCampaign& campaign, const LockstepFinding& finding);

/// summary.json
std::string summary_json(const LockstepCampaign& campaign, const LockstepCampaignRun& run,
                         std::string_view version);

/// As text.
std::string summary_table(const LockstepCampaign& campaign, const LockstepCampaignRun& run);

}  // namespace musimd::differential::lockstep
