#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "semantics/bank.hpp"
#include "semantics/memory.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// What a run warns of: the first of each kind and instruction.
struct RunWarning {
    WarningKind kind = WarningKind::barrier_instructions;
    Label pc = 0;            ///< pc of the lowest machine concerned
    std::uint32_t line = 0;  ///< line of the instruction; 0 if it has none
    std::uint32_t warp = 0;
    std::vector<Thread> threads;  ///< those of the warp that have exited, or wait at another instruction
    std::string message;

    friend bool operator==(const RunWarning&, const RunWarning&) = default;
};

/// Θ and β of a warp at the end of a run.
struct WarpResult {
    ThreadSet active;
    Bank bank;
    ThreadSet exited = {};  ///< the lanes that did EX

    friend bool operator==(const WarpResult&, const WarpResult&) = default;
};

/// Where a run ended with Outcome::limit: at the next instruction of the warp that reached the limit. For
/// LimitReason::schedule, that is the lowest warp that has not stopped.
struct Limit {
    LimitReason reason = LimitReason::steps;
    std::uint32_t warp = 0;
    std::uint64_t steps = 0;   ///< taken by the warp
    Label pc = 0;              ///< the instruction's number, from 1; n+1 past the last one
    std::uint32_t line = 0;    ///< line of the instruction; 0 if unknown
    std::uint32_t column = 0;  ///< in code points, from 1; 0 if unknown

    friend bool operator==(const Limit&, const Limit&) = default;
};

/// The limit that the warp reached, with the line and column of its next instruction.
inline Limit limit_at(LimitReason reason, std::uint32_t warp, std::uint64_t steps, Label pc,
                      const Program& program) {
    if (pc >= program.end()) return {reason, warp, steps, pc, 0, 0};
    return {reason, warp, steps, pc, program.at(pc).line, program.at(pc).column};
}

/// The result of a run, the same for every engine.
struct Result {
    Outcome outcome = Outcome::stop;
    std::uint64_t steps = 0;  ///< control rules applied, summed over warps
    std::vector<WarpResult> warps;
    Memory memory;                    ///< Σ, without shared memory
    std::vector<Memory> shared = {};  ///< the shared memory of each block: offset → word
    std::vector<RunWarning> warnings = {};
    std::optional<Trap> trap;    ///< for Outcome::trap
    std::optional<Limit> limit;  ///< for Outcome::limit

    friend bool operator==(const Result&, const Result&) = default;
};

/// Whether two runs of a program differ in what a comparison of thread models sees: of two that stop, Θ, β, Σ
/// and who has exited; of two that trap, the kind and the line.
bool are_different(const Result& a, const Result& b);

/// Ends a run with this memory: below `begin` is Σ; from there, the shared words of block 0, of block 1, and
/// so on.
void take_memory(Memory memory, const Program& program, std::int64_t begin, Result& result);

}  // namespace musimd
