#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "isa/program.hpp"

namespace musimd::views {

/// Instructions first … last, of which control enters only the first and leaves only the last. An
/// `everywhere` begins a block, an `end_everywhere` ends one.
struct BasicBlock {
    Label first = 1;
    Label last = 1;
    bool is_reached = false;         ///< by control
    std::vector<Label> everywheres;  ///< those that are open in it, outermost first, if all paths agree
};

/// A branch and a `sync` that closes it, or an `everywhere` and its `end_everywhere`.
using Tie = std::pair<Label, Label>;

/// The blocks of a program, ascending.
struct BasicBlocks {
    explicit BasicBlocks(const Program& program);

    std::vector<BasicBlock> blocks;
    std::set<Tie> ties;
    bool is_complete = true;  ///< false: there are too many paths; some ties may be missing

    /// The number of the block that contains an instruction.
    std::size_t block_of(Label pc) const;
};

}  // namespace musimd::views
