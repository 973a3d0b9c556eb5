#pragma once

#include <string>

#include "semantics/machine.hpp"
#include "simulator/explore/liveness.hpp"

namespace musimd::explore {

// Texts that are equal for two states only if no continuation can distinguish them. Dead words are left out.

/// Of a machine's own state: Θ, the live words of β, Π, Λ, pc, the number of steps, and whether it waits.
std::string machine_key(const Machine& machine, std::uint32_t m, const Program& program,
                        const Liveness& liveness, bool with_steps = true);
/// Of Σ.
std::string memory_key(const Machine& machine);
/// Of the history of accesses.
std::string history_key(const Machine& machine);
/// Of all machines and Σ, without the history.
std::string state_key(const Machine& machine, const Program& program, const Liveness& liveness);

/// A text that is equal for two results exactly if they count as one: for `stop` Θ, β and the exited threads
/// of every warp, and Σ; for a trap what it reports, besides the earlier access of a race; for `limit` its
/// reason.
std::string result_key(const Result& result, const Program& program);

/// A text that is equal for two results of a program, perhaps under different thread models, exactly if
/// are_different says that they are not.
std::string outcome_key(const Result& result, const Program& program);

}  // namespace musimd::explore
