#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/assembly_grammar.hpp"

namespace musimd {

/// Parses `add.f32` or `cvt.f32.i32` and the operands after it into a statement, or returns an error. All
/// pieces point into the line.
std::optional<SyntaxError> make_typed(std::string_view name, std::span<const syntax::Operand> operands,
                                      std::string_view line, syntax::WrittenInstruction& statement);

/// The same for `fetch_add`, which must be an operation, or `load`; with or without a type, an order and a
/// scope.
std::optional<SyntaxError> make_fetch(std::string_view name, std::span<const syntax::Operand> operands,
                                      std::string_view line, syntax::WrittenInstruction& statement);

/// The same for `vote.any`, whose first word must be one of variant_words(), or for `reduce.add.i32`.
std::optional<SyntaxError> make_variant(std::string_view name, std::span<const syntax::Operand> operands,
                                        std::string_view line, syntax::WrittenInstruction& statement);

/// The same for `store.release.grid` and `fence.block`.
std::optional<SyntaxError> make_strong(std::string_view name, std::span<const syntax::Operand> operands,
                                       std::string_view line, syntax::WrittenInstruction& statement);

/// `vote.ballot, vote.any, vote.all`
std::string variants_of(Opcode opcode);

/// The words that a variant follows: `vote`, `shfl`, …
const std::vector<std::string_view>& variant_words();

/// The words that an order and a scope follow: `store` and `fence`.
const std::vector<std::string_view>& strong_words();

/// `fetch_add`, `load`, …
const std::vector<std::string>& fetch_spellings();

/// A hint for an error after this statement: `v = add a, b` is read as a copy of a variable `add`, with more
/// text after it, and `v = vote m, o` as one of a variable `vote`. Empty if there is no hint.
std::string typed_hint(const syntax::WrittenInstruction& statement);

}  // namespace musimd
