#pragma once

#include <cstdint>

#include <optional>

#include "host/arena.hpp"
#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/kernels.hpp"
#include "simulator/fast/snapshot.hpp"

namespace musimd::fast {

/// The fast engine: same results as the rules, with lane arrays and masks.
///
/// Independent warps are run one after the other, or on `threads` host threads at once, each to its end or to
/// the next barrier (speculation). Atomics that nobody reads are logged, and executed in the order of their
/// turns. If two warps use an address otherwise and one writes, or any warp traps or reaches its limit, the
/// order could matter: then the grid is run again, each warp to its next atomic, which waits for its turn; or
/// in turns of one step, as the semantics specifies.
///
/// Under `volta` the threads of a warp run together where that cannot show (together.hpp); otherwise each as
/// a warp of its own (thread_warps.hpp). Under the models of section 12 the groups of a warp are masks
/// (warp_groups.hpp). If such a run traps, and for observers, the rules run the program.
///
/// Without `watch_races`, races go undetected: for benchmarks that measure the cost of detection, with
/// race-free programs.
Result run(const Program& program, const MachineOptions& options, Observer* observer, unsigned threads,
           const KernelSet& loops, bool watch_races = true);

/// With the best kernels for this processor and all its cores.
Result run_fast(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

/// A run in memory that stays where it is: see Engine::run_in.
Result run_in(const Program& program, const MachineOptions& options, Observer* observer, host::Arena& memory);

/// The result, if no warp takes more than this many steps; else nothing, as soon as that is known.
std::optional<Result> run_within(const Program& program, const MachineOptions& options, std::uint64_t steps);

/// A run of a program under a model of section 12, with `options.side` first. Returns nothing if only the
/// rules can tell how it ends: it traps, reaches a limit or warns, or its warps are wider than 64 threads.
std::optional<Result> run_groups(const Program& program, const MachineOptions& options, unsigned threads,
                                 const KernelSet& loops);

/// Finishes a run of one warp that another engine began: from the snapshot, with this Σ. Not for programs
/// that watch races between threads. The observer sees what is left of the run.
Result resume(const Program& program, const MachineOptions& options, const Snapshot& snapshot,
              const Memory& memory, Observer* observer = nullptr);

/// The most bytes that a run needs at once for Θ, β and the warps, including the copy in its result.
std::uint64_t estimated_bytes(const Program& program);

}  // namespace musimd::fast
