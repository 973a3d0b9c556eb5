#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isa/assembly_grammar.hpp"

namespace musimd {

/// Parses `add.f32` or `cvt.f32.i32` and the operands after it into a statement, or returns an error. All
/// pieces point into the line.
std::optional<SyntaxError> make_typed(std::string_view name, std::span<const syntax::Operand> operands,
                                      std::string_view line, syntax::Statement& statement);

/// A hint for an error after this statement: `v = add a, b` is read as a copy of a variable `add`, with more
/// text after it. Empty if there is no hint.
std::string typed_hint(const syntax::Statement& statement);

}  // namespace musimd
