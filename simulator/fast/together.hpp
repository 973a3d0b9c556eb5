#pragma once

#include "isa/program.hpp"

// Under `volta` each thread has its own pc. Running the threads of a warp in lock step instead is much
// faster, and gives the same result if
//
//   - nothing in the program depends on which other threads are at an instruction, or on the order of steps:
//   it has no collectives, no `activemask`, `ballot` or `shfl`, no atomics and no fences;
//   - it passes the structure check, and each branch has one `sync`: on each path Π has the same shape for a
//   warp as for a thread, and a thread goes on after the `sync` to which it came;
//   - the run stops, and has no race between threads. Each load then reads the one store that is ordered
//   before it.
//
// Otherwise the threads must run on their own.

namespace musimd::fast {

/// Whether the first two conditions hold.
bool may_run_together(const Program& program);

/// The program under `lockstep`, watching for races between threads.
Program in_lock_step(Program program);

}  // namespace musimd::fast
