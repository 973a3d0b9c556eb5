#pragma once

#include <optional>
#include <string_view>

#include "dsl/kernel.hpp"

// Functions that CUDA C++ has in device code, as instructions of the machine.

namespace musimd::dsl::cuda {

/// The `function` of a check of what the text assumes to hold: `__builtin_assume`.
inline constexpr const char* kAssume = "assume";

/// `__syncthreads`, `__activemask`, fences, and others that take no mask. nullopt: the name is another.
std::optional<MachineInstruction> without_mask(std::string_view name);

/// Votes, matches and reductions, whose operands are a mask and a value: `__ballot_sync`.
std::optional<MachineInstruction> among_lanes(std::string_view name);

/// `__shfl_up_sync` and the like, without a width.
std::optional<MachineInstruction> shuffle(std::string_view name);

/// Whether the result is a set of lanes, which the machine has as an i64.
bool is_set_of_lanes(const MachineInstruction& instruction);

/// What `atomicAdd` and the like make of the old value: `name` is what follows `atomic`; `b` may be null
/// unless it is `CAS`. Null if there is no such function.
Expr atomic_value(std::string_view name, const Expr& old, const Expr& a, const Expr& b, SourcePoint line);

}  // namespace musimd::dsl::cuda
