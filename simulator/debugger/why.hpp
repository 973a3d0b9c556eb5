#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "simulator/debugger/expression.hpp"
#include "simulator/debugger/history.hpp"

// Why the state is what it is. All answers are exact: they are read off the run itself.

namespace musimd::debugger {

/// What a thread does at the present position, and why.
struct ThreadReason {
    enum class State : std::uint8_t {
        runs,
        woken,        ///< runs in an `everywhere` block; what follows is about it outside of the block
        waits,        ///< for its half of a conditional
        at_sync,      ///< for the other half
        barrier,      ///< at a barrier or, under `volta`, a collective
        not_started,  ///< was not active at the beginning
        exited,
        stopped,
    };
    State state = State::runs;
    Label everywhere = 0;           ///< for woken, the block
    bool is_dormant = false;        ///< for woken: outside, it waits at no branch
    Label branch = 0;               ///< for waits and at_sync (and woken)
    std::uint64_t branch_step = 0;  ///< at which it fell asleep there; 0 if unknown
    std::optional<Value> value;     ///< value of the branch's operand, in this thread and step
    Label continues = 0;            ///< for waits: the first instruction of its half
    Label sync = 0;                 ///< for at_sync: the `sync` at which it waits
    std::uint64_t sync_step = 0;    ///< since then; of exited, that of `exit`
    bool waits_there = false;       ///< for woken: it waits for its half; else at a sync

    /// The step with which it runs again, if that is near enough to be looked for.
    struct Wake {
        std::uint64_t step = 0;
        Label pc = 0;  ///< pc of the step's instruction
        bool is_everywhere = false;
    };
    std::optional<Wake> wake;
    bool never_wakes = false;  ///< the run ends before
};

/// How far a thread's waking is looked for.
inline constexpr std::uint64_t kMaxStepsToWake = 100'000;

/// The thread must exist, here and below.
ThreadReason why_thread(const History& history, ThreadName thread);

/// A value and where it is from, back to its origin: through copies, loads, stores and shuffles always, and
/// through `depth` other instructions.
struct ValueReason {
    enum class From : std::uint8_t {
        instruction,
        edit,
        initial,  ///< a word of Σ before the first step
        nowhere,  ///< never written
    };
    bool is_word = false;
    std::int64_t address = 0;  ///< for words
    std::uint32_t warp = 0;
    Thread thread = 0;
    Variable variable = 0;
    std::optional<Value> value;
    From from = From::nowhere;
    std::uint64_t step = 0;
    Label pc = 0;
    std::uint32_t writer_warp = 0;         ///< for words
    Thread writer = 0;                     ///< for words
    std::optional<Thread> source = {};     ///< for shfl: the lane that it reads
    std::vector<ValueReason> inputs = {};  ///< what the instruction reads

    /// A thread that an `everywhere` block woke slept when others wrote the variable.
    struct Slept {
        Label branch = 0;  ///< at which it slept; 0: it was not active from the beginning
        Label write = 0;   ///< their instruction
        Label everywhere = 0;
    };
    std::optional<Slept> slept = {};  ///< for nowhere
    bool is_cut = false;              ///< its inputs are left out
};

ValueReason why_variable(const History& history, ThreadName thread, Variable variable, int depth = 1);
ValueReason why_word(const History& history, std::int64_t address, int depth = 1);

}  // namespace musimd::debugger
