#pragma once

#include <functional>
#include <string>
#include <vector>

#include "views/pictures/svg.hpp"

namespace musimd::views {

/// A sample and what it means.
struct LegendEntry {
    std::function<void(Svg&)> sample;  ///< draws it, 14 × 12 pixels from the origin
    std::string text;
};

/// The sample that is a box of these classes.
LegendEntry box_entry(std::string classes, std::string text);

/// Entries in columns of equal width, each read downwards.
class Legend {
  public:
    void add(LegendEntry entry) { entries_.push_back(std::move(entry)); }
    bool empty() const { return entries_.empty(); }
    /// Draws the entries from this point on in so many pixels; returns the height.
    double draw(Svg& svg, double x, double y, double width) const;

  private:
    std::vector<LegendEntry> entries_;
};

}  // namespace musimd::views
