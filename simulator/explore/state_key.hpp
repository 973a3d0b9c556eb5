#pragma once

#include <string>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// A text that two states have in common exactly if nothing that can follow tells them apart: Θ, β, Π, Λ, pc
/// and the number of steps of every warp, and Σ. The history of accesses is not in it.
std::string state_key(const Machine& machine, const Program& program);

/// A text that two results have in common exactly if they count as one: of `stop` Θ and β of every warp, and
/// Σ; of a trap what it reports; of `limit` its reason.
std::string result_key(const Result& result, const Program& program);

}  // namespace musimd::explore
