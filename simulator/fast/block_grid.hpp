#pragma once

#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/decoded.hpp"

namespace musimd::fast {

/// Runs a program that uses section 11 (blocks, exits, collectives, fences) under `lockstep`: warps in turns
/// of one step. Throws Unsupported for `volta`.
Result run_blocks(const DecodedProgram& code, const MachineOptions& options, Observer* observer);

}  // namespace musimd::fast
