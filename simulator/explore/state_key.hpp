#pragma once

#include <string>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// A text that is equal for two states exactly if no continuation can distinguish them: Θ, β, Π, Λ, pc and
/// the number of steps of every warp, and Σ. The history of accesses is not included.
std::string state_key(const Machine& machine, const Program& program);

/// A text that is equal for two results exactly if they count as one: for `stop` Θ and β of every warp, and
/// Σ; for a trap what it reports; for `limit` its reason.
std::string result_key(const Result& result, const Program& program);

}  // namespace musimd::explore
