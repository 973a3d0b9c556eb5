#include "views/pictures/step_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/limit.hpp"
#include "analysis/loops.hpp"

namespace musimd::views {
namespace {

/// The innermost loop around the instruction, as in `at lines 3-6`; empty if it is in no loop.
std::string loop_at(const Program& program, Label pc) {
    const std::vector<Loop> loops = loops_around(program, pc);
    return loops.empty() ? "" : where(loops.back(), program);
}

}  // namespace

bool StepWindow::takes(const Program& program, Label pc, std::uint64_t step, std::size_t columns,
                       bool is_full) {
    if (step < range_.first) return false;
    if (!left_out_after_) {
        const bool is_past = range_.last && step > *range_.last;
        is_cut_ =
            !is_past && (is_full || columns >= (range_.last || folds_ ? kMaxColumns : kMaxColumnsOfShort));
        left_out_after_ = is_past || is_cut_;
        if (left_out_after_) loop_ = loop_at(program, pc);
    }
    if (left_out_after_) return false;
    if (shown_first_ == 0) shown_first_ = step;
    shown_last_ = step;
    return true;
}

void StepWindow::cut(const Program& program, Label pc, std::uint64_t last) {
    left_out_after_ = is_cut_ = true;
    shown_last_ = last;
    loop_ = loop_at(program, pc);
}

std::string StepWindow::note() const {
    if (total_ == 0) return {};
    if (shown_first_ == 0)
        return fmt::format("No step is shown: the run has {} {}", with_thousands(total_),
                           total_ == 1 ? "step" : "steps");
    const bool left_out_before = range_.first > 1 && shown_first_ > 1;
    if (!left_out_before && !left_out_after_) return {};
    std::string text = fmt::format("Only steps {} to {} of {} are shown", with_thousands(shown_first_),
                                   with_thousands(shown_last_), with_thousands(total_));
    if (left_out_after_ && !loop_.empty()) text += fmt::format("; the loop {} goes on", loop_);
    if (is_cut_)
        text += range_.last ? "; the picture would be too large" : " (--first and --last show others)";
    return text;
}

}  // namespace musimd::views
