#pragma once

#include <span>

#include "differential/harness/search.hpp"
#include "kernels/spmd/kernel_case.hpp"

// The ways in which a kernel can become simpler. Candidates that are no valid kernels, or no simpler, are
// rejected by the search.

namespace musimd::differential::spmd {

/// A search over kernels judges candidates in batches, so it accepts none while an edit runs: an edit offers
/// every candidate that it can make from the current case.
using Search = harness::Search<kernels::KernelCase>;

std::span<const harness::Edit<Search>> edits();

/// `declare variable = value`.
dsl::Statement declaration(dsl::VariableId variable, dsl::Expr value);

void remove_statements(Search& search);     ///< runs of statements, long ones first
void unwrap_statements(Search& search);     ///< replaces compound statements by their bodies
void simplify_expressions(Search& search);  ///< replaces expressions by operands, variables, literals
void simplify_launch(Search& search);       ///< fewer elements, simpler contents

// A kernel can expose a defect in many ways. These edits lead to one of them: without them, reductions of one
// defect end in as many different kernels.

void branch_around_sets(Search& search);  ///< leaves only one k_set in a k_if
/// Removes all statements after a point, and stores there the value of one variable.
void cut_after_points(Search& search);

}  // namespace musimd::differential::spmd
