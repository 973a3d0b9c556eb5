#pragma once

#include <cstdint>

#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/decoded.hpp"

namespace musimd::fast {

/// What Result::steps counts: steps of warps or, for each of these, its active lanes.
enum class Steps : std::uint8_t { of_warps, of_lanes };

/// Runs a program that uses section 11 (blocks, exits, collectives, fences) under `lockstep`: warps in turns
/// of one step.
Result run_blocks(const DecodedProgram& code, const MachineOptions& options, Observer* observer,
                  Steps counts = Steps::of_warps);

}  // namespace musimd::fast
