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

// Of the timeline. Running threads have strong colours, sleeping ones are grey with a tinge of their branch.

/// Threads run, and no branch is open.
std::string no_branch(Svg& svg);
/// Threads run on a side of the branch with that number.
std::string of_branch(Svg& svg, std::size_t number, bool is_second_side);
/// Threads wait for the branch with that number.
std::string asleep(Svg& svg, std::size_t number);

/// The colour with that number in a file without a stylesheet.
Colour base_colour(std::size_t number);

}  // namespace musimd::views
