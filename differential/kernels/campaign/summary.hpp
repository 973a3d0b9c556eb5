#pragma once

#include <span>
#include <string>
#include <string_view>

#include "differential/kernels/campaign/campaign.hpp"

namespace musimd::differential::kernels {

/// The campaign as one JSON object.
std::string to_json(const KernelCampaign& campaign, const KernelCampaignRun& run,
                    std::span<const Target* const> targets, std::string_view version);

/// The same as a table.
std::string table(const KernelCampaign& campaign, const KernelCampaignRun& run,
                  std::span<const Target* const> targets);

/// The command that finds the group's kernel again.
std::string command(const KernelCampaign& campaign, const Group& group);

/// What files of the group are called, without their endings: `01-hang-nsimd-avx2`.
std::string file_stem(const KernelCampaignRun& run, const Group& group);

}  // namespace musimd::differential::kernels
