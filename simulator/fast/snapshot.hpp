#pragma once

#include <cstdint>
#include <vector>

#include "isa/instruction.hpp"

namespace musimd::fast {

/// A warp in the middle of its run, which another engine began. Masks have a word per 64 threads.
struct Snapshot {
    using Mask = std::vector<std::uint64_t>;

    /// β: the words of all threads for each variable, and where they are defined. An undefined word is the
    /// number of the shfl that made it undefined, or 0.
    struct Bank {
        std::vector<std::vector<std::int64_t>> words;
        std::vector<Mask> defined;
    };

    /// An entry of Π (a branch) or of Λ (an everywhere), depending on the instruction.
    struct Entry {
        Label at = 0;
        Mask done;  ///< for Π
        Mask todo;
        Mask active;  ///< for Λ: the entry mask Θ_mask
        Bank bank;    ///< for Λ, with `restore`
    };

    Label pc = 1;
    std::uint64_t steps = 0;
    Mask active;
    Bank bank;
    std::vector<Entry> open;  ///< from the bottom up; below an entry of Λ is the Π that it saved
};

}  // namespace musimd::fast
