#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "differential/programs/generate/tree.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential {

/// A random program before it is lowered: it can be shrunk without breaking its structure.
struct Draft {
    std::variant<Tree, Program> content;
    std::optional<std::uint64_t> crossing = {};  ///< the seed for crossing the program
    std::vector<MistakeSite> sites = {};         ///< for programs with blocks
    bool same_in_both_models = false;            ///< for programs with blocks
};

/// A draft of the profile, which is not `mixed`.
Draft make_draft(Profile profile, Dice& dice, const Shape& shape);

/// The draft's program, canonical.
Program finished(const Draft& draft);

/// One of the profiles of `mixed`.
Profile pick_profile(Profile profile, Dice& dice);

/// The order of the threads, and sometimes a low highest address.
MachineOptions make_options(Profile profile, Dice& dice, const Shape& shape);

}  // namespace musimd::differential
