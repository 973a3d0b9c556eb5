#pragma once

#include <cstddef>
#include <string>

#include "views/pictures/svg.hpp"

// The colours of source lines and of memory segments.

namespace musimd::views {

/// How many there are; with more lines or segments, they repeat.
inline constexpr std::size_t kColours = 24;

/// The class of the colour with that number, modulo kColours, declared in the stylesheet: of strokes and of
/// fills.
std::string strong(Svg& svg, std::size_t number);

/// The same colour, pale: of what waits.
std::string pale(Svg& svg, std::size_t number);

/// The colour with that number in a file without a stylesheet.
Colour base_colour(std::size_t number);

}  // namespace musimd::views
