#pragma once

#include <cstdint>
#include <vector>

#include "differential/generators/dice.hpp"
#include "isa/program.hpp"

// Structured programs as trees, from which a program is made: a tree can be shrunk by leaving parts out,
// where leaving instructions out of a program would break its structure.

namespace musimd::differential {

/// What structured programs may have.
struct StructuredOptions {
    bool atomics = true;       ///< atomic_inc
    bool blocks_write = true;  ///< variables may be written inside of `everywhere` blocks
    bool thread_races = true;  ///< a few have `.races thread`
    std::uint32_t most_warps = 1;
};

struct Statement;
using Block = std::vector<Statement>;

/// A statement. Where its place does not allow it (a barrier in a conditional, a `stop` in one, a branch_mask
/// outside of blocks) it stands for nothing, or for its first half, so that statements may be moved anywhere.
struct Statement {
    enum class Kind : std::uint8_t {
        instruction,  ///< `instruction` alone: data, barrier or stop
        conditional,  ///< if (operand) first else second; either half may be empty
        top_loop,     ///< while (fuel--) first
        bottom_loop,  ///< do first while (--fuel)
        everywhere,   ///< everywhere { first }
        masked,       ///< if operand is in Θ_mask, which all threads agree on: first, else second
    };

    Kind kind = Kind::instruction;
    Instruction instruction = {};
    std::vector<Instruction> before = {};  ///< computes `operand`
    /// What is branched on; of loops: what each thread's number of trips is made of.
    Operand operand = {};
    bool inverted = false;  ///< bnz where it would be bz, and the other way round
    bool by_fuel = false;   ///< of masked: `operand` is the counter of the loop around
    bool prepares = true;   ///< of everywhere: gives dormant threads values where nothing else can
    Block first = {};
    Block second = {};
};

/// A structured program before it is one.
struct Tree {
    Program machine;                   ///< all but instructions and variables
    std::vector<Instruction> initial;  ///< gives variables their first values
    bool initial_everywhere = false;   ///< in an `everywhere` block, for threads that are dormant
    Block body;
};

/// A random tree of about `size` / 2 statements.
Tree make_tree(Dice& dice, int size, const StructuredOptions& options);

/// The program that the tree stands for. It passes the structure check.
Program lower(const Tree& tree);

/// Trees that have a little less, those with much less first.
std::vector<Tree> shrink(const Tree& tree);

/// Machines with a little less: fewer threads and warps, the usual word and modes.
std::vector<Program> shrink_machine(const Program& machine);

/// N, W, Θ, the word and the modes of a random machine, without anything in Σ.
Program make_machine(Dice& dice, std::uint32_t most_warps);

/// `.memory`, `.fill` or `.iota` of small words.
Preload make_preload(Dice& dice, std::int64_t address, std::int64_t count);

/// A word, mostly small, now and then among the largest.
Value make_word(Dice& dice, Word word);

}  // namespace musimd::differential
