#pragma once

#include <tl/expected.hpp>

#include "isa/instruction.hpp"
#include "isa/word.hpp"
#include "semantics/rule_id.hpp"

namespace musimd {

/// What fetch_OP does for one thread.
struct Update {
    Value word;    ///< the word that it leaves at the address
    Value before;  ///< what v becomes: the word that it found there; with a type, its low bits as a T
    bool only_reads = false;  ///< it is a load, or a fetch_cas whose comparison fails
};

/// The update of the word c by an instruction fetch_OP or fetch_OP.T whose operands after the address are o1
/// and o2 (ignored where it has one). The error is overflow.
tl::expected<Update, TrapKind> update(const Instruction& instruction, Value c, Value o1, Value o2, Word word);

}  // namespace musimd
