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

/// An observed run: its result, and what observers computed from its steps.
struct Observed {
    Result result;
    Statistics statistics;
    RuleSet rules;  ///< those exercised
};

Observed observe(const Engine& engine, const Case& c);

/// How two runs of a program differ: a line for each part of the result, with its first difference: `β of
/// warp 0: v1 of thread 3 is 7 (rules), undefined (fast)`. Empty if they are equal.
std::string differences(const Program& program, const Result& a, std::string_view name_a, const Result& b,
                        std::string_view name_b);

/// The same for observed runs: their results, and then their statistics and the rules they exercised.
std::string differences(const Program& program, const Observed& a, std::string_view name_a, const Observed& b,
                        std::string_view name_b);

struct CompareOptions {
    /// Observe every engine; else the first alone is observed.
    bool observe_all = true;
    /// Called before each run with the number of its engine.
    std::function<void(std::size_t)> before_run = {};
};

/// The outcome of a case on several engines.
struct Comparison {
    Observed first;           ///< of the first engine
    std::string differences;  ///< empty if all engines agree
    /// Unobserved runs agree: only observed runs differ.
    bool only_observed = false;
    std::size_t unsupported = 0;  ///< engines that do not run the program (Unsupported), and were left out

    bool same() const { return differences.empty(); }
};

/// Runs the case on every engine, and holds all against the first: outcome, trap with every field, Θ, β, Σ
/// and steps of plain runs; of observed ones the same, statistics and the rules that were exercised, on
/// engines that show their steps.
Comparison compare(const Case& c, std::span<const Engine> engines, const CompareOptions& options = {});

}  // namespace musimd::differential
