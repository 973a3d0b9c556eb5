#pragma once

#include <optional>

#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/decoded.hpp"
#include "simulator/fast/report.hpp"

namespace musimd::fast {

/// Runs a program that uses section 11 (blocks, exits, collectives, fences) under `lockstep`: warps in turns
/// of one step.
Result run_blocks(const DecodedProgram& code, const MachineOptions& options, Observer* observer);

/// The same of what `report` is about. Threads, as those of their original program, are not shown a trap.
Result run_watched_blocks(const DecodedProgram& code, const MachineOptions& options, Observer& observer,
                          const Report& report);

/// The same, but each warp runs ahead to the next step whose turn other warps can tell. Returns nothing if
/// that could be observed: at a trap or a limit, or at a warning of threads.
std::optional<Result> run_blocks_ahead(const DecodedProgram& code, const MachineOptions& options,
                                       const Report& report);

}  // namespace musimd::fast
