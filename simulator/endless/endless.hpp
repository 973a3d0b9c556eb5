#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulator/debugger/execution.hpp"
#include "simulator/endless/repetition.hpp"

namespace musimd {

/// Why a run never ends: its state comes back.
struct Endless {
    /// As a sentence without a stop:
    ///
    ///     lanes 1-3 spin on [0] at lines 4-6; lane 0, which wrote it last, waits at the branch on line 5 and
    ///     runs only when they leave
    std::string text;
    bool is_on_memory = false;       ///< lanes wait for a word that does not change
    std::vector<std::string> waits;  ///< who waits for whom: `lanes 1-3 → [0] → lane 0`
    std::uint64_t steps = 0;         ///< of all machines, after which the state comes back
    std::uint64_t each = 0;          ///< of each machine that takes any of them; 0 if they differ
    std::uint64_t most = 0;          ///< that a machine took before
    std::uint64_t position = 0;      ///< steps of all machines before
};

/// Nothing if the run ends, or if that is not found within the budget.
std::optional<Endless> why_endless(const debugger::Execution& begin, const endless::Budget& budget = {},
                                   const std::function<bool()>& goes_on = {});
/// Of the run from its beginning; its limit of steps is left out.
std::optional<Endless> why_endless(const Program& program, MachineOptions options,
                                   const std::function<bool()>& goes_on = {});
/// The same of a run that had this result, if it reached its limit of steps.
std::optional<Endless> why_endless(const Program& program, const MachineOptions& options,
                                   const Result& result);

}  // namespace musimd
