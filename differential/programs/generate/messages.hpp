#pragma once

#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// A few threads that pass words to one another by atomics and fences of every order and scope, barriers and
/// plain accesses (section 13 of the semantics). Many race. Not yet canonical.
Program make_messages(Dice& dice, int statements);

}  // namespace musimd::differential
