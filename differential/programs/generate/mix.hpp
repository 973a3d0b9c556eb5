#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace musimd::differential {

/// The frequencies of the parts of a random tree. The members of a group are weights: one of the group is
/// chosen in proportion. The others are percentages.
struct Mix {
    // Compound statements.
    unsigned conditionals = 6;
    unsigned top_loops = 2;
    unsigned bottom_loops = 2;
    unsigned endless_loops = 0;  ///< one elected thread leaves per trip
    unsigned switches = 0;
    unsigned calls = 0;
    unsigned everywhere = 2;
    unsigned masked = 4;  ///< branch_mask, in blocks

    // Simple statements.
    unsigned compute = 10;
    unsigned assign = 3;
    unsigned store = 4;
    unsigned load = 4;
    unsigned atomic = 2;
    unsigned shuffle = 3;
    unsigned ballot = 1;
    unsigned barrier = 1;  ///< where nothing is open
    unsigned stop = 0;     ///< where no branch is open
    unsigned typed = 0;    ///< operations on typed words
    unsigned assertion = 1;

    // Branch conditions.
    unsigned lanes = 5;     ///< compares and bits of tid
    unsigned data = 5;      ///< computed from variables
    unsigned masks = 0;     ///< a constant set of lanes
    unsigned uniform = 1;   ///< the same in all threads
    unsigned counters = 1;  ///< the counter of the loop around
    unsigned elected = 0;   ///< one of the active threads
    unsigned loaded = 1;    ///< a word of Σ

    // Percentages.
    unsigned compound = 40;     ///< statements that are compound
    unsigned leaves = 0;        ///< break, continue and return where they are allowed
    unsigned observed = 0;      ///< compound statements after and in which the active threads are recorded
    unsigned clones = 0;        ///< conditionals with equal halves
    unsigned shared = 35;       ///< addresses that are not private to the thread
    unsigned faults = 5;        ///< statements that may trap
    unsigned dormant = 35;      ///< programs that start with some threads only
    unsigned buffers = 0;       ///< programs that declare buffers
    unsigned thread_races = 4;  ///< programs with `.races thread`
    unsigned wide = 25;         ///< programs with more than 8 threads
    std::uint32_t most_warps = 1;
    bool blocks_write = true;  ///< variables may be written inside of `everywhere` blocks
};

/// A weight or percentage of Mix, by its name, for command lines.
struct MixMember {
    std::string_view name;
    unsigned Mix::*member;
};
std::span<const MixMember> mix_members();

/// The members in which the mixes differ, as `--mix` takes them: `shuffle=20,stop=3`, with the weights of the
/// first.
std::string mix_differences(const Mix& mix, const Mix& usual);

}  // namespace musimd::differential
