#pragma once

#include "differential/cuda/tree.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential::cuda {

/// Makes one thing wrong: a barrier goes, a mask loses a lane, an index is that of another thread … It may be
/// harmless: what it does is for run_plainly to say.
void mutate(Drawn& kernel, Dice& dice);

}  // namespace musimd::differential::cuda
