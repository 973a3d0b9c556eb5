#pragma once

#include "differential/programs/generate/tree_maker.hpp"
#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// A program of any instructions with any targets: at random, or one of a tree that was changed somewhere.
/// Most trap. Not yet canonical.
Program make_soup(Dice& dice, const TreeSize& size);

}  // namespace musimd::differential
