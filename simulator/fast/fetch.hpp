#pragma once

#include <cstdint>
#include <optional>

#include "isa/instruction.hpp"

// The arithmetic of atomics: this engine's own, in machine words.

namespace musimd::fast {

/// What an atomic does to the word at its address.
struct Fetched {
    std::int64_t word = 0;      ///< the new word
    std::int64_t received = 0;  ///< what v becomes: the old word or, with a type, its low bits as the type
    bool overflows = false;     ///< the new word does not fit a word that traps
    bool only_reads = false;    ///< it is a load, or a fetch_cas whose comparison fails
};

/// A fetch_OP, with or without a type. `c` is the word at the address, `o1` and `o2` are the operands after
/// the address.
Fetched fetch(const Instruction& instruction, std::int64_t c, std::int64_t o1, std::int64_t o2, Word word);

/// The same of any atomic.
inline Fetched updated(const Instruction& i, std::int64_t c, std::int64_t o1, std::int64_t o2, Word word) {
    if (i.opcode != Opcode::atomic_inc) return fetch(i, c, o1, o2, word);
    const auto largest = static_cast<std::int64_t>(word.max());
    if (c == largest && !word.wrap) return {.overflows = true};
    const std::int64_t incremented = c == largest ? static_cast<std::int64_t>(word.min()) : c + 1;
    return {.word = incremented, .received = incremented};
}

}  // namespace musimd::fast
