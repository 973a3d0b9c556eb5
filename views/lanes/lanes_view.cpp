#include "views/lanes/lanes_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "views/lanes/strip.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kShortestText = 12;
constexpr std::size_t kLongestText = 40;
constexpr std::size_t kFewestCharacters = 8;
constexpr char kMixed = '~';

std::string meaning_of(char c) {
    switch (c) {
        case '#':
            return "runs";
        case '+':
            return "runs in an everywhere block that woke it";
        case '.':
            return "is not active here";
        case 'x':
            return "has exited";
        case kMixed:
            return "lanes that differ";
        default:
            return {};
    }
}

}  // namespace

LanesView::LanesView(LanesLayout layout, PlaceOf place_of, Write write)
    : layout_(layout),
      place_of_(std::move(place_of)),
      write_(std::move(write)),
      folder_([this](const FoldedRows& rows) { print(rows); }) {}

void LanesView::on_step(const StepEvent& event) {
    warps_ = event.program.warps;
    if (event.warp != layout_.warp) return;
    if (threads_ == 0) start(event);
    LaneRow row{event.number, event.number, row_place(event.program, event.pc), lanes_of(event, exited_)};
    if (event.rule == RuleId::EX) exited_ |= event.active;
    name_branches(event, row.lanes);
    if (pending_ && joins(row, event.program.model)) {
        pending_->last = row.last;
        event.active.for_each([&](Thread t) { pending_->lanes[t] = row.lanes[t]; });
        return;
    }
    if (pending_) folder_.add(*std::move(pending_));
    pending_ = std::move(row);
}

void LanesView::finish() {
    if (pending_) folder_.add(*std::move(pending_));
    pending_.reset();
    folder_.finish();
    if (threads_ == 0 && warps_ != 0)
        write_(fmt::format("warp {} has no step: the run has {} {}\n\n", layout_.warp, warps_,
                           warps_ == 1 ? "warp, 0" : "warps, from 0"));
    print_legend();
    exited_ = {};
    places_.clear();
    row_places_.clear();
    branches_.clear();
    shown_.clear();
    threads_ = 0;
    warps_ = 0;
}

std::uint32_t LanesView::row_place(const Program& program, Label pc) {
    const auto known = row_places_.find(pc);
    if (known != row_places_.end()) return known->second;
    SourcePlace place = place_of_(program, pc);
    const std::uint32_t number = layout_.by_line ? place.number : pc;
    places_.try_emplace(number, std::move(place));
    return row_places_[pc] = number;
}

/// Whether the step belongs to the row that is not complete: steps of a line, and of threads that are
/// machines of their own and take turns.
bool LanesView::joins(const LaneRow& row, ThreadModel model) const {
    if (model == ThreadModel::lockstep) return layout_.by_line && pending_->is_like(row);
    const auto steps_twice = [&] {
        for (std::size_t t = 0; t < row.lanes.size(); ++t)
            if (row.lanes[t].state == LaneState::runs && pending_->lanes[t].state == LaneState::runs)
                return true;
        return false;
    };
    return pending_->place == row.place && (layout_.by_line || !steps_twice());
}

/// The columns, and a line that names them.
void LanesView::start(const StepEvent& event) {
    constexpr std::size_t kFixed = 16;  // columns of the step, the line, and blanks
    threads_ = event.program.threads;
    std::size_t longest = kShortestText;
    const std::size_t size = std::min<std::size_t>(event.program.instructions.size(), 10'000);
    for (Label pc = 1; pc <= size; ++pc)
        longest = std::max(longest, columns_of(places_.at(row_place(event.program, pc)).text));
    const std::size_t room = layout_.width > kFixed ? layout_.width - kFixed : 0;
    const std::size_t for_text = room > threads_ ? room - threads_ : 0;
    text_width_ = std::clamp(for_text, kShortestText, std::min(longest, kLongestText));
    const std::size_t characters =
        std::max(kFewestCharacters, room > text_width_ ? room - text_width_ : kFewestCharacters);
    lanes_per_character_ = (threads_ + characters - 1) / characters;
    const std::string each =
        lanes_per_character_ == 1 ? "" : fmt::format(", {} per character", lanes_per_character_);
    const std::string warp =
        event.program.warps == 1 ? "" : fmt::format("warp {} of {}, ", layout_.warp, event.program.warps);
    write_(fmt::format("{:>7} {:>5}  {}  {}lanes 0-{}{}\n", "step", "line", fitted("", text_width_), warp,
                       threads_ - 1, each));
}

/// A branch gets a letter when threads first wait for it.
void LanesView::name_branches(const StepEvent& event, const std::vector<Lane>& lanes) {
    for (const Lane& lane : lanes) {
        if (lane.branch == 0 || branches_.contains(lane.branch)) continue;
        const auto letter = static_cast<char>('a' + std::min<std::size_t>(branches_.size(), 25));
        branches_[lane.branch] = {letter, places_.at(row_place(event.program, lane.branch))};
    }
}

// ---- rows

void LanesView::print(const FoldedRows& rows) {
    if (rows.body.empty()) return print(rows.row);
    for (const FoldedRows& inner : rows.body) print(inner);
    const std::string lines =
        rows.body.size() == 1 ? "the line above" : fmt::format("the {} lines above", rows.body.size());
    write_(fmt::format("{:>7}        {} {} more {}, to step {}\n", "…", lines, rows.times - 1,
                       rows.times == 2 ? "time" : "times", rows.last));
}

void LanesView::print(const LaneRow& row) {
    const SourcePlace& place = places_.at(row.place);
    const std::string line = place.line == 0 ? "" : std::to_string(place.line);
    const std::string shown = strip(row.lanes);
    shown_.insert(shown.begin(), shown.end());
    write_(fmt::format("{:>7} {:>5}  {}  {}\n", row.first, line, fitted(place.text, text_width_),
                       layout_.has_colour ? coloured_strip(shown) : shown));
}

std::string LanesView::strip(const std::vector<Lane>& lanes) const {
    return strip_of(lanes, lanes_per_character_, [&](Label branch) { return branches_.at(branch).letter; });
}

void LanesView::print_legend() {
    std::string text;
    const auto add = [&](char c, const std::string& meaning) {
        if (shown_.contains(c))
            text += fmt::format("{:>9}  {}\n",
                                layout_.has_colour ? coloured_strip({&c, 1}) : std::string(1, c), meaning);
    };
    for (const char c : {'#', '+', '.', 'x', kMixed}) add(c, meaning_of(c));
    for (const auto& [label, branch] : branches_) {
        const std::string where = branch.place.line == 0
                                      ? branch.place.text
                                      : fmt::format("the branch on line {}", branch.place.line);
        const char at_sync = static_cast<char>(branch.letter - 'a' + 'A');
        if (shown_.contains(branch.letter))
            add(branch.letter,
                fmt::format("waits for its side of {}{}", where,
                            shown_.contains(at_sync) ? fmt::format("; {} at its sync", at_sync) : ""));
        else
            add(at_sync, fmt::format("waits at the sync of {}", where));
    }
    if (!text.empty()) write_("\n" + text + "\n");
}

}  // namespace musimd::views
