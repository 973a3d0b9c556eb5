#pragma once

#include <string>
#include <string_view>

namespace musimd::fuzz {

/// Does with a text all that may be done with any: reads it as assembly, as a Prolog list and as words of
/// memory; a program is printed and formatted and read again, checked, and run for a while on every engine.
///
/// What came out wrong, or "". What crashes is wrong too.
std::string complaint_about(std::string_view text);

}  // namespace musimd::fuzz
