#pragma once

#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "differential/programs/generate/mistakes.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential {

/// A program that uses section 11 of the semantics, and what could be wrong with it.
struct BlockProgram {
    Program program;  ///< not canonical
    std::vector<MistakeSite> sites;
    /// What it yields does not depend on the thread model.
    bool same_in_both_models = false;
};

/// A program of `blocks`, `collectives` or `volta`. It has no race and no deadlock by construction, and
/// stops: threads share words only between barriers, by atomics, or in locks; masks name the threads that
/// come, which is known from the numbers of the threads or computed by a vote before each branch. Operations
/// have a result for all operands.
BlockProgram make_block_program(Profile profile, Dice& dice, const Shape& shape);

}  // namespace musimd::differential
