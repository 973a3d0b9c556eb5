#pragma once

#include <string>

#include "views/pictures/memory_picture.hpp"

namespace musimd::views {

/// The memory picture of a record, as an SVG.
std::string drawing(const MemoryRecord& record, const PictureLayout& layout, const MemoryLayout& memory,
                    const StepWindow& window);

}  // namespace musimd::views
