#pragma once

#include <cstddef>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// Two instructions by which two threads may use one word, one of them not by an atomic and one of them
/// writing, with no barrier between them.
struct SharedUse {
    Label pc = 0;           ///< that writes
    Label other = 0;        ///< the same instruction, or another one
    bool is_known = false;  ///< two threads do use one address; else an address is not known
};

/// All of them, each pair once. A program whose threads are too many for this has one of the first access.
/// A barrier counts if all threads of the warp, the block or the grid pass it, which the caller checks.
std::vector<SharedUse> shared_uses(const Program& program);

}  // namespace musimd
