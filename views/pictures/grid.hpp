#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "views/pictures/svg.hpp"

namespace musimd::views {

/// The sizes of a picture with a column per step and a row per thread, in pixels. Long pictures continue in
/// another strip below; with many threads, a row has several.
struct Grid {
    /// `is_compact`: with low rows, and in one strip, however wide.
    Grid(std::size_t columns, std::size_t threads, bool is_compact = false);

    std::size_t columns;
    std::size_t threads;
    std::size_t threads_per_row = 1;
    std::size_t rows;
    std::size_t columns_per_strip;
    std::size_t strips = 1;
    int column;      ///< width
    int column_gap;  ///< the part of the width that stays empty
    int row;         ///< height
    int row_gap;

    int cell_width() const { return column - column_gap; }
    int cell_height() const { return row - row_gap; }
    /// The vertical middle of a row, from the top of its strip.
    double middle_of(std::size_t r) const {
        return static_cast<double>(r) * row + static_cast<double>(cell_height()) / 2;
    }
    double height() const { return static_cast<double>(rows) * row - row_gap; }
    double width() const {
        return static_cast<double>(std::min(columns, columns_per_strip)) * column - column_gap;
    }
    /// The pattern by which a vertical stroke has a dash in each row.
    std::string dashes() const;
    /// Whether a cell has room for a letter, and for a few.
    bool has_letters() const { return column >= 14 && cell_height() >= 14; }
    bool has_words() const { return column >= 24 && cell_height() >= 16; }
    /// Whether columns have room for slanted text above them.
    bool has_labels() const { return column >= 22; }

    /// The threads to the left of a strip, and the numbers of its steps below it; `steps` are those of the
    /// strip's columns. `foot`: pixels between the last row and the numbers.
    void draw_axes(Svg& svg, std::span<const std::uint64_t> steps, double foot = 0) const;
};

/// The margin to the left of a strip, and the width of the widest one.
inline constexpr double kLeft = 92;
inline constexpr double kStripWidth = 1120;

}  // namespace musimd::views
