#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulator/endless/repetition.hpp"

namespace musimd::endless {

/// Lanes of a warp that have one part in a run that never ends.
struct Party {
    std::uint32_t warp = 0;
    ThreadSet lanes;
};

/// Lanes that take steps in each repetition.
struct Spinner {
    Party who;
    std::set<Label> pcs;               ///< their instructions
    std::set<std::int64_t> addresses;  ///< what they read
};

/// Lanes that take none.
struct Sleeper {
    enum class Why : std::uint8_t { branch, meeting, not_next, everywhere, ended } why = Why::ended;
    Party who;
    Label pc = 0;                          ///< of the branch, or of the instruction where they are
    std::vector<std::int64_t> wrote = {};  ///< what they wrote last, of what the spinners read
};

/// Who does what in a run that repeats.
struct Parties {
    std::vector<Spinner> spinners;
    std::vector<Sleeper> sleepers;
    bool changes_memory = false;  ///< words change, and come back
    std::uint64_t steps = 0;      ///< of all machines, in each repetition
    std::uint64_t each = 0;       ///< of each machine that takes any; 0 if they differ
    std::uint64_t most = 0;       ///< that a machine took before
};

Parties parties_of(const Repetition& repetition);

}  // namespace musimd::endless
