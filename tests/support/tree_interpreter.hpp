#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>

#include "differential/programs/generate/tree.hpp"
#include "isa/program.hpp"

namespace musimd::tests {

/// What a tree computes in one thread.
struct ThreadState {
    std::array<std::optional<Value>, differential::kTreeVariables> variables;
    std::map<std::int64_t, Value> memory;
};

/// Interprets the tree for thread t alone, statement by statement, with break, continue and return as C has
/// them: an account of what a tree means that knows nothing of masks and flags. For trees in which threads do
/// not meet (no blocks, elections, observations, shuffles or ballots, and words of their own only). Nothing
/// if the thread traps, or takes more than `most_statements`.
std::optional<ThreadState> interpret(const differential::Tree& tree, Thread t,
                                     std::uint64_t most_statements = 100'000);

}  // namespace musimd::tests
