#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"

// Programs as trees of statements, with break, continue and return, like hand-written kernels. The lowering
// (lowering.hpp) turns a tree into a program; a tree can be shrunk by removing parts, whereas removing
// instructions from a program would break its structure.

namespace musimd::differential {

// The variables of a tree. Data variables have a value from the start; the others are written before they are
// read.
inline constexpr Variable kData = 4;  ///< variables 0 … 3
inline constexpr Variable kShuffled = 4;
inline constexpr Variable kAddress = 5;
inline constexpr Variable kCondition = 6;
inline constexpr Variable kElected = 7;  ///< 1 in the thread that was elected, 0 in the others
inline constexpr Variable kCounter =
    8;  ///< the trips that are left in the innermost loop; tid outside of loops
inline constexpr Variable kTyped = 9;  ///< 9 and 10: patterns of typed values; have a value from the start
inline constexpr Variable kTypedCount = 2;
inline constexpr Variable kTreeVariables = kTyped + kTypedCount;

struct Statement;
using Block = std::vector<Statement>;

/// A statement. Where its place does not allow it (a barrier in a conditional, a `break` outside of loops, a
/// branch_mask outside of blocks) it stands for nothing, or for its first part, so that statements may be
/// moved anywhere.
struct Statement {
    enum class Kind : std::uint8_t {
        instruction,  ///< `instruction` alone: data, barrier or stop
        conditional,  ///< if (operand) first else second; either may be empty
        top_loop,     ///< for (kCounter = trips; kCounter && operand; --kCounter) first
        bottom_loop,  ///< kCounter = trips + 1; do first while (--kCounter && operand)
        select,       ///< switch (operand) over the options in `first`
        option,       ///< case label: first; in a select only
        call,         ///< the body of a function, inlined: `return` in it comes here
        break_,       ///< out of the loops and selects around, as many as `levels`
        continue_,    ///< to the next trip of a loop: of those around, number `levels`
        return_,      ///< out of the call around, or of the program
        everywhere,   ///< everywhere { first }; break, continue and return do not cross it
        masked,       ///< if operand is in Θ_mask, which all threads agree on: first, else second
        elect,        ///< kElected = 1 in the lowest active thread, 0 in the others
        observe,      ///< records in Σ which threads are active
    };

    Kind kind = Kind::instruction;
    bool inverted = false;  ///< bnz where it would be bz, and the other way round; elect: the highest thread
    bool endless = false;   ///< of loops: without counter
    bool falls = false;     ///< of option: into the next one
    bool any = false;       ///< of option: `default`
    bool votes = false;     ///< of elect and observe: by ballot, else by an `everywhere` block
    bool prepares = false;  ///< of everywhere: sets variables of dormant threads
    std::uint8_t levels = 1;
    Instruction instruction = {};
    std::vector<Instruction> before = {};  ///< computes `operand`, each time that it is evaluated
    Operand operand = {};  ///< what is branched on; of observe, what active threads store; 1 of loops: always
    Operand trips = {};    ///< of loops: a constant, or what is taken modulo 4
    Value label = 0;       ///< of option
    std::int64_t slot = 0;  ///< of observe: its words begin here, one per thread
    Block first = {};
    Block second = {};
};

/// A program before it is one.
struct Tree {
    Program machine;                   ///< all but instructions and variables
    std::vector<Instruction> initial;  ///< sets the initial values of variables
    bool initial_everywhere = false;   ///< in an `everywhere` block, for threads that are dormant
    /// Of each warp's part of Σ, in words: warp w's thread t has the word w · span + t to itself.
    std::int64_t span = 0;
    /// From this word of the warp's part on, elections and observations have one word for each thread.
    std::int64_t scratch = 0;
    Block body;
};

}  // namespace musimd::differential
