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

/// Interprets the tree for thread t alone, statement by statement, with break, continue and return as in C: a
/// definition of trees without masks and flags. For trees whose threads do not interact (no blocks,
/// elections, observations, shuffles or ballots, and only their own words). nullopt if the thread traps, or
/// executes more than `most_statements`.
std::optional<ThreadState> interpret(const differential::Tree& tree, Thread t,
                                     std::uint64_t most_statements = 100'000);

}  // namespace musimd::tests
