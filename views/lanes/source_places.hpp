#pragma once

#include <string>

#include "views/lanes/lanes_view.hpp"

namespace musimd::views {

/// The lines of a program's own text. An instruction that shares its line with another, or that is of a
/// Prolog list, is shown as assembly.
LanesView::PlaceOf places_in(const std::string& file, const std::string& text);

}  // namespace musimd::views
