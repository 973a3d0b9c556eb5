#pragma once

#include <string>

#include "analysis/loops.hpp"
#include "semantics/result.hpp"

namespace musimd {

/// What a beginner needs to know of a run that reached its limit of steps, as a sentence:
///
///     The program does not end: after 100,000 steps lanes {0, 3} are in the loop at lines 3-5, and nothing
///     in it changes 'x'.
std::string endless_text(const Program& program, const Result& result);

/// Why nobody leaves a loop, if its text shows it: `, and no branch leaves it`. Else empty.
std::string why_nobody_leaves(const Loop& loop, const Program& program);

}  // namespace musimd
