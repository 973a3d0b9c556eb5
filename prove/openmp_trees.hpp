#pragma once

#include <map>

#include "dsl/kernel.hpp"

// Changes to the tree of a loop of OpenMP, so that it is a kernel whose threads are the iterations.

namespace musimd::prove {

/// The block with another expression in place of Expression::Kind::element.
dsl::Block with_element(const dsl::Block& block, const dsl::Expr& element);
dsl::Expr with_element(const dsl::Expr& e, const dsl::Expr& element);

/// Simd loops are loops that one thread runs in order. What they leave in variables outside is not known.
dsl::Block without_simd(const dsl::Block& block);

/// The same for the loop's own body: its partial values begin as the loop says.
dsl::Block body_of_iteration(const dsl::Statement& loop);

/// How many statements give each variable a value.
std::map<dsl::VariableId, unsigned> assignments_of(const dsl::Block& block);

/// Of a team, a task or an act that is not understood: what it is, in the words of OpenMP; empty: there is
/// none.
std::string unknown_act_in(const dsl::Block& block);

}  // namespace musimd::prove
