#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace musimd::views {

/// How many columns the text has: its code points.
std::size_t columns_of(std::string_view text);

/// The text in at most so many columns, at least 1: if it has more, `…` replaces the rest.
std::string shortened(std::string_view text, std::size_t columns);

/// As many columns as given: shortened, or filled up with blanks.
std::string fitted(const std::string& text, std::size_t columns);

/// The text with single blanks instead of several.
std::string with_single_blanks(std::string_view text);

}  // namespace musimd::views
