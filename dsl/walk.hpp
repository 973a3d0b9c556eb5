#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "dsl/kernel.hpp"

// Walks over the tree of a kernel, in any language.

namespace musimd::dsl {

/// Every expression in it, parents before their operands.
void visit(const Expr& expr, const std::function<void(const Expression&)>& see);

/// Every statement of the block, outer before inner ones.
void visit(const Block& block, const std::function<void(const Statement&)>& see);

/// Every expression of the statement itself (not of nested statements).
void visit_own(const Statement& statement, const std::function<void(const Expression&)>& see);

/// Every expression of the block.
void visit_expressions(const Block& block, const std::function<void(const Expression&)>& see);

/// The number of statements.
std::size_t statements(const Block& block);

/// The expressions that a statement of an SPMD kernel holds: value, arguments, result.
std::vector<Expr*> slots(Statement& statement);

/// Every slot of the block, in the order of visit.
std::vector<Expr*> all_slots(Block& block);

/// The blocks of a statement.
inline std::array<Block*, 4> blocks(Statement& s) {
    return {&s.head, &s.step, &s.body, &s.otherwise};
}
inline std::array<const Block*, 4> blocks(const Statement& s) {
    return {&s.head, &s.step, &s.body, &s.otherwise};
}

}  // namespace musimd::dsl
