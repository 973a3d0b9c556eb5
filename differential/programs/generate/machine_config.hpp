#pragma once

#include <cstdint>
#include <optional>

#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// How large and how odd a random machine may be; see Mix.
struct MachineMix {
    unsigned wide = 25;
    unsigned dormant = 35;
    std::uint32_t most_warps = 1;
};

/// N, W, Θ, the word and the modes of a random machine, without anything in Σ.
Program make_machine(Dice& dice, const MachineMix& mix);

/// Gives the machine this N and W, where they are said, and a word that they fit. Θ is what is left of it, or
/// all threads.
void set_size(Program& machine, std::optional<std::uint32_t> threads, std::optional<std::uint32_t> warps);

/// Makes the machine's word wide enough for `largest`.
void widen(Program& machine, std::int64_t largest);

/// `.memory`, `.fill` or `.iota` of small words.
Preload make_preload(Dice& dice, std::int64_t address, std::int64_t count);

/// A word, mostly small, sometimes among the largest.
Value make_word(Dice& dice, Word word);

/// Gives a bp operands at which its operation just has a result, or just has none: sums at the ends of the
/// word, shifts by about its width, quotients by 0 and −1.
void put_at_the_edge(Dice& dice, Word word, Instruction& bp);

/// Whether a ballot of the machine's threads fits its word.
inline bool can_vote(const Program& machine) {
    return machine.threads <= static_cast<std::uint32_t>(machine.word.width);
}

}  // namespace musimd::differential
