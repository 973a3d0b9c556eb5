#pragma once

#include <cstdint>
#include <vector>

#include "isa/instruction.hpp"

namespace musimd::fast {

/// A warp in the middle of its run, which another engine began. Masks have a word for each 64 threads.
struct Snapshot {
    using Mask = std::vector<std::uint64_t>;

    /// β: for each variable the words of all threads, and where they are defined. Where not, a word is the
    /// number of the shfl that made it so, or 0.
    struct Bank {
        std::vector<std::vector<std::int64_t>> words;
        std::vector<Mask> defined;
    };

    /// An entry of Π (a branch) or of Λ (an everywhere), as which instruction it is says.
    struct Entry {
        Label at = 0;
        Mask done;  ///< of Π
        Mask todo;
        Mask active;  ///< of Λ: Θ_mask
        Bank bank;    ///< of Λ, under `restore`
    };

    Label pc = 1;
    std::uint64_t steps = 0;
    Mask active;
    Bank bank;
    std::vector<Entry> open;  ///< from the bottom up; what stands below an entry of Λ is the Π that it saved
};

}  // namespace musimd::fast
