#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>

#include "differential/harness/fault.hpp"
#include "differential/programs/generate/generator.hpp"
#include "differential/programs/reduce/reduce.hpp"
#include "simulator/engine.hpp"

namespace musimd::differential {

/// What is wrong with a case: its engines differ, or one of them crashes or does not terminate.
struct Disagreement {
    Fault kind = Fault::none;
    std::string text;            ///< the differences, one per line; or how the run ended
    bool only_observed = false;  ///< for differences: only observed runs differ
};

struct DisagreementOptions {
    std::chrono::milliseconds limit = std::chrono::seconds(10);  ///< for all runs of a case together
    std::function<bool()> cancelled = {};  ///< true cancels the runs; the result is then `none`
};

/// Runs the case on every engine, in a process of its own, and compares all of their results.
Disagreement find_disagreement(const Case& c, std::span<const Engine> engines,
                               const DisagreementOptions& options = {});

/// Whether a case shows the same kind of disagreement; for reduce().
Interesting shows(Fault kind, std::span<const Engine> engines, const DisagreementOptions& options = {});

}  // namespace musimd::differential
