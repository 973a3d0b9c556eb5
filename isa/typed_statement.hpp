#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isa/assembly_grammar.hpp"

namespace musimd {

/// Makes a statement of `add.f32`, or `cvt.f32.i32`, and the operands behind it; else, what is wrong. All
/// pieces are of the line.
std::optional<SyntaxError> make_typed(std::string_view name, std::span<const syntax::Operand> operands,
                                      std::string_view line, syntax::Statement& made);

/// What to say beside an error behind this statement: `v = add a, b` is read as a copy of a variable `add`,
/// with something behind it. Empty if there is nothing to say.
std::string typed_hint(const syntax::Statement& statement);

}  // namespace musimd
