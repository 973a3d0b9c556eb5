#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "semantics/result.hpp"
#include "views/lanes/lanes_view.hpp"
#include "views/pictures/basic_blocks.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/loop_folds.hpp"
#include "views/pictures/step_range.hpp"

namespace musimd::views {

/// What a picture of a run shows.
struct PictureLayout {
    std::string title;
    StepRange range;
    std::uint32_t warp = 0;
    bool is_compact = false;  ///< low rows, without title, text and legend: for a page that has them
    /// Loops that repeat are folded, unless the range has an end; nothing: they are not.
    std::optional<Folding> folding = {};
};

/// What gives running threads their colour: a side of the innermost open branch. Under models without a stack
/// of open branches, the basic block.
struct Side {
    Label of = 0;  ///< the branch, 0 if none is open; or the first instruction of the block
    bool is_second = false;

    friend auto operator<=>(const Side&, const Side&) = default;
};

/// A column of the timeline: a step, or steps that are shown as one.
struct TimelineColumn {
    std::uint64_t first = 0;  ///< step
    std::uint32_t label = 0;  ///< the instruction
    std::uint32_t depth = 0;  ///< number of open everywhere blocks
    Side side = {};           ///< on which its threads run
    std::size_t running = 0;  ///< threads
};

/// What the threads of a row do in consecutive columns.
struct TimelineRun {
    Lane lane;
    bool differs = false;   ///< the row's threads do not do the same; lane.state: runs if some of them run
    std::size_t begin = 0;  ///< columns
    std::size_t end = 0;

    bool is_like(const TimelineRun& other) const { return lane == other.lane && differs == other.differs; }
};

/// What Timeline has recorded of a run.
struct TimelineRecord {
    std::size_t threads = 0;
    std::uint32_t warps = 1;
    std::vector<TimelineColumn> columns;
    std::vector<std::vector<TimelineRun>> rows;  ///< runs of each row
    std::vector<TimelineFold> folds = {};
    bool has_groups = false;               ///< of the model: threads wait at joins, in no `sync`
    std::map<Label, SourcePlace> places;   ///< source locations of instructions
    std::vector<Label> branches;           ///< for which threads wait, in the order of their letters
    std::map<Label, std::size_t> colours;  ///< of branches, or of the instructions of blocks
    bool has_blocks = false;               ///< the colours are those of basic blocks
    std::vector<Thread> trapped;           ///< threads of the trap, if the picture shows it
    std::string end;                       ///< how the run ended, if not by `stop`
};

/// Draws a run of a warp as an SVG: a column per step in the colour of the side of a branch, a row per
/// thread, and how many threads run. Memory and the size of the picture are bounded.
class Timeline final : public Observer {
  public:
    Timeline(PictureLayout layout, LanesView::PlaceOf place_of);

    void on_step(const StepEvent& event) override;
    void on_trap(const Trap& trap) override;
    /// The picture. `end`: how the run ended.
    std::string svg(Outcome end);
    /// What svg() has drawn.
    const TimelineRecord& record() const { return record_; }
    /// Whether it has less than it should, since it would be too large.
    bool is_cut() const { return window_.is_cut(); }
    std::size_t threads_per_row() const { return threads_per_row_; }
    Grid grid() const;

  private:
    void start(const Program& program);
    const SourcePlace& place_at(const Program& program, Label pc);
    void choose_colours(const Program& program);
    Side side_of(const StepEvent& event) const;
    void take(LaneRow row, const StepEvent& event);
    void finish_column();
    void name_branches(const Program& program, const std::vector<Lane>& lanes);
    TimelineRun run_of_row(std::size_t row) const;
    void fold();

    PictureLayout layout_;
    const Program* program_ = nullptr;
    LanesView::PlaceOf place_of_;
    StepWindow window_;
    TimelineRecord record_;
    ThreadSet exited_;
    std::optional<BasicBlocks> blocks_;  ///< if the record has_blocks
    std::optional<LaneRow> pending_;     ///< the last column, which other steps may join
    std::size_t threads_per_row_ = 1;
    std::size_t runs_ = 0;
    bool is_warp_over_ = false;  ///< steps of the warp have been left out at the end
};

}  // namespace musimd::views
