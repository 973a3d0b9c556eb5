#include "views/lanes/row_folder.hpp"

#include <algorithm>
#include <utility>

namespace musimd::views {
namespace {

// A loop whose iterations have more rows is not folded; so long, rows are kept.
constexpr std::size_t kLongestIteration = 512;
constexpr std::size_t kMaxPendingRows = 4 * kLongestIteration;

bool are_alike(const FoldedRows& a, const FoldedRows& b) {
    return a.is_like(b);
}

const LaneRow& first_row(const FoldedRows& rows) {
    return rows.body.empty() ? rows.row : first_row(rows.body.front());
}

}  // namespace

bool FoldedRows::is_like(const FoldedRows& other) const {
    return times == other.times && body.size() == other.body.size() &&
           (body.empty() ? row.is_like(other.row) : std::ranges::equal(body, other.body, are_alike));
}

void RowFolder::add(LaneRow row) {
    // The first row of another iteration: the one before is complete.
    if (!rows_.empty() && row.place <= first_row(rows_.back()).place) fold_iteration(row.place);
    const std::uint64_t last = row.last;
    rows_.push_back({std::move(row), {}, 1, last});
    since_fold_ += 1;
    // Also the last iteration of a loop that ends at its bottom.
    if (since_fold_ < rows_.size() && rows_[rows_.size() - since_fold_ - 1].body.size() == since_fold_)
        join_fold(rows_.size() - since_fold_);
    for (; rows_.size() > kMaxPendingRows; rows_.pop_front()) take_(rows_.front());
}

void RowFolder::finish() {
    fold_iteration(0);
    for (; !rows_.empty(); rows_.pop_front()) take_(rows_.front());
}

/// Joins the last iteration with the one before, if they are alike. `begin`: where it begins; 0: anywhere.
void RowFolder::fold_iteration(std::uint32_t begin) {
    const std::size_t least = rows_.size() > kLongestIteration ? rows_.size() - kLongestIteration : 0;
    for (std::size_t i = rows_.size(); i-- > least;) {
        if (begin != 0 && first_row(rows_[i]).place != begin) continue;
        if (join_fold(i) || join_rows(i) || begin != 0) return;
    }
}

/// The rows from `begin` on are what the fold before them repeats.
bool RowFolder::join_fold(std::size_t begin) {
    if (begin == 0) return false;
    FoldedRows& before = rows_[begin - 1];
    const auto first = rows_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (before.body.empty() ||
        !std::equal(first, rows_.end(), before.body.begin(), before.body.end(), are_alike))
        return false;
    before.times += 1;
    before.last = rows_.back().last;
    rows_.erase(first, rows_.end());
    since_fold_ = 0;
    return true;
}

/// The rows from `begin` on are those before them.
bool RowFolder::join_rows(std::size_t begin) {
    const std::size_t length = rows_.size() - begin;
    if (length > begin) return false;
    const auto second = rows_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto first = second - static_cast<std::ptrdiff_t>(length);
    if (!std::equal(first, second, second, are_alike)) return false;
    FoldedRows fold;
    fold.times = 2;
    fold.last = rows_.back().last;
    fold.body.assign(std::make_move_iterator(first), std::make_move_iterator(second));
    rows_.erase(first, rows_.end());
    rows_.push_back(std::move(fold));
    since_fold_ = 0;
    return true;
}

}  // namespace musimd::views
