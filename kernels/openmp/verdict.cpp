#include "kernels/openmp/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace musimd::kernels::openmp {
namespace {

constexpr double kNoticeable = 1.05;

double ratio(std::uint64_t a, std::uint64_t b) {
    return static_cast<double>(std::max<std::uint64_t>(a, 1)) /
           static_cast<double>(std::max<std::uint64_t>(b, 1));
}

/// How far a ratio is from 1, in either direction.
double factor(double r) {
    return std::max(r, 1 / r);
}

/// `2.8 times fewer slots (346 instead of 982)`.
std::string comparison(std::uint64_t own, std::uint64_t other, std::string_view unit) {
    const double by = factor(ratio(own, other));
    if (by < kNoticeable) return fmt::format("about as many {}", unit);
    const std::string times = by < 10 ? fmt::format("{:.1f}", by) : fmt::format("{:.0f}", by);
    return fmt::format("{} times {} {} ({} instead of {})", times, own < other ? "fewer" : "more", unit, own,
                       other);
}

int percent_of_lanes(const ModelRun& run) {
    return static_cast<int>(std::lround(100 * run.run.cost.efficiency(run.configuration.native_lanes)));
}

/// Why SPMD takes more of it.
std::string why_not_spmd(const ModelRun& spmd, bool by_slots) {
    if (!by_slots)
        return "under spmd, the lanes of a warp access elements that are far apart, which are not coalesced";
    const bool diverges = spmd.run.cost.branches_divergent != 0;
    return fmt::format(
        "under spmd, {}: {} % of the lanes work",
        diverges ? "lanes that diverge wait for each other" : "the parallel loop does not fill its warps",
        percent_of_lanes(spmd));
}

std::string why_not_simd(const ModelRun& simd, bool by_slots) {
    if (simd.run.widest <= 1)
        return fmt::format("under simd, one lane of {} works, because the nest has no simd loop",
                           simd.configuration.native_lanes);
    if (!by_slots) return "under spmd, neighbouring lanes access neighbouring elements, which are coalesced";
    return fmt::format(
        "under simd, one lane works outside of the simd loops, and short loops leave lanes idle: {} % of "
        "them work",
        percent_of_lanes(simd));
}

}  // namespace

std::optional<Verdict> verdict_on(const std::vector<ModelRun>& models) {
    const auto has_cost = [](const ModelRun& run) {
        return run.run.end == RunEnd::stop && run.run.cost.slots != 0;
    };
    if (models.size() != 2 || !std::ranges::all_of(models, has_cost)) return std::nullopt;
    const ModelRun& spmd = models[0];
    const ModelRun& simd = models[1];
    const Cost& a = spmd.run.cost;
    const Cost& b = simd.run.cost;
    Verdict verdict{.better = std::nullopt,
                    .slots = ratio(b.slots, a.slots),
                    .transactions = ratio(b.memory_transactions, a.memory_transactions),
                    .text = {}};
    const std::string_view device = spmd.configuration.native_lanes == 16 ? "max" : "arc";
    const bool by_slots = factor(verdict.slots) >= factor(verdict.transactions);
    const double decides = by_slots ? verdict.slots : verdict.transactions;
    if (factor(decides) < kNoticeable) {
        verdict.text = fmt::format("spmd and simd cost the same on {}, within 5 %", device);
        return verdict;
    }
    const bool is_spmd = decides > 1;
    verdict.better = is_spmd ? dsl::LoopModel::spmd : dsl::LoopModel::simd;
    const Cost& own = is_spmd ? a : b;
    const Cost& other = is_spmd ? b : a;
    std::string first = comparison(own.slots, other.slots, "slots");
    std::string second = comparison(own.memory_transactions, other.memory_transactions, "transactions");
    if (!by_slots) std::swap(first, second);
    verdict.text =
        fmt::format("{} is better on {}: {}, {}; {}", is_spmd ? spmd.name() : simd.name(), device, first,
                    second, is_spmd ? why_not_simd(simd, by_slots) : why_not_spmd(spmd, by_slots));
    return verdict;
}

nlohmann::ordered_json json_of(const Verdict& verdict) {
    nlohmann::ordered_json json;
    json["better"] = !verdict.better ? "neither" : *verdict.better == dsl::LoopModel::spmd ? "spmd" : "simd";
    json["slots"] = verdict.slots;
    json["transactions"] = verdict.transactions;
    json["text"] = verdict.text;
    return json;
}

}  // namespace musimd::kernels::openmp
