#pragma once

#include "prove/proof.hpp"

namespace musimd::prove {

/// Looks for an assumption under which an obligation that is not proved is; the first of each is its
/// suggestion. Takes at most some seconds.
void suggest(const dsl::cuda::KernelFunction& kernel, const Premises& premises, Solver& solver, Proof& proof);

}  // namespace musimd::prove
