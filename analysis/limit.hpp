#pragma once

#include <string>

#include "semantics/errata.hpp"
#include "semantics/result.hpp"

namespace musimd {

/// 12,345
std::string with_thousands(std::uint64_t n);

/// Why a run reached its limit of steps or stacks, as a message without the file and line. A loop, and a
/// branch whose `sync` is missing, are named only where the control-flow graph shows them:
///
///     step limit of 10,000,000 reached; the loop at lines 3-6 may not terminate
///     stacks exceed 1 GiB; each iteration of the loop at lines 3-6 adds an entry: the branch on line 3 has
///     no 'sync'
///
/// `printed`: the rules that the run applied as the paper prints them. With those, and for very long
/// programs, the size of the stacks is not explained.
std::string explain(const Limit& limit, const Program& program, Errata printed = {});

}  // namespace musimd
