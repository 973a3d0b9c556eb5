#pragma once

#include <string>
#include <string_view>

namespace musimd::views {

/// The text as XML 1.0 has it in an attribute or an element. It has no way to write control characters or
/// bytes that are not UTF-8: they become U+FFFD.
std::string escape_xml(std::string_view text);

}  // namespace musimd::views
