#pragma once

#include <cstdint>
#include <optional>

#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// The distribution of random machines; see Mix.
struct MachineMix {
    unsigned wide = 25;
    unsigned dormant = 35;
    std::uint32_t most_warps = 1;
};

/// N, W, Θ, the word and the modes of a random machine; Σ is empty.
Program make_machine(Dice& dice, const MachineMix& mix);

/// Sets N and W if given, and a word that they fit. Θ keeps its remaining threads, or becomes all threads.
void set_size(Program& machine, std::optional<std::uint32_t> threads, std::optional<std::uint32_t> warps);

/// Makes the machine's word wide enough for `largest`.
void widen(Program& machine, std::int64_t largest);

/// `.memory`, `.fill` or `.iota` of small words.
Preload make_preload(Dice& dice, std::int64_t address, std::int64_t count);

/// A word, mostly small, sometimes among the largest.
Value make_word(Dice& dice, Word word);

/// Sets the operands of a bp to values at the boundary between a result and a trap: sums at the ends of the
/// word, shifts by about its width, quotients by 0 and −1.
void use_boundary_operands(Dice& dice, Word word, Instruction& bp);

/// Whether a ballot of the machine's threads fits its word.
inline bool can_vote(const Program& machine) {
    return machine.threads <= static_cast<std::uint32_t>(machine.word.width);
}

}  // namespace musimd::differential
