#include "simulator/explore/phase.hpp"

// Point 9 of phase.hpp.

namespace musimd::explore {
namespace {

/// Most phases end within so many choices of the search by traces. Then the other one takes turns with it.
constexpr std::uint64_t kFirstChoices = 2'000;
constexpr std::uint64_t kChoicesByTraces = 500;
constexpr std::uint64_t kChoicesByStates = 2'000;

void search_in_turns(const Setting& setting, const State& begin, std::optional<std::uint32_t> opener) {
    Phase by_traces(setting, By::traces, begin, opener);
    auto progress = by_traces.go_on(kFirstChoices, 0);
    if (progress != Phase::Progress::pauses) return;
    std::optional<Phase> by_states(std::in_place, setting, By::states, begin, opener);
    while (progress == Phase::Progress::pauses) {
        if (by_states && by_states->bytes() > setting.max_table_bytes) by_states.reset();
        if (by_states) progress = by_states->go_on(kChoicesByStates, by_traces.bytes());
        if (progress != Phase::Progress::pauses) return;
        progress = by_traces.go_on(kChoicesByTraces, by_states ? by_states->bytes() : 0);
    }
}

void search_from(const Setting& setting, const State& begin, std::optional<std::uint32_t> opener) {
    // With one machine, a phase is one step, and there is nothing to merge.
    const bool is_one = begin.machine.machines() == 1;
    if (!setting.only && !is_one) return search_in_turns(setting, begin, opener);
    Phase(setting, setting.only.value_or(By::traces), begin, opener).go_on(UINT64_MAX, 0);
}

}  // namespace

void search_phase(const Setting& setting, const State& begin) {
    const std::vector<std::uint32_t> openers = Phase::openers(setting, begin);
    if (openers.empty()) search_from(setting, begin, std::nullopt);
    for (const std::uint32_t m : openers) search_from(setting, begin, m);
}

}  // namespace musimd::explore
