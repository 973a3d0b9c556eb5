#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isa/program.hpp"
#include "semantics/bank.hpp"
#include "semantics/memory.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// Θ and β of a warp at the end of a run.
struct WarpResult {
    ThreadSet active;
    Bank bank;

    friend bool operator==(const WarpResult&, const WarpResult&) = default;
};

/// What a run gives, whichever engine ran it: every engine gives the same.
struct Result {
    Outcome outcome = Outcome::stop;
    std::uint64_t steps = 0;  ///< control rules applied, summed over warps
    std::vector<WarpResult> warps;
    Memory memory;             ///< Σ
    std::optional<Trap> trap;  ///< of Outcome::trap

    friend bool operator==(const Result&, const Result&) = default;
};

}  // namespace musimd
