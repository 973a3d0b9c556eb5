#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "differential/harness/json.hpp"

// The summary of a campaign, summary.json, for any kind of case. It begins with the same members, and
// summaries of shards are joined in the same way. A Summary is a struct that derives from SummaryHead, with
//     void read(const Json&)                       sets its own members; throws Json::exception if one is
//     missing void add(Summary part, const std::string& folder)    adds what another shard counted and found
//     void finish()                                called when all parts are added

namespace musimd::differential::harness {

struct SummaryHead {
    /// Identifies the campaign: seed, length, shape of its cases, number of shards, version of musimd. Equal
    /// in all shards that are joined.
    Json campaign;
    std::vector<std::uint64_t> shards;  ///< the shards in this summary, ascending
    bool interrupted = false;           ///< not all of their cases were run
};

/// Reads the members of the head; throws Json::exception if one is missing.
void read_head(const Json& json, SummaryHead& head);

/// `all 4 shards` or `shards 1, 3 of 4`, as a line; empty if the campaign has only one.
std::string shards_line(const SummaryHead& head);

/// The summary that a text holds, or what is wrong with the text.
template <typename Summary>
tl::expected<Summary, std::string> summary_of_json(std::string_view text) {
    try {
        const Json json = Json::parse(text);
        if (json.at("format").template get<int>() != 1)
            return tl::unexpected<std::string>("its format is not 1");
        Summary summary;
        read_head(json, summary);
        summary.read(json);
        return summary;
    } catch (const Json::exception& error) {
        return tl::unexpected<std::string>(error.what());
    }
}

/// The summary in a folder.
template <typename Summary>
struct Part {
    std::string folder;
    Summary summary;
};

/// Notes in which folder each shard is, and adds up the head. The error names two folders that are of
/// different campaigns or contain the same shard.
class HeadJoiner {
  public:
    HeadJoiner(SummaryHead& all, std::string first_folder)
        : all_(all), first_folder_(std::move(first_folder)) {}

    tl::expected<void, std::string> add(const SummaryHead& part, const std::string& folder);

  private:
    SummaryHead& all_;
    std::string first_folder_;
    std::map<std::uint64_t, std::string> folder_of_;
};

/// Joins the summaries of shards of one campaign; names of files get their folders.
template <typename Summary>
tl::expected<Summary, std::string> join(std::vector<Part<Summary>> parts) {
    Summary all;
    all.campaign = parts.front().summary.campaign;
    HeadJoiner heads(all, parts.front().folder);
    for (Part<Summary>& part : parts) {
        if (auto added = heads.add(part.summary, part.folder); !added) return tl::unexpected(added.error());
        all.add(std::move(part.summary), part.folder);
    }
    all.finish();
    return all;
}

}  // namespace musimd::differential::harness
