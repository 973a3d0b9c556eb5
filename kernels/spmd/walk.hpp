#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "dsl/kernel.hpp"

// Walks over the tree of a kernel.

namespace musimd::kernels {

/// Every expression in it, parents before their operands.
void visit(const dsl::Expr& expr, const std::function<void(const dsl::Expression&)>& see);

/// Every statement of the block, outer before inner ones.
void visit(const dsl::Block& block, const std::function<void(const dsl::Statement&)>& see);

/// Every expression of the statement itself (not of nested statements).
void visit_own(const dsl::Statement& statement, const std::function<void(const dsl::Expression&)>& see);

/// Every expression of the block.
void visit_expressions(const dsl::Block& block, const std::function<void(const dsl::Expression&)>& see);

/// The number of statements.
std::size_t statements(const dsl::Block& block);

/// The expressions that a statement holds: value, arguments, result.
std::vector<dsl::Expr*> slots(dsl::Statement& statement);

/// Every slot of the block, in the order of visit.
std::vector<dsl::Expr*> all_slots(dsl::Block& block);

/// The blocks of a statement: head, body, otherwise.
inline std::array<dsl::Block*, 3> blocks(dsl::Statement& s) {
    return {&s.head, &s.body, &s.otherwise};
}

}  // namespace musimd::kernels
