#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "differential/harness/summary.hpp"
#include "differential/programs/campaign/campaign.hpp"
#include "differential/programs/campaign/report.hpp"

namespace musimd::differential {

/// The result of a campaign, or of some of its shards: `summary.json`. It has no times and does not depend on
/// the number of jobs.
struct Summary : harness::SummaryHead {
    Tally tally;
    std::vector<harness::Json> mismatches;  ///< as in the JSON, by program; at most kMaxMismatches

    void read(const harness::Json& json);
    void add(Summary part, const std::string& folder);
    void finish();
};

Summary summarise(const Campaign& campaign, std::string_view version, const CampaignRun& run,
                  const std::vector<Report>& reports);

/// As one JSON object (docs/interfaces.md). harness::summary_of_json reads it back.
std::string to_json(const Summary& summary);

/// The summary as a table.
std::string table(const Summary& summary);

/// Rules and traps that no program exercised, by name.
std::vector<std::string> never_seen(const Tally& tally);

}  // namespace musimd::differential
