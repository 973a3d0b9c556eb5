#include "kernels/launch/turns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

namespace musimd::kernels {
namespace {

constexpr std::string_view kPrefix = "turns:";
constexpr std::size_t kMaxTurns = 1'000'000;

std::uint32_t machine_of(const ScheduledSteps& steps, const Program& program) {
    if (program.model != ThreadModel::volta) return steps.warp;
    const std::uint32_t block = steps.warp / program.warps_per_block();
    const std::uint32_t in_block = steps.warp % program.warps_per_block() * program.threads;
    return block * static_cast<std::uint32_t>(program.threads_per_block()) + in_block +
           steps.lane.value_or(0);
}

/// Reads parts of a name from its beginning.
class NameReader {
  public:
    explicit NameReader(std::string_view text) : text_(text) {}

    bool at_end() const { return text_.empty(); }
    bool skip(char c) {
        const bool is_there = text_.starts_with(c);
        if (is_there) text_.remove_prefix(1);
        return is_there;
    }
    template <typename Number>
    bool number(Number& result) {
        const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), result);
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
        return error == std::errc();
    }

  private:
    std::string_view text_;
};

/// `2-5x3`, of which each machine is a turn.
bool read(NameReader& name, std::vector<Turn>& turns) {
    Turn turn;
    if (!name.number(turn.machine)) return false;
    std::uint32_t last = turn.machine;
    if (name.skip('-') && (!name.number(last) || last < turn.machine)) return false;
    if (name.skip('x') && (!name.number(turn.steps) || turn.steps == 0)) return false;
    if (name.skip(':')) {
        do {
            if (!name.number(turn.lanes.emplace_back())) return false;
        } while (name.skip('.'));
    }
    if (last - turn.machine >= kMaxTurns - turns.size()) return false;
    for (; turn.machine < last; ++turn.machine) turns.push_back(turn);
    turns.push_back(turn);
    return true;
}

}  // namespace

std::vector<Turn> turns_of(const musimd::Schedule& schedule, const Program& program) {
    std::vector<Turn> turns;
    for (const ScheduledSteps& steps : schedule)
        turns.push_back({machine_of(steps, program), steps.count, steps.threads});
    return turns;
}

std::string to_string(const std::vector<Turn>& turns) {
    std::string text(kPrefix);
    for (std::size_t first = 0; first < turns.size();) {
        const Turn& turn = turns[first];
        std::size_t end = first + 1;
        const auto is_next = [&] {
            return end < turns.size() && turns[end].machine == turn.machine + (end - first) &&
                   turns[end].steps == turn.steps && turns[end].lanes.empty() && turn.lanes.empty();
        };
        while (is_next()) ++end;
        text += fmt::format("{}{}", first == 0 ? "" : ",", turn.machine);
        if (end - first > 1) text += fmt::format("-{}", turns[end - 1].machine);
        if (turn.steps > 1) text += fmt::format("x{}", turn.steps);
        if (!turn.lanes.empty()) text += fmt::format(":{}", fmt::join(turn.lanes, "."));
        first = end;
    }
    return text;
}

std::optional<std::vector<Turn>> turns_named(std::string_view name) {
    if (!name.starts_with(kPrefix)) return std::nullopt;
    NameReader reader(name.substr(kPrefix.size()));
    std::vector<Turn> turns;
    do {
        if (!read(reader, turns)) return std::nullopt;
    } while (reader.skip(','));
    return reader.at_end() ? std::optional(std::move(turns)) : std::nullopt;
}

}  // namespace musimd::kernels
