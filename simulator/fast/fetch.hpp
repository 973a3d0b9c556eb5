#pragma once

#include <cstdint>
#include <optional>

#include "isa/instruction.hpp"

// The arithmetic of fetch_OP: this engine's own, in machine words.

namespace musimd::fast {

/// What an instruction fetch_OP, with or without a type, does to the word at its address.
struct Fetched {
    std::int64_t word = 0;      ///< the new word
    std::int64_t received = 0;  ///< what v becomes: the old word or, with a type, its low bits as the type
    bool overflows = false;     ///< the new word does not fit a word that traps
    bool only_reads = false;    ///< it is a fetch_cas whose comparison fails
};

/// `c` is the word at the address, `o1` and `o2` are the operands after the address.
Fetched fetch(const Instruction& instruction, std::int64_t c, std::int64_t o1, std::int64_t o2, Word word);

}  // namespace musimd::fast
