#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "semantics/tally.hpp"
#include "simulator/codegen/prelude/interface.hpp"
#include "simulator/codegen/translation.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd::native {

/// What the warps of a grid count if their code does, and the Statistics that follow from it.
class Counts {
  public:
    /// `segment`: words of an aligned segment, at least 1. The arguments must outlive it.
    Counts(const Program& program, const codegen::Translation& translation, std::int64_t segment)
        : program_(program), translation_(translation), segment_(segment) {}

    /// Notes accesses outside of the ranges that the tally gives.
    void watch_ranges(const Tally& tally);

    /// For so many host threads; each counts in its own.
    void provide(std::size_t threads);

    /// Those of a host thread; null if the code does not count.
    Counters* of(std::size_t thread) { return threads_.empty() ? nullptr : &threads_[thread].counters; }

    /// `warps`: all warps, after their stretches.
    Statistics statistics(std::span<const WarpState> warps) const;

    /// The same, after a run to its end.
    void add_to(Tally& tally) const;

  private:
    struct Thread {
        std::vector<std::uint64_t> cells;
        std::vector<std::int64_t> addresses;
        Counters counters;
    };
    /// How often a step was done, and the sum of the threads that were active.
    struct Done {
        std::uint64_t times = 0;
        std::uint64_t lanes = 0;
    };

    std::vector<std::uint64_t> sum() const;
    Done done(std::size_t block, std::size_t step, const std::vector<std::uint64_t>& cells,
              std::span<const WarpState* const> early) const;
    void add(const Instruction& instruction, const Done& done, Statistics& to) const;

    const Program& program_;
    const codegen::Translation& translation_;
    std::int64_t segment_;
    std::vector<AccessRange> ranges_;  ///< by instruction; empty: not watched
    std::deque<Thread> threads_;
};

}  // namespace musimd::native
