#pragma once

#include <cstddef>
#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/pointer.hpp"

namespace musimd::reader {

/// The clause `ordered` of a loop.
struct Order {
    Pointer turn;    ///< the number of the iteration whose turn it is
    Expr before;     ///< iterations of this loop when control came to it before; a variable
    Expr iteration;  ///< that the thread executes
};

/// The loops of a clause `ordered(n)`, and the iteration that the thread executes.
struct Doacross {
    std::vector<CanonicalLoop> loops;
    std::size_t shared = 1;  ///< so many of them are shared by the threads
    Pointer signs;           ///< by iteration of all loops
    Expr round;              ///< how often control has come to the loops; a variable
    std::vector<Expr> numbers = {};
};

}  // namespace musimd::reader
