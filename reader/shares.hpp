#pragma once

#include <vector>

#include "reader/worksharing.hpp"

namespace musimd::reader {

/// The iterations of a team's loop, in chunks: chunk k is executed by thread k mod T.
struct Worksharing::Share {
    Expr count;          ///< of iterations
    Expr chunk;          ///< iterations in one
    bool marked = true;  ///< iterations are strands of their own
    bool fixed = false;
    std::vector<CanonicalLoop> loops;
};

}  // namespace musimd::reader
