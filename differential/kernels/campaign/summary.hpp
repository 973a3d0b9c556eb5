#pragma once

#include <span>
#include <string>
#include <string_view>

#include "differential/kernels/campaign/campaign.hpp"

namespace musimd::differential::kernels {

/// The campaign as one JSON object.
std::string to_json(const KernelCampaign& campaign, const KernelCampaignRun& run,
                    std::span<const Target* const> targets, std::string_view version);

/// The campaign as a table.
std::string table(const KernelCampaign& campaign, const KernelCampaignRun& run,
                  std::span<const Target* const> targets);

/// The command that finds the group's kernel again.
std::string command(const KernelCampaign& campaign, const Group& group);

/// The names of the group's files, without extensions: `01-hang-nsimd-avx2`.
std::string file_stem(const KernelCampaignRun& run, const Group& group);

}  // namespace musimd::differential::kernels
