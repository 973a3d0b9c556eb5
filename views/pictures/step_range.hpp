#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "isa/program.hpp"

namespace musimd::views {

/// The steps of a run that a picture shows, by their numbers in the run.
struct StepRange {
    std::uint64_t first = 1;
    std::optional<std::uint64_t> last;  ///< without it, kMaxColumnsOfShort of them
};

/// The most columns of a picture, and of one without StepRange::last: four strips.
inline constexpr std::size_t kMaxColumns = 20'000;
inline constexpr std::size_t kMaxColumnsOfShort = 744;

/// Decides which steps are drawn while a run goes on, and says what is left out.
class StepWindow {
  public:
    /// `folds`: there are more columns at first, since loops are folded later.
    explicit StepWindow(StepRange range, bool folds = false) : range_(range), folds_(folds) {}

    /// Whether this step of the picture's warp is drawn, if it gets a column after `columns` others.
    /// `is_full`: the picture has as much as it may have.
    bool takes(const Program& program, Label pc, std::uint64_t step, std::size_t columns, bool is_full);
    /// Steps after this one are not drawn after all; the first one of them is of this instruction.
    void cut(const Program& program, Label pc, std::uint64_t last);
    /// A step of any warp.
    void saw(std::uint64_t step) { total_ = step; }

    /// What the picture leaves out, with the options that show it; empty if it leaves out nothing.
    std::string note() const;
    /// Whether steps at the end have been left out.
    bool is_over() const { return left_out_after_; }
    /// Whether that is because the picture would be too large, not because of the range.
    bool is_cut() const { return is_cut_; }
    /// How many steps follow the last one that is drawn.
    std::uint64_t steps_after() const { return left_out_after_ ? total_ - shown_last_ : 0; }

  private:
    StepRange range_;
    bool folds_;
    std::uint64_t total_ = 0;
    std::uint64_t shown_first_ = 0;  ///< 0 before a step is drawn
    std::uint64_t shown_last_ = 0;
    bool left_out_after_ = false;
    bool is_cut_ = false;
    std::string loop_;  ///< the loop in which the drawn steps end, as in `at lines 3-6`
};

}  // namespace musimd::views
