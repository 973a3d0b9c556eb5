#pragma once

#include <cstdint>

#include <optional>

#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/kernels.hpp"
#include "simulator/fast/snapshot.hpp"

namespace musimd::fast {

/// The fast engine: what the rules give, by lane arrays and masks.
///
/// Warps that only they themselves can see are run one after the other, or on `threads` host threads at once,
/// each to its end or to the next barrier (speculation); where two warps meet at an address and one writes,
/// or any warp traps or comes to its limit, that could show, and the grid is run again in turns of one step,
/// as the semantics says.
///
/// Without `watch_races`, which benchmarks want in order to see what that costs, races go unseen: for
/// programs that have none.
Result run(const Program& program, const MachineOptions& options, Observer* observer, unsigned threads,
           const KernelSet& loops, bool watch_races = true);

/// With the best kernels of this processor and all its cores.
Result run_fast(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

/// The run, if no warp does more than so many steps; else nothing, as soon as that is known.
std::optional<Result> run_within(const Program& program, const MachineOptions& options, std::uint64_t steps);

/// The rest of a run of one warp, which another engine began: from the snapshot on, with this Σ. Not for
/// programs that look for races between threads.
Result resume(const Program& program, const MachineOptions& options, const Snapshot& snapshot,
              const Memory& memory);

/// The bytes that a run may take at once for Θ, β and the warps, with the copy that is its result.
std::uint64_t estimated_bytes(const Program& program);

}  // namespace musimd::fast
