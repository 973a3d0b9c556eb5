#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Text in columns of a terminal.

namespace musimd::views {

/// The columns of a text: its code points.
std::size_t columns_of(std::string_view text);

/// As many columns as given: shortened, or filled up with blanks.
std::string fitted(const std::string& text, std::size_t columns);

}  // namespace musimd::views
