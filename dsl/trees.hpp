#pragma once

#include <cstdint>
#include <optional>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// The pattern of 1.
std::uint64_t pattern_of_one(Type type);

/// i64 arithmetic on values whose literals are folded.
Expr as_i64(Expr e);
Expr plus(Expr a, Expr b, SourcePoint line);
Expr minus(Expr a, Expr b, SourcePoint line);
Expr times(Expr a, Expr b, SourcePoint line);
Expr convert(Expr e, Type to, SourcePoint line);
/// Of a literal that is an integer.
std::optional<std::int64_t> literal_integer(const Expr& e);
bool is_literal(const Expr& e, std::int64_t value);
/// Whether computing the expression may trap, so that only lanes may do so for which C would.
bool may_trap(const Expr& e);
bool reads_memory(const Expr& e);
bool reads_variables(const Expr& e);

}  // namespace musimd::dsl
