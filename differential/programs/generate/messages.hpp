#pragma once

#include "differential/programs/generate/tree_maker.hpp"
#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// A few threads that pass words to one another by atomics and fences of every order and scope, barriers,
/// plain accesses and asynchronous copies (section 13 of the semantics). Many race. Not yet canonical.
Program make_messages(Dice& dice, const TreeSize& size);

}  // namespace musimd::differential
