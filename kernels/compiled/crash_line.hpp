#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/compiled/backend.hpp"

namespace musimd::kernels {

/// The line of the source `file` (the name that it was compiled with) that raised the signal, directly or in
/// something that the line calls or expands to. Returns nullopt if the unit has no line table, or if
/// addr2line (of binutils) is not installed.
std::optional<std::uint32_t> crash_line(const CompiledUnit& unit, const CaseResult& result,
                                        std::string_view source_name);

/// Line `number` of the text, from 1, without the blanks before it.
std::string source_line(const std::string& text, std::uint32_t number);

}  // namespace musimd::kernels
