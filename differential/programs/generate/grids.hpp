#pragma once

#include "differential/programs/generate/tree_maker.hpp"
#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// A grid of phases with barriers between them: in one each thread uses its own word, in another it reads
/// that of another thread. `barriers` percent of the barriers are present; where one is missing, the threads
/// race. Not yet canonical.
Program make_phases(Dice& dice, const TreeSize& size, unsigned barriers = 100);

/// A grid of any data instructions and barriers: most get through it, or race. Not yet canonical.
Program make_straight(Dice& dice, const TreeSize& size);

}  // namespace musimd::differential
