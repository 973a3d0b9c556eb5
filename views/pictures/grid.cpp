#include "views/pictures/grid.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::views {
namespace {

/// The widths of columns: the widest is taken that needs no more than so many strips.
struct ColumnSize {
    int width;
    std::size_t strips;
};

constexpr ColumnSize kColumnSizes[] = {{28, 1}, {24, 1}, {20, 1}, {16, 1}, {14, 1}, {12, 1},      {10, 1},
                                       {8, 1},  {7, 1},  {6, 6},  {4, 12}, {3, 15}, {2, SIZE_MAX}};
constexpr std::size_t kMaxRows = 256;

struct RowSize {
    std::size_t most;  ///< rows
    int row;
    int gap;
    int row_of_strip;  ///< the same in pictures of several strips
    int gap_of_strip;
};

constexpr RowSize kRowSizes[] = {{8, 28, 4, 12, 2}, {16, 18, 2, 8, 2}, {32, 12, 2, 5, 1},
                                 {64, 8, 2, 4, 1},  {128, 5, 1, 3, 1}, {kMaxRows, 3, 0, 3, 0}};

std::size_t columns_of_strip(int width) {
    return static_cast<std::size_t>(kStripWidth) / static_cast<std::size_t>(width);
}

int column_width(std::size_t columns) {
    const auto fits = [&](const ColumnSize& size) {
        return (columns + columns_of_strip(size.width) - 1) / columns_of_strip(size.width) <= size.strips;
    };
    return std::ranges::find_if(kColumnSizes, fits)->width;
}

/// The least of 1, 2, 5, 10, 20, … that is not less.
std::uint64_t round_number(double least) {
    for (std::uint64_t power = 1;; power *= 10)
        for (const std::uint64_t factor : {1, 2, 5})
            if (static_cast<double>(power * factor) >= least) return power * factor;
}

void draw_threads(const Grid& grid, Svg& svg) {
    const bool names_each = grid.row >= 14;
    std::size_t every = 1;
    while (!names_each && static_cast<int>(every) * grid.row < 20) every *= 2;
    if (!names_each) svg.text("faint end", -10, -8, "thread");
    for (std::size_t r = 0; r < grid.rows; r += every) {
        const std::size_t thread = r * grid.threads_per_row;
        const std::string name = names_each ? fmt::format("thread {}", thread) : std::to_string(thread);
        svg.text("faint end", -10, grid.middle_of(r) + 4, name);
    }
}

void draw_steps(const Grid& grid, std::span<const std::uint64_t> steps, double foot, Svg& svg) {
    const double widest = kCharacter * static_cast<double>(std::to_string(steps.back()).size()) + 8;
    const std::uint64_t every = round_number(widest / grid.column);
    const bool is_dense = steps.back() - steps.front() + 1 == steps.size();
    const double y = grid.height() + foot + 17;
    svg.text("faint end", std::min(-10.0, grid.column / 2.0 - widest / 2 - 4), y, "step");
    double free_from = -grid.column;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool is_marked = (is_dense ? steps[i] : i) % every == 0 || (is_dense && i == 0);
        const double middle = static_cast<double>(i) * grid.column + grid.cell_width() / 2.0;
        const bool is_of_fold = i > 0 && steps[i] == steps[i - 1];
        if (!is_marked || is_of_fold || middle < free_from) continue;
        svg.text("faint middle", middle, y, std::to_string(steps[i]));
        free_from = middle + widest;
    }
}

}  // namespace

Grid::Grid(std::size_t columns_, std::size_t threads_, bool is_compact)
    : columns(columns_), threads(threads_) {
    threads_per_row = (threads + kMaxRows - 1) / kMaxRows;
    rows = (threads + threads_per_row - 1) / threads_per_row;
    constexpr int kLeastInOneStrip = 7;
    column = is_compact ? std::max(column_width(columns), kLeastInOneStrip) : column_width(columns);
    column_gap = column >= 20 ? 4 : column >= 10 ? 2 : column >= 4 ? 1 : 0;
    columns_per_strip = is_compact ? std::max(columns, columns_of_strip(column)) : columns_of_strip(column);
    strips = std::max<std::size_t>(1, (columns + columns_per_strip - 1) / columns_per_strip);
    const std::size_t like = is_compact ? std::min(2 * rows, kMaxRows) : rows;
    const auto* const size =
        std::ranges::find_if(kRowSizes, [&](const RowSize& s) { return like <= s.most; });
    row = strips == 1 ? size->row : size->row_of_strip;
    row_gap = strips == 1 ? size->gap : size->gap_of_strip;
}

std::string Grid::dashes() const {
    return fmt::format("{} {}", cell_height(), row_gap);
}

void Grid::draw_axes(Svg& svg, std::span<const std::uint64_t> steps, double foot) const {
    draw_threads(*this, svg);
    if (!steps.empty()) draw_steps(*this, steps, foot, svg);
}

}  // namespace musimd::views
