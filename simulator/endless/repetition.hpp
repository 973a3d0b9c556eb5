#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "simulator/debugger/execution.hpp"

namespace musimd::endless {

/// Who has changed a word last.
struct Writer {
    std::uint32_t warp = 0;
    Thread lane = 0;
};

/// A state that has come back. The machine is deterministic: the run repeats what it has done since, and does
/// not end.
struct Repetition {
    std::shared_ptr<debugger::Execution> state;  ///< at its return
    std::uint64_t rounds = 0;                    ///< after which it comes back
    std::map<std::int64_t, Writer> writers;      ///< by address, since the search began
};

/// How far a search goes: it is meant to take a fraction of a second.
struct Budget {
    std::uint64_t steps = 200'000;
    std::uint64_t words = 20'000'000;  ///< of lanes that step, and of states that are kept or compared
};

/// Whether the access of a step writes its word, and whether it may have changed it: an update may leave it
/// as it was. The machine is in the state after the step.
bool writes_word(const StepEvent& event, const Access& access);
bool changes_word(const Machine& machine, const StepEvent& event, const Access& access);

/// Runs on from here until a state comes back, by Brent's algorithm. Nothing if the run ends, the budget is
/// used up, or `goes_on` says no; and in the random order, in which an equal state need not go on equally.
std::optional<Repetition> find_repetition(const debugger::Execution& begin, const Budget& budget = {},
                                          const std::function<bool()>& goes_on = {});

}  // namespace musimd::endless
