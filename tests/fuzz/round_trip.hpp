#pragma once

#include <string>
#include <string_view>

namespace musimd::fuzz {

/// Does everything that may be done with any text: reads it as assembly, as a Prolog list and as words of
/// memory; prints, formats and re-reads a program, checks it, and runs it for a while on every engine.
///
/// Returns what went wrong, or "". A crash counts as well.
std::string complaint_about(std::string_view text);

}  // namespace musimd::fuzz
