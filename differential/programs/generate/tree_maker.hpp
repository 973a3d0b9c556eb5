#pragma once

#include <cstdint>
#include <optional>

#include "differential/programs/generate/mix.hpp"
#include "differential/programs/generate/tree.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential {

/// How large a random tree is.
struct TreeSize {
    int statements = 30;  ///< approximate number; at least half as many
    int depth = 5;        ///< nested compound statements
    std::optional<std::uint32_t> threads;
    std::optional<std::uint32_t> warps;
};

/// A random tree of this mix.
Tree make_tree(Dice& dice, const TreeSize& size, const Mix& mix);

}  // namespace musimd::differential
