#pragma once

#include <cstdint>
#include <vector>

#include "semantics/observer.hpp"
#include "views/trace/format.hpp"

namespace musimd::views::trace {

/// A machine as both sides of a trace know it: the state before its next step, as predicted from the steps
/// so far. Only what deviates is in the trace.
struct MachineMirror {
    std::uint64_t number = 0;  ///< see machine_number
    std::uint32_t warp = 0;
    std::uint32_t last = kNoStep;  ///< the description of its last step
    bool splits = false;           ///< after BD: which threads go on is not known
    ThreadSet all;                 ///< Θ_all
    ThreadSet active;
    SyncStack sync_stack;
    ContextStack context_stack;
    MachineMirror* then = nullptr;  ///< the machine that stepped after it the last time
};

/// The number of the machine of a step: even; those of turns at which a machine of the warp waits are odd.
inline std::uint64_t machine_number(const Program& program, std::uint32_t warp, const ThreadSet& active) {
    if (program.model != ThreadModel::volta) return 2 * std::uint64_t{warp};
    return 2 * (std::uint64_t{warp} * program.threads + (active.empty() ? 0 : active.front()));
}
inline std::uint64_t waiting_number(std::uint32_t warp) {
    return 2 * std::uint64_t{warp} + 1;
}

/// Sets the state of a machine that has not stepped. Returns false if the program has no machine of that
/// number.
bool begin(MachineMirror& machine, const Program& program, std::uint64_t number);

/// Whether a step by the rule changes Θ, Π or Λ.
constexpr bool moves_threads(RuleId rule) {
    return rule == RuleId::BT || rule == RuleId::BF || rule == RuleId::BD || rule == RuleId::SS ||
           rule == RuleId::SP || rule == RuleId::EB || rule == RuleId::EE || rule == RuleId::EX;
}

/// The state after a step by the rule at pc, which moves threads. After BD, Θ and the top of Π are those of
/// before until `split`.
void apply(MachineMirror& machine, const Program& program, Label pc, RuleId rule);

/// The step after BD shows which threads went on: Θ := going, and the others are in Θ_todo.
void split(MachineMirror& machine, const Program& program, const ThreadSet& going);

/// A set as ⌈threads / 64⌉ words.
std::vector<std::uint64_t> words_of(const ThreadSet& set, Thread threads);
/// The same for a warp of up to 64 threads.
inline std::uint64_t word_of(const ThreadSet& set) {
    std::uint64_t word = 0;
    set.for_each([&](Thread t) { word |= std::uint64_t{1} << t; });
    return word;
}

}  // namespace musimd::views::trace
