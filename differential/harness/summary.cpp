#include "differential/harness/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace musimd::differential::harness {

void read_head(const Json& json, SummaryHead& head) {
    head.campaign = json.at("campaign");
    head.shards = json.at("shards").get<std::vector<std::uint64_t>>();
    head.interrupted = json.at("interrupted").get<bool>();
}

std::string shards_line(const SummaryHead& head) {
    const auto shards = head.campaign.at("shards").get<std::uint64_t>();
    if (shards == 1) return {};
    if (head.shards.size() == shards) return fmt::format("all {} shards\n", shards);
    return fmt::format("shards {} of {}\n", fmt::join(head.shards, ", "), shards);
}

tl::expected<void, std::string> HeadJoiner::add(const SummaryHead& part, const std::string& folder) {
    if (part.campaign != all_.campaign) {
        return tl::unexpected(fmt::format("{} and {} come from different campaigns", first_folder_, folder));
    }
    for (const std::uint64_t shard : part.shards) {
        const auto [other, added] = folder_of_.emplace(shard, folder);
        if (!added)
            return tl::unexpected(fmt::format("{} and {} are both shard {}", other->second, folder, shard));
    }
    all_.interrupted = all_.interrupted || part.interrupted;
    all_.shards.clear();
    for (const auto& [shard, in] : folder_of_) all_.shards.push_back(shard);
    return {};
}

}  // namespace musimd::differential::harness
