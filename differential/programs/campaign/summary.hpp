#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "differential/harness/json.hpp"
#include "differential/programs/campaign/campaign.hpp"
#include "differential/programs/campaign/report.hpp"

namespace musimd::differential {

/// The result of a campaign, or of some of its shards: `summary.json`. It has no times and does not depend on
/// the number of jobs.
struct Summary {
    /// Identifies the campaign: seed, profile, engines, length, shape of the programs, number of shards,
    /// version of musimd. Equal in all shards that are joined.
    harness::Json campaign;
    std::vector<std::uint64_t> shards;  ///< the shards in this summary, ascending
    bool interrupted = false;           ///< not all of their programs were run
    Tally tally;
    std::vector<harness::Json> mismatches;  ///< as in the JSON, by program; at most kMaxMismatches
};

Summary summarise(const Campaign& campaign, std::string_view version, const CampaignRun& run,
                  const std::vector<Report>& reports);

/// As one JSON object (docs/interfaces.md), and back; the error says why the text is not a summary.
std::string to_json(const Summary& summary);
tl::expected<Summary, std::string> summary_of_json(std::string_view text);

/// The summary in a folder.
struct Part {
    std::string folder;
    Summary summary;
};

/// Joins the summaries of shards of one campaign; file names get their folders. It is an error, which names
/// both folders, if two are of different campaigns or contain the same shard.
tl::expected<Summary, std::string> join(std::vector<Part> parts);

/// The summary as a table.
std::string table(const Summary& summary);

/// Rules and traps that no program exercised, by name.
std::vector<std::string> never_seen(const Tally& tally);

}  // namespace musimd::differential
