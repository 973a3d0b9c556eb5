#pragma once

#include <string>
#include <vector>

#include "prove/execution.hpp"

// Lengths that an array may have, by how the kernel accesses it.

namespace musimd::prove {

struct LengthGuess {
    Term length = nullptr;
    std::string text;  ///< as a user states it
};

/// The term over the launch and its parameters as C; nothing if it has other unknowns.
std::optional<std::string> text_of(Term term, const LaunchTerms& launch);

/// The least come first, as far as that is known. `accesses`: all of one array.
std::vector<LengthGuess> length_guesses(Terms& terms, const LaunchTerms& launch,
                                        const std::vector<const Access*>& accesses);

}  // namespace musimd::prove
