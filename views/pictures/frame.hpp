#pragma once

#include <string>

#include "views/pictures/grid.hpp"
#include "views/pictures/legend.hpp"
#include "views/pictures/svg.hpp"

namespace musimd::views {

/// What surrounds the strips of a picture: title, notes, and legends, from top to bottom in the order of the
/// calls.
class Frame {
  public:
    /// The pixels that a strip needs above its first row, after its last column, and between its last row and
    /// the numbers of steps.
    Frame(Svg& svg, const Grid& grid, double head, double right, double foot = 0)
        : svg_(svg), grid_(grid), head_(head), right_(right), foot_(foot) {}

    void title(const std::string& name, const std::string& subtitle);
    /// A line of text; nothing if it is empty.
    void note(const std::string& text, const std::string& classes = "faint");
    /// What is drawn until end_strip has its origin in the strip's first row and column.
    void begin_strip();
    void end_strip();
    void legend(const Legend& legend);
    std::string finish();

  private:
    double content_width() const;

    Svg& svg_;
    const Grid& grid_;
    double head_;
    double right_;
    double foot_;
    double y_ = 10;
    double widest_ = 0;  ///< text
};

/// The room that slanted labels of so many columns need above their points, and to the right of them.
double slanted_height(std::size_t columns);
double slanted_width(std::size_t columns);

/// The most columns of a slanted label.
inline constexpr std::size_t kLabelText = 24;

}  // namespace musimd::views
