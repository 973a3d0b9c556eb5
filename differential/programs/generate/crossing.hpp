#pragma once

#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// The program, which must pass the structure check, as one that passes it too but is not nested. Not
/// canonical.
///
/// Some steps are sent elsewhere: into the other half of a conditional, whose tail the halves then share;
/// past a part; into the middle of a loop. An instruction may be entered instead of another if it is reached
/// with every shape of Π and Λ of the other, so the program reaches no new states. Then the text is cut into
/// pieces, which are put into any order, with jumps between them. Instructions 1 … `prologue` are not
/// skipped.
Program crossed(Program program, Dice& dice, Label prologue);

}  // namespace musimd::differential
