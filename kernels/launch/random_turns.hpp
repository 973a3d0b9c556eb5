#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "kernels/launch/turns.hpp"
#include "semantics/machine.hpp"

namespace musimd::kernels::openmp {

/// A thread, or a warp in lock step, in a loop that it never leaves, because nobody changes what it reads
/// there.
struct SpinningThread {
    std::uint32_t thread = 0;   ///< the machine
    Label pc = 0;               ///< of the read
    std::int64_t address = -1;  ///< that it reads; -1: none
    ThreadSet spinning = {};    ///< lanes in the loop
    ThreadSet waiting = {};     ///< lanes of the warp that wait until these leave the loop
};

/// A run in turns. No result: it has ended early.
struct TurnsEnd {
    std::optional<Result> result = {};
    /// All threads that have not ended, if each of them spins, or waits for one that does.
    std::vector<SpinningThread> spinning = {};
};

/// A run in which each thread has random numbers of turns in a row, which are often many: threads get far
/// ahead of each other. It takes its steps from `steps_left`, and ends early when none is left, once
/// `is_enough` holds, or if no thread can get any further. In another order than Order::random, the ready
/// threads take one step each, as in the engines.
TurnsEnd run_in_random_turns(const Program& program, const MachineOptions& options, std::uint64_t& steps_left,
                             const std::function<bool()>& is_enough, Observer* observer);

/// The same after these turns; a step that is not possible is left out.
TurnsEnd run_after_turns(const std::vector<Turn>& turns, const Program& program,
                         const MachineOptions& options, std::uint64_t& steps_left);

}  // namespace musimd::kernels::openmp
