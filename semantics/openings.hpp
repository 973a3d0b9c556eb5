#pragma once

#include <tl/expected.hpp>

#include "isa/instruction.hpp"
#include "isa/word.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// What an open block barrier with an operand o yields to `threads` threads, in `votes` of which o is not 0:
/// their number, or whether all or some have it. The failure is without a thread.
tl::expected<Value, Failure> opened_value(const Instruction& barrier, Integer threads, Integer votes,
                                          Word word);

/// The trap of a deadlock that is reported at this instruction, a barrier or collective.
Failure deadlock_failure(const Instruction& instruction);

}  // namespace musimd
