#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"

// Mistakes that are planted in a program with blocks, to see that they are found.

namespace musimd::differential {

/// What a change of one instruction plants in a program without races and deadlocks.
enum class Mistake : std::uint8_t {
    race,             ///< an address of another thread, a plain store for an atomic, a fence that is missing
    missing_barrier,  ///< between a store and the load of another thread
    wrong_mask,       ///< a lane that does not exist, or does not come, or the own one missing
};

/// A change of one instruction that is a mistake.
struct MistakeSite {
    enum class Change : std::uint8_t {
        drop,         ///< the instruction is missing
        operand,      ///< operand number `index` is `operand`
        plain_store,  ///< an atomic becomes a store of its operand
    };
    Mistake mistake;
    Label pc;
    Change change = Change::drop;
    std::size_t index = 0;
    Operand operand = {};
    /// Every run ends in trap_of(mistake). The generator knows from the numbers of the threads who comes to
    /// the instruction: false if nobody does; if those who do are one agent, which does not race with itself;
    /// or if it depends on data.
    bool effective = false;
};

/// How the program with the mistake ends.
TrapKind trap_of(Mistake mistake);

/// The program with that mistake, canonical.
Program with_mistake(Program program, const MistakeSite& site);

}  // namespace musimd::differential
