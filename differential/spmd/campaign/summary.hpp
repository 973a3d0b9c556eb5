#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "differential/harness/summary.hpp"
#include "differential/spmd/campaign/campaign.hpp"

namespace musimd::differential::spmd {

/// The result of a campaign, or of some of its shards: `summary.json`.
struct KernelSummary : harness::SummaryHead {
    std::uint64_t kernels = 0;  ///< these are as in KernelCampaignRun, added up over the shards
    std::uint64_t trapped = 0;
    std::uint64_t left_out = 0;
    std::uint64_t compared = 0;
    std::uint64_t mismatches = 0;
    double machine_seconds = 0;
    double target_seconds = 0;
    double reduce_seconds = 0;
    std::vector<harness::Json> groups;  ///< as in the JSON

    void read(const harness::Json& json);
    /// Groups of the same defect (the same fault, signal and outline, and unrolled or not) become one.
    void add(KernelSummary part, const std::string& folder);
    void finish() {}
};

KernelSummary summarise(const KernelCampaign& campaign, const KernelCampaignRun& run,
                        std::span<const Target* const> targets, std::string_view version);

/// As one JSON object (docs/interfaces.md). harness::summary_of_json reads it back.
std::string to_json(const KernelSummary& summary);

/// The summary as a table.
std::string table(const KernelSummary& summary);

/// The command that finds the group's kernel again.
std::string command(const KernelCampaign& campaign, const Group& group);

/// The names of the group's files, without extensions: `01-hang-nsimd-avx2`.
std::string file_stem(const KernelCampaignRun& run, const Group& group);

}  // namespace musimd::differential::spmd
