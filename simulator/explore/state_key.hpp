#pragma once

#include <string>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// A text that is equal for two states exactly if no continuation can distinguish them: Θ, β, Π, Λ, pc and
/// the number of steps of every machine, and Σ. The history of accesses is not included.
std::string state_key(const Machine& machine, const Program& program);

/// A text that is equal for two results exactly if they count as one: for `stop` Θ, β and the exited threads
/// of every warp, and Σ; for a trap what it reports, besides the earlier access of a race; for `limit` its
/// reason.
std::string result_key(const Result& result, const Program& program);

/// A text that is equal for two results of a program, perhaps under different thread models, exactly if
/// are_different says that they are not.
std::string outcome_key(const Result& result, const Program& program);

}  // namespace musimd::explore
