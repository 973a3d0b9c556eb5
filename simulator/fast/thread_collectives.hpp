#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semantics/races.hpp"
#include "simulator/fast/thread_warps.hpp"
#include "simulator/fast/warp.hpp"
#include "simulator/fast/zeros.hpp"

namespace musimd::fast {

/// The collectives of threads that run as warps of their own, and `activemask`: who has come to which, and
/// what a group of threads does together. A group is a lane mask of the original warp.
class ThreadCollectives {
  public:
    /// `warps`: all threads of the program, by their numbers, at their first instruction.
    ThreadCollectives(const ThreadWarps& threads, std::vector<FastWarp>& warps, const GridContext& grid);

    /// Whether the thread now waits at a collective: its next instruction is one, and none of its own checks
    /// fails. Then it counts as having come.
    bool waits(std::uint32_t thread);

    /// The thread has stopped.
    void stop(std::uint32_t thread);

    /// The group of a thread that waits, if it is complete; else 0.
    std::uint64_t complete_group(std::uint32_t thread) const;

    /// The threads of its warp that are at the same `activemask`: those for which `is_here`, and the thread.
    template <typename F>
    std::uint64_t at_the_same(std::uint32_t thread, F&& is_here) const {
        std::uint64_t together = 0;
        each_of(thread, alive_[warp_of_[thread]], [&](std::uint32_t other, std::size_t lane) {
            if (threads_[other].pc() == threads_[thread].pc() && is_here(other))
                together |= std::uint64_t{1} << lane;
        });
        return together;
    }

    /// Executes the next instruction of each thread of the group. Returns false, with the run to be given up,
    /// if that traps or warns.
    bool step(std::uint32_t thread, std::uint64_t group);

    /// Calls f(thread, lane) for the threads of the group, ascending; `thread` is one of their warp.
    template <typename F>
    void each_of(std::uint32_t thread, std::uint64_t group, F&& f) const {
        for (; group != 0; group &= group - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(group));
            f(static_cast<std::uint32_t>(first_of(thread) + lane), lane);
        }
    }

  private:
    /// The variables of the warp in which a group steps: those of the instruction, by name.
    enum : Variable { m, x, o, v };
    static Program program_of_groups(const Program& program);

    std::uint32_t first_of(std::uint32_t thread) const { return thread - lane_of_[thread]; }
    const Instruction& next(std::uint32_t thread) const { return original_.at(threads_[thread].pc()); }
    bool is_at_collective(std::uint32_t thread) const;
    bool meet(std::uint32_t a, std::uint32_t b) const;
    void gather(std::uint32_t thread, std::size_t lane);
    void order(std::uint32_t thread, std::uint64_t group);

    const Program& original_;
    std::vector<FastWarp>& threads_;
    AccessHistory* history_;
    std::vector<std::uint32_t> warp_of_;  ///< warp of each thread
    std::vector<Thread> lane_of_;
    std::vector<std::uint64_t> mask_;    ///< mask of the collective at which the thread waits
    std::vector<std::uint64_t> come_;    ///< for each warp, the lanes that wait at a collective
    std::vector<std::uint64_t> alive_;   ///< those that have not stopped
    std::vector<std::uint64_t> exited_;  ///< and those that have

    const Program program_;  ///< program of the warp in which groups step
    const DecodedProgram code_;
    Zeros<std::int64_t> bank_;
    Zeros<std::uint64_t> masks_;
    FastWarp group_;
    GridContext grid_;
    Workspace work_;
};

}  // namespace musimd::fast
