#pragma once

#include <optional>

#include "dsl/kernel_c/code.hpp"
#include "dsl/kernel_c/scope.hpp"

namespace musimd::dsl::kernel_c {

/// Of the kinds integer, floating and character; wrong after an error.
Value literal_value(const Node& node, Code& code);

/// INT_MAX, FLT_MAX and the like.
std::optional<Value> known_constant(std::string_view name, SourcePoint at);

/// Of an integer expression of literals, constants and operators. Nothing where a part is negative: its value
/// would depend on the types.
std::optional<std::int64_t> constant(const Node* node, const Names& names);

/// The text of a string or character literal, without its quotes, as the program has it.
std::string without_escapes(std::string_view text);

/// The type in which C++ computes with the number, and with both.
CType promoted(CType type);
CType common(const CType& a, const CType& b);

/// As `apply`, with the result if both operands are literals of integers.
Expr computed(Function function, Expr a, Expr b, SourcePoint at);

}  // namespace musimd::dsl::kernel_c
