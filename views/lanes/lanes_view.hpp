#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/observer.hpp"
#include "views/lanes/row_folder.hpp"

namespace musimd::views {

/// A line of the user's source.
struct SourcePlace {
    std::uint32_t number = 0;  ///< number of the line among those of all files
    std::uint32_t line = 0;    ///< 0 if it has none
    std::string text;          ///< text of the line, or of the instruction
};

/// How the lanes are shown.
struct LanesLayout {
    std::size_t width = 80;   ///< columns
    bool has_colour = false;  ///< escape sequences of a terminal
    bool by_line = false;     ///< a row for the steps of a line instead of each step
    std::uint32_t warp = 0;   ///< which is shown
};

/// Shows a warp of a run as it goes: a row per step with its place in the source and a strip of lanes, of
/// which each has a character: `#` runs, `+` runs in an everywhere block and is dormant outside, a letter
/// waits in Π, `x` has exited, `!` has failed. Iterations of a loop that are alike are folded.
class LanesView : public Observer {
  public:
    using Write = std::function<void(std::string_view)>;
    using PlaceOf = std::function<SourcePlace(const Program&, Label)>;

    LanesView(LanesLayout layout, PlaceOf place_of, Write write);

    void on_step(const StepEvent& event) override;
    void on_failing_state(const StepEvent& state) override;
    /// A row with `!` for the threads that failed, unless it is the first step.
    void on_trap(const Trap& trap) override;
    /// The rows that are left, and what the characters mean. Another program may follow.
    void finish();

  private:
    struct Branch {
        char letter = '?';
        SourcePlace place;
    };

    struct TrapRow {
        SourcePlace place;
        std::string strip;
    };

    void start(const StepEvent& event);
    std::uint32_t row_place(const Program& program, Label pc);
    bool joins(const LaneRow& row, ThreadModel model) const;
    void name_branches(const StepEvent& event, const std::vector<Lane>& lanes);
    void print(const FoldedRows& rows);
    void print(const LaneRow& row);
    void print_row(const std::string& step, const SourcePlace& place, std::string_view strip);
    std::string strip(const std::vector<Lane>& lanes) const;
    void print_legend();

    LanesLayout layout_;
    PlaceOf place_of_;
    Write write_;
    RowFolder folder_;
    std::optional<LaneRow> pending_;
    std::vector<Lane> failing_;  ///< lanes in the state in which no rule applies
    std::optional<TrapRow> trap_;
    const Program* program_ = nullptr;  ///< program of the last step
    ThreadSet exited_;
    std::map<std::uint32_t, SourcePlace> places_;  ///< by LaneRow::place
    std::map<Label, std::uint32_t> row_places_;
    std::map<Label, Branch> branches_;
    std::set<char> shown_;  ///< characters
    std::size_t threads_ = 0;
    bool has_groups_ = false;
    std::uint32_t warps_ = 0;
    std::size_t lanes_per_character_ = 1;
    std::size_t text_width_ = 0;
};

}  // namespace musimd::views
