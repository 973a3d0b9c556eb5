#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "differential/programs/generate/generator.hpp"
#include "semantics/result.hpp"
#include "semantics/rule_id.hpp"
#include "simulator/engine.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd::differential {

/// The result of an observed run, and what its observers counted.
struct Observed {
    Result result;
    Statistics statistics;
    RuleSet rules;  ///< those exercised
};

Observed observe(const Engine& engine, const Case& c);

/// The differences between two runs of a program: one line for each part of the result, with the first
/// element that differs, `β of warp 0: v1 of thread 3 is 7 (rules), undefined (fast)`. Empty if they are
/// equal.
std::string differences(const Program& program, const Result& a, std::string_view name_a, const Result& b,
                        std::string_view name_b);

/// The same for observed runs: their results, and then their statistics and the rules they exercised.
std::string differences(const Program& program, const Observed& a, std::string_view name_a, const Observed& b,
                        std::string_view name_b);

struct CompareOptions {
    /// Observe every engine; else only the first.
    bool observe_all = true;
    /// Called before each run with the number of its engine.
    std::function<void(std::size_t)> before_run = {};
};

/// Whether, if the program stops under both thread models, it yields the same: threads wait for each other at
/// barriers and collectives only, nothing shows which threads step together, and of atomics there are only
/// sums whose old words are forgotten at once.
bool is_same_in_both_models(const Program& program);

/// A case on several engines.
struct Comparison {
    Observed first;           ///< result of the first engine
    std::string differences;  ///< empty if all engines agree
    /// Only observed runs differ.
    bool only_observed = false;
    std::size_t unsupported = 0;           ///< engines that do not support the program and were left out
    std::optional<std::size_t> timed_out;  ///< the engine that did not end within its own time limit

    bool same() const { return differences.empty(); }
};

/// Runs the case on every engine and compares all with the first. Plain runs: outcome, every field of the
/// trap, Θ, β, Σ and steps. Observed runs, on engines that show their steps: also statistics and exercised
/// rules. With observe_all, a program that is_same_in_both_models and uses section 11 runs on the first
/// engine under the other model, too: if it stops under both, the results must be equal.
Comparison compare(const Case& c, std::span<const Engine> engines, const CompareOptions& options = {});

}  // namespace musimd::differential
