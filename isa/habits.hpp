#pragma once

#include <optional>
#include <string_view>

#include "isa/assembly_grammar.hpp"

namespace musimd {

/// For a statement that is not one of this language, from `offset` on in the line: what to write instead of a
/// spelling that people know from other languages (`z += 1`, `[x+1]`, `goto`). Nullopt: it looks like none.
std::optional<SyntaxError> habit_in(std::string_view line, std::size_t offset);

/// The same for the text after a whole statement that has an operation: `* 2` of `y = x + 1 * 2`.
std::optional<SyntaxError> habit_after(std::string_view line, std::size_t offset);

}  // namespace musimd
