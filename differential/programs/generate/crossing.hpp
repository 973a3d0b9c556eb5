#pragma once

#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// Turns a program that passes the structure check into one that passes it too but is not nested. Not
/// canonical.
///
/// Some steps are redirected: into the other half of a conditional, so that the halves share a tail; past
/// some instructions; into the middle of a loop. A step may go to another instruction if that is reached with
/// every shape of Π and Λ that the original target would be reached with, so nothing new becomes reachable.
/// Then the text is cut into pieces, which are shuffled and connected by jumps. Instructions 1 … `prologue`
/// are not skipped.
Program crossed(Program program, Dice& dice, Label prologue);

}  // namespace musimd::differential
