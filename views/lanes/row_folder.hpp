#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "views/lanes/lane_states.hpp"

namespace musimd::views {

/// A row of the view: consecutive steps at one place, at which the lanes do the same.
struct LaneRow {
    std::uint64_t first = 0;  ///< step
    std::uint64_t last = 0;
    std::uint32_t place =
        0;  ///< the number of the instruction, or of the line; a loop jumps back to a smaller one
    std::vector<Lane> lanes;

    bool is_like(const LaneRow& other) const { return place == other.place && lanes == other.lanes; }
};

/// A row, or rows that are repeated.
struct FoldedRows {
    LaneRow row;                   ///< if the body is empty
    std::vector<FoldedRows> body;  ///< rows of the first time
    std::uint64_t times = 1;
    std::uint64_t last = 0;  ///< step

    bool is_like(const FoldedRows& other) const;
};

/// Folds the rows of a run while it runs: iterations of a loop that are alike become one.
class RowFolder {
  public:
    using Take = std::function<void(const FoldedRows&)>;

    /// `take` is called in the order of the rows.
    explicit RowFolder(Take take) : take_(std::move(take)) {}

    void add(LaneRow row);
    /// Takes what is left.
    void finish();

  private:
    void fold_iteration(std::uint32_t begin);
    bool join_fold(std::size_t begin);
    bool join_rows(std::size_t begin);

    Take take_;
    std::deque<FoldedRows> rows_;
    std::size_t since_fold_ = 0;  ///< rows after the last fold
};

}  // namespace musimd::views
