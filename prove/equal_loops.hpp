#pragma once

#include <optional>
#include <string>
#include <vector>

#include "prove/execution.hpp"

// Loops of two kernels that make the same trips, and what their variables have in common.

namespace musimd::prove {

/// A kernel, as one thread executes it.
struct ExecutedKernel {
    const dsl::cuda::KernelFunction& kernel;
    const Execution& run;
};

/// Two loops of the same number in the text, with the loops around them.
struct LoopPair {
    std::size_t first = 0, second = 0;  ///< in Execution::loops
    std::size_t parent = SIZE_MAX;      ///< in LoopPairs::pairs; none
    std::size_t last_inner = 0;         ///< pairs from its own up to this one are in it
    /// Variables of the first and of the second that are equal at each head, if both threads come there.
    std::vector<std::pair<dsl::VariableId, dsl::VariableId>> equal = {};
};

/// By induction over the trips of all loops at the same time: both threads come to each head equally often,
/// and each pair of variables in `equal` is the same there.
class LoopPairs {
  public:
    LoopPairs(Terms& terms, Solver& solver, const ExecutedKernel& first, const ExecutedKernel& second)
        : terms_(terms), solver_(solver), first_(first), second_(second) {}

    /// Why the loops do not match, and the line of the first kernel; nothing: they do.
    std::optional<std::pair<std::string, dsl::SourcePoint>> match();

    const std::vector<LoopPair>& pairs() const { return pairs_; }
    /// What is equal inside of a trip of the pair, at its end; SIZE_MAX: at the end of the kernel.
    std::vector<Term> equalities_at_end_of(std::size_t pair) const;

  private:
    using Problem = std::optional<std::pair<std::string, dsl::SourcePoint>>;

    Problem pair_inside(std::size_t parent, std::size_t of_first, std::size_t of_second);
    void guess(LoopPair& pair) const;
    bool keep_true(std::size_t number);
    bool keep_at_begin(std::size_t number);
    bool keep_in_trip(std::size_t number);
    Problem same_trips(std::size_t number);
    std::vector<Term> equalities_before(std::size_t pair) const;
    void add_in_trip(std::size_t pair, std::vector<Term>& to) const;
    void add_after(std::size_t pair, std::vector<Term>& to) const;
    bool is_impossible(std::vector<Term> conditions, const Known& of_first, const Known& of_second,
                       const std::vector<Term>& equalities);
    const LoopRecord& loop_of_first(const LoopPair& pair) const { return first_.run.loops[pair.first]; }
    const LoopRecord& loop_of_second(const LoopPair& pair) const { return second_.run.loops[pair.second]; }

    Terms& terms_;
    Solver& solver_;
    ExecutedKernel first_, second_;
    std::vector<LoopPair> pairs_;
};

}  // namespace musimd::prove
