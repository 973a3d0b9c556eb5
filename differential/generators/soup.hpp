#pragma once

#include "differential/generators/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// A program of any instructions with any targets: at random, or a structured one that was changed somewhere,
/// or a straight-line one, with barriers. Many trap. Not yet canonical.
Program make_soup(Dice& dice, int size);

/// A grid of which every phase ends with a barrier, and whose threads do not race within a phase. Not yet
/// canonical.
Program make_phases(Dice& dice, int size);

}  // namespace musimd::differential
