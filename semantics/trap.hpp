#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "semantics/errata.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"

namespace musimd {

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
};

/// The report of a trap.
struct Trap {
    TrapKind kind = TrapKind::pc_out_of_program;
    RuleId rule = RuleId::IT;
    Label pc = 0;              ///< the instruction's number, from 1; n+1 past the end of the program
    std::uint32_t line = 0;    ///< of the instruction; 0 if unknown
    std::uint32_t column = 0;  ///< in code points, from 1; 0 if unknown
    std::uint32_t warp = 0;
    std::vector<Thread> threads;  ///< the thread that failed; [s, t] of a race in one instruction; or Θ
    std::string message;          ///< error message

    friend bool operator==(const Trap&, const Trap&) = default;
};

/// The report of a failure of the warp's next instruction.
Trap explain(const Failure& failure, const Warp& warp, const Program& program);

}  // namespace musimd
