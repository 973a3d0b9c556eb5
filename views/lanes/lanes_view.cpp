#include "views/lanes/lanes_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "views/lanes/joined_steps.hpp"
#include "views/lanes/strip.hpp"
#include "views/text_columns.hpp"

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
        case '-':
            return "in another group";
        case 'x':
            return "has exited";
        case '!':
            return "traps";
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
    program_ = &event.program;
    LaneRow row{event.number, event.number, row_place(event.program, event.pc), lanes_of(event, exited_)};
    if (event.rule == RuleId::EX) exited_ |= event.active;
    name_branches(event, row.lanes);
    if (pending_ && joins(row, event.program.model)) {
        join(*pending_, row, event.active);
        return;
    }
    if (pending_) folder_.add(*std::move(pending_));
    pending_ = std::move(row);
}

void LanesView::on_failing_state(const StepEvent& state) {
    if (program_ == nullptr || state.warp != layout_.warp) return;
    failing_ = lanes_of(state, exited_);
    name_branches(state, failing_);
}

void LanesView::on_trap(const Trap& trap) {
    if (program_ == nullptr || trap.warp != layout_.warp) return;
    std::string strip = this->strip(failing_);
    strip.resize((threads_ + lanes_per_character_ - 1) / lanes_per_character_, ' ');
    for (const Thread t : trap.threads) strip[t / lanes_per_character_] = '!';
    strip.erase(strip.find_last_not_of(' ') + 1);
    const bool is_in_program = trap.pc <= program_->instructions.size();
    trap_ = {is_in_program ? place_of_(*program_, trap.pc) : SourcePlace{0, 0, "past the end"},
             std::move(strip)};
}

void LanesView::finish() {
    if (pending_) folder_.add(*std::move(pending_));
    pending_.reset();
    folder_.finish();
    if (trap_) print_row("trap", trap_->place, trap_->strip);  // the failed attempt is not a step
    if (threads_ == 0 && warps_ != 0)
        write_(fmt::format("warp {} has no steps: the run has {} {}\n\n", layout_.warp, warps_,
                           warps_ == 1 ? "warp, 0" : "warps, from 0"));
    print_legend();
    exited_ = {};
    places_.clear();
    row_places_.clear();
    branches_.clear();
    shown_.clear();
    trap_.reset();
    failing_.clear();
    program_ = nullptr;
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

/// Whether the step belongs to the row that is not complete.
bool LanesView::joins(const LaneRow& row, ThreadModel model) const {
    return views::joins(*pending_, row, model, layout_.by_line);
}

/// The columns, and a line that names them.
void LanesView::start(const StepEvent& event) {
    constexpr std::size_t kFixed = 16;  // columns of the step, the line, and blanks
    threads_ = event.program.threads;
    has_groups_ = has_groups(event.program.model);
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
    print_row(std::to_string(row.first), places_.at(row.place), strip(row.lanes));
}

void LanesView::print_row(const std::string& step, const SourcePlace& place, std::string_view strip) {
    const std::string line = place.line == 0 ? "" : std::to_string(place.line);
    shown_.insert(strip.begin(), strip.end());
    write_(fmt::format("{:>7} {:>5}  {}  {}\n", step, line, fitted(place.text, text_width_),
                       layout_.has_colour ? coloured_strip(strip) : std::string(strip)));
}

std::string LanesView::strip(const std::vector<Lane>& lanes) const {
    return strip_of(lanes, lanes_per_character_,
                    [&](Label branch) { return branch == 0 ? '-' : branches_.at(branch).letter; });
}

void LanesView::print_legend() {
    std::string text;
    const auto add = [&](char c, const std::string& meaning) {
        if (shown_.contains(c))
            text += fmt::format("{:>9}  {}\n",
                                layout_.has_colour ? coloured_strip({&c, 1}) : std::string(1, c), meaning);
    };
    for (const char c : {'#', '+', '!', '.', '-', 'x', kMixed}) add(c, meaning_of(c));
    for (const auto& [label, branch] : branches_) {
        const std::string where = branch.place.line == 0
                                      ? branch.place.text
                                      : fmt::format("the branch on line {}", branch.place.line);
        const char at_sync = static_cast<char>(branch.letter - 'a' + 'A');
        const std::string_view end = has_groups_ ? "join" : "sync";
        const std::string_view waits = has_groups_ ? "is in another group, on a side" : "waits for its side";
        if (shown_.contains(branch.letter))
            add(branch.letter,
                fmt::format("{} of {}{}", waits, where,
                            shown_.contains(at_sync) ? fmt::format("; {} at its {}", at_sync, end) : ""));
        else
            add(at_sync, fmt::format("waits at the {} of {}", end, where));
    }
    if (!text.empty()) write_("\n" + text + "\n");
}

}  // namespace musimd::views
