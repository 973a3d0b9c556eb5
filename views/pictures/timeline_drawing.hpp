#pragma once

#include <string>

#include "views/pictures/timeline.hpp"

namespace musimd::views {

/// The timeline of a record, as an SVG.
std::string drawing(const TimelineRecord& record, const PictureLayout& layout, const StepWindow& window);

}  // namespace musimd::views
