#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"

// Programs as trees of statements, with break, continue and return, like hand-written kernels. lowering.hpp
// lowers a tree to a program. Parts of a tree can be removed without breaking the structure of the program.

namespace musimd::differential {

// The variables of a tree. Data variables have a value from the start; the others are written before they are
// read.
inline constexpr Variable kData = 4;  ///< variables 0 … 3
inline constexpr Variable kShuffled = 4;
inline constexpr Variable kAddress = 5;
inline constexpr Variable kCondition = 6;
inline constexpr Variable kElected = 7;  ///< 1 in the thread that was elected, 0 in the others
inline constexpr Variable kCounter = 8;  ///< the remaining trips of the innermost loop; tid outside of loops
inline constexpr Variable kTyped = 9;    ///< 9 and 10: patterns of typed values; have a value from the start
inline constexpr Variable kTypedCount = 2;
inline constexpr Variable kTreeVariables = kTyped + kTypedCount;

struct Statement;
using Block = std::vector<Statement>;

/// A statement. Where it is not allowed (a barrier in a conditional, a `break` outside of loops, a
/// branch_mask outside of blocks) it is lowered to nothing, or to its first part, so that statements can be
/// moved anywhere.
struct Statement {
    enum class Kind : std::uint8_t {
        instruction,  ///< `instruction` alone: data, barrier or stop
        conditional,  ///< if (operand) first else second; either may be empty
        top_loop,     ///< for (kCounter = trips; kCounter && operand; --kCounter) first
        bottom_loop,  ///< kCounter = trips + 1; do first while (--kCounter && operand)
        select,       ///< switch (operand) over the options in `first`
        option,       ///< case label: first; in a select only
        call,         ///< the body of a function, inlined: `return` in it ends the call
        break_,       ///< leaves `levels` of the surrounding loops and selects
        continue_,    ///< goes to the next trip of surrounding loop number `levels`
        return_,      ///< leaves the surrounding call, or the program
        everywhere,   ///< everywhere { first }; break, continue and return do not cross it
        masked,       ///< if the lane `operand` is in Θ_mask, the same for all threads: first, else second
        elect,        ///< kElected = 1 in the lowest active thread, 0 in the others
        observe,      ///< records in Σ which threads are active
    };

    Kind kind = Kind::instruction;
    bool inverted = false;  ///< swaps bnz and bz; elect: the highest thread
    bool endless = false;   ///< for loops: without counter
    bool falls = false;     ///< for option: into the next one
    bool any = false;       ///< for option: `default`
    bool votes = false;     ///< for elect and observe: by ballot, else by an `everywhere` block
    bool prepares = false;  ///< for everywhere: initializes dormant threads
    std::uint8_t levels = 1;
    Instruction instruction = {};
    std::vector<Instruction> before = {};  ///< computes `operand`, each time it is read
    Operand operand =
        {};              ///< the branch condition; of observe, what active threads store; 1 of loops: always
    Operand trips = {};  ///< for loops: a constant, or a value taken modulo 4
    Value label = 0;     ///< for option
    std::int64_t slot = 0;  ///< for observe: its words start here, one per thread
    Block first = {};
    Block second = {};
};

/// A program before it is lowered.
struct Tree {
    Program machine;                   ///< all but instructions and variables
    std::vector<Instruction> initial;  ///< initializes variables
    bool initial_everywhere = false;   ///< in an `everywhere` block, for threads that are dormant
    /// The words of each warp in Σ: thread t of warp w owns the word w · span + t.
    std::int64_t span = 0;
    /// Elections and observations use one word per thread from this word of the warp on.
    std::int64_t scratch = 0;
    Block body;
};

}  // namespace musimd::differential
