#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/program.hpp"
#include "semantics/result.hpp"
#include "simulator/fast/warp.hpp"

namespace musimd::fast {

/// The threads of a program under `volta`, each as a warp of its own: N is 1, and the machines, their turns
/// and the agents of races are those of section 11. `tid` and `wid` become variables, since a thread keeps
/// those of its warp.
class ThreadWarps {
  public:
    /// Whether the program can run so: its threads see those of their warp only in instructions of
    /// section 11.
    static bool can_run(const Program& program);

    /// The program must outlive it, and `can_run`.
    explicit ThreadWarps(const Program& program);

    const Program& program() const { return program_; }
    const Program& original() const { return original_; }

    /// Whether its threads see each other by collectives, or by `activemask`.
    bool has_collectives() const { return has_collectives_; }

    /// A thread in the original program.
    struct OriginalThread {
        std::uint32_t warp;
        Thread lane;
    };
    OriginalThread place_of(std::uint32_t thread) const;

    /// Sets the variables of a thread that has not run yet.
    void begin(FastWarp& thread) const;

    /// The warps of the original program. `threads` are all of them, by their numbers.
    std::vector<WarpResult> results(std::span<const FastWarp> threads) const;

  private:
    const Program& original_;
    Program program_;
    Variable tid_;
    Variable wid_;
    bool has_collectives_;
};

}  // namespace musimd::fast
