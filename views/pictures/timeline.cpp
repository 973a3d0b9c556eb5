#include "views/pictures/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "views/lanes/joined_steps.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/run_end.hpp"
#include "views/pictures/timeline_drawing.hpp"
#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

/// Of all rows. So many take less than 2 MB.
constexpr std::size_t kMaxRuns = 100'000;

bool opens_branch(Opcode opcode) {
    return opcode == Opcode::bz || opcode == Opcode::bnz;
}

bool lane_runs(const Lane& lane) {
    return lane.state == LaneState::runs || lane.state == LaneState::woken;
}

}  // namespace

Timeline::Timeline(PictureLayout layout, LanesView::PlaceOf place_of)
    : layout_(std::move(layout)),
      place_of_(std::move(place_of)),
      window_(layout_.range, layout_.folding.has_value()) {}

void Timeline::on_step(const StepEvent& event) {
    window_.saw(event.number);
    if (event.warp != layout_.warp) return;
    if (record_.threads == 0) start(event.program);
    const bool takes =
        event.program.threads == record_.threads && !is_warp_over_ &&
        window_.takes(event.program, event.pc, event.number, record_.columns.size(), runs_ >= kMaxRuns);
    if (takes) take({event.number, event.number, event.pc, lanes_of(event, exited_)}, event);
    is_warp_over_ = window_.is_over();
    if (event.rule == RuleId::EX && !is_warp_over_) exited_ |= event.active;
}

void Timeline::on_trap(const Trap& trap) {
    record_.end = describe_trap(trap, record_.warps);
    if (trap.warp == layout_.warp) record_.trapped = trap.threads;
}

std::string Timeline::svg(Outcome end) {
    finish_column();
    fold();
    if (record_.end.empty()) record_.end = describe_end(end);
    return drawing(record_, layout_, window_);
}

Grid Timeline::grid() const {
    return {std::max<std::size_t>(1, record_.columns.size()), std::max<std::size_t>(1, record_.threads),
            layout_.is_compact};
}

/// What a picture without a range still has too much of is left out at its end.
void Timeline::fold() {
    if (!layout_.folding || record_.columns.empty()) return;
    fold_loops(*layout_.folding, record_);
    if (layout_.range.last || record_.columns.size() <= kMaxColumnsOfShort) return;
    const TimelineColumn next = record_.columns[kMaxColumnsOfShort];
    window_.cut(*program_, next.label, next.first - 1);
    keep_columns(0, kMaxColumnsOfShort, record_);
}

void Timeline::start(const Program& program) {
    program_ = &program;
    record_.threads = program.threads;
    record_.warps = program.warps;
    record_.has_groups = has_groups(program.model);
    const Grid grid(1, program.threads);
    threads_per_row_ = grid.threads_per_row;
    record_.rows.resize(grid.rows);
    choose_colours(program);
}

/// In the order of the program, so that neighbours differ.
void Timeline::choose_colours(const Program& program) {
    record_.has_blocks = program.model != ThreadModel::lockstep;
    if (record_.has_blocks) blocks_.emplace(program);
    for (Label pc = 1; pc < program.end(); ++pc) {
        if (blocks_)
            record_.colours[pc] = blocks_->block_of(pc);
        else if (opens_branch(program.at(pc).opcode))
            record_.colours.try_emplace(pc, record_.colours.size());
    }
}

Side Timeline::side_of(const StepEvent& event) const {
    if (blocks_) return {blocks_->blocks[blocks_->block_of(event.pc)].first, false};
    if (event.sync_stack.empty()) return {};
    const SyncEntry& innermost = event.sync_stack.top();
    return {innermost.branch, !innermost.done.empty()};
}

const SourcePlace& Timeline::place_at(const Program& program, Label pc) {
    const auto known = record_.places.find(pc);
    if (known != record_.places.end()) return known->second;
    SourcePlace& place = record_.places[pc] = place_of_(program, pc);
    place.text = with_single_blanks(place.text);
    return place;
}

void Timeline::take(LaneRow row, const StepEvent& event) {
    name_branches(event.program, row.lanes);
    if (pending_ && joins(*pending_, row, event.program.model, false)) {
        join(*pending_, row, event.active);
        return;
    }
    finish_column();
    place_at(event.program, event.pc);
    const Side side = side_of(event);
    if (side.of != 0) place_at(event.program, side.of);
    record_.columns.push_back({event.number, event.pc, event.context_stack.size(), side, 0});
    pending_ = std::move(row);
}

/// Adds what the threads do in the last column to the rows.
void Timeline::finish_column() {
    if (!pending_) return;
    const std::size_t column = record_.columns.size() - 1;
    record_.columns.back().running =
        static_cast<std::size_t>(std::ranges::count_if(pending_->lanes, lane_runs));
    for (std::size_t r = 0; r < record_.rows.size(); ++r) {
        TimelineRun run = run_of_row(r);
        run.begin = column;
        run.end = column + 1;
        std::vector<TimelineRun>& runs = record_.rows[r];
        if (!runs.empty() && runs.back().is_like(run)) {
            runs.back().end = run.end;
        } else {
            runs.push_back(run);
            ++runs_;
        }
    }
    pending_.reset();
}

/// A branch gets a letter when threads first wait for it.
void Timeline::name_branches(const Program& program, const std::vector<Lane>& lanes) {
    for (const Lane& lane : lanes) {
        if (lane.branch == 0 || std::ranges::find(record_.branches, lane.branch) != record_.branches.end())
            continue;
        record_.branches.push_back(lane.branch);
        place_at(program, lane.branch);
    }
}

TimelineRun Timeline::run_of_row(std::size_t row) const {
    const std::vector<Lane>& lanes = pending_->lanes;
    const auto first = lanes.begin() + static_cast<std::ptrdiff_t>(row * threads_per_row_);
    const auto last =
        lanes.begin() + static_cast<std::ptrdiff_t>(std::min((row + 1) * threads_per_row_, lanes.size()));
    const bool differs = std::any_of(first, last, [&](const Lane& lane) { return lane != *first; });
    if (!differs) return {*first, false, 0, 0};
    const bool some_run = std::any_of(first, last, lane_runs);
    return {{some_run ? LaneState::runs : LaneState::absent, 0}, true, 0, 0};
}

}  // namespace musimd::views
