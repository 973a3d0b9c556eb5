#pragma once

#include <functional>

#include "differential/kernels/kernel_case.hpp"

// The ways in which a kernel can become simpler. Each offers its candidates; invalid kernels and those that
// are not simpler are removed later.

namespace musimd::differential::kernels {

using Offer = std::function<void(Trial)>;

/// `declare variable = value`.
dsl::Statement declaration(dsl::VariableId variable, dsl::Expr value);

void remove_statements(const Trial& of, const Offer& offer);     ///< runs of statements, long ones first
void unwrap_statements(const Trial& of, const Offer& offer);     ///< statements replaced by their bodies
void simplify_expressions(const Trial& of, const Offer& offer);  ///< operands, variables, literals instead
void simplify_launch(const Trial& of, const Offer& offer);       ///< fewer elements, simpler contents

// One way to see a defect, where kernels have many: without these, reductions end in as many places.

void branch_around_sets(const Trial& of, const Offer& offer);  ///< nothing left but one k_set in a k_if
/// Everything after a point removed, and the value that one variable has there stored instead.
void cut_after_points(const Trial& of, const Offer& offer);

}  // namespace musimd::differential::kernels
