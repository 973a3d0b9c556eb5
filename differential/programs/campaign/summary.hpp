#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "differential/programs/campaign/campaign.hpp"
#include "differential/programs/campaign/report.hpp"

namespace musimd::differential {

/// What a campaign, or some of its shards, came to: `summary.json`. It holds no times, and does not depend on
/// the number of jobs.
struct Summary {
    /// Which campaign it is: its seed, profile, engines, length, the shape of its programs, the number of its
    /// shards, the version of musimd. Shards that are joined have the same.
    nlohmann::ordered_json campaign;
    std::vector<std::uint64_t> shards;  ///< included shards, ascending
    bool interrupted = false;           ///< not all of their programs were run
    Tally tally;
    std::vector<nlohmann::ordered_json> findings;  ///< as in the JSON, by program; at most kMaxFindings
};

Summary summarise(const Campaign& campaign, std::string_view version, const CampaignRun& run,
                  const std::vector<Report>& reports);

/// As one JSON object (docs/interfaces.md), and back; the error says what is wrong with the text.
std::string to_json(const Summary& summary);
tl::expected<Summary, std::string> summary_of_json(std::string_view text);

/// The summary of a folder, to be joined with others.
struct Part {
    std::string folder;
    Summary summary;
};

/// Joins summaries of shards of one campaign; the files of findings are named with their folders. The error
/// names two that belong to different campaigns, or contain the same shard.
tl::expected<Summary, std::string> join(std::vector<Part> parts);

/// The summary as a table.
std::string table(const Summary& summary);

/// Rules and traps that no program exercised, by name.
std::vector<std::string> never_seen(const Tally& tally);

}  // namespace musimd::differential
