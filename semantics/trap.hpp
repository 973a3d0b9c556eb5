#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "isa/program.hpp"
#include "semantics/errata.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"

namespace musimd {

/// An access of a race: by which instruction, of which warp, in which thread.
struct RacingAccess {
    Label pc = 0;
    std::uint32_t warp = 0;
    Thread thread = 0;
    bool only_reads = false;  ///< of a copy: it is that of its source
    bool is_awaited = false;  ///< of a copy: its thread has waited for it
};

/// The earlier access of a race.
struct TrapOther {
    RuleId rule = RuleId::LD;
    Label pc = 0;
    std::uint32_t line = 0;  ///< 0 if the instruction has none
    std::uint32_t warp = 0;
    Thread thread = 0;
    bool is_awaited = false;  ///< see RacingAccess

    friend bool operator==(const TrapOther&, const TrapOther&) = default;
};

/// Threads of one warp that others wait for, and where they are.
struct Missing {
    std::uint32_t warp = 0;
    std::vector<Thread> threads;
    Label pc = 0;            ///< their next instruction, or where they continue in Π; 0 if they are dormant
    std::uint32_t line = 0;  ///< line of this instruction; 0 if it has none

    friend bool operator==(const Missing&, const Missing&) = default;
};

/// A machine that waits, and for whom.
struct Waiting {
    std::uint32_t warp = 0;
    std::vector<Thread> threads;
    Label pc = 0;
    std::uint32_t line = 0;
    std::vector<Missing> missing;

    friend bool operator==(const Waiting&, const Waiting&) = default;
};

/// The most machines that a report lists, and the most groups of threads that each of them waits for.
inline constexpr std::size_t kMaxWaiting = 1000;

/// Why a rule has no derivation: the details of a trap.
struct Failure {
    TrapKind kind = TrapKind::pc_out_of_program;
    RuleId rule = RuleId::IT;  ///< the rule whose premise fails
    Thread thread = 0;         ///< the first thread that fails, for a data rule
    Thread other = 0;          ///< race in one instruction: the thread whose value differs; SV: the lane read
    bool two_threads = false;  ///< both threads are reported
    bool all_active = false;   ///< all of Θ is reported: a control rule fails
    Variable variable = 0;     ///< undefined_variable: the one that is read
    Value a = 0;               ///< the address, or the operation's left operand
    Value b = 0;               ///< its right operand
    Erratum erratum = Erratum::E1;  ///< stuck: whose printed rule has no derivation
    std::optional<RacingAccess> access =
        {};                     ///< race with an earlier access: which, in programs that use section 11
    std::uint64_t missing = 0;  ///< for incomplete groups: the lanes that the mask names in vain
    /// Of a deadlock, or of a group that is not complete; the machine's, until its next step. (Rules return
    /// failures for every operand: they must be cheap to copy and to destroy.)
    const std::vector<Waiting>* waiting = nullptr;
};
static_assert(std::is_trivially_copyable_v<Failure>);

/// The report of a trap.
struct Trap {
    TrapKind kind = TrapKind::pc_out_of_program;
    RuleId rule = RuleId::IT;
    Label pc = 0;              ///< the instruction's number, from 1; n+1 past the end of the program
    std::uint32_t line = 0;    ///< line of the instruction; 0 if unknown
    std::uint32_t column = 0;  ///< in code points, from 1; 0 if unknown
    std::uint32_t warp = 0;
    std::vector<Thread> threads;  ///< the thread that failed; [s, t] of a race in one instruction; or Θ
    std::string message;          ///< error message
    std::optional<TrapOther> other =
        {};                             ///< for races with an earlier access, in programs that use section 11
    std::vector<Waiting> waiting = {};  ///< for deadlocks and incomplete groups

    friend bool operator==(const Trap&, const Trap&) = default;
};

/// The report of a failure of the warp's next instruction.
Trap explain(const Failure& failure, const Warp& warp, const Program& program);

}  // namespace musimd
