#pragma once

#include "analysis/divergence/lane_fact.hpp"
#include "isa/program.hpp"

namespace musimd {

/// What is known of `a OP b` in the threads of a warp of which both facts are.
LaneFact compared(Operation operation, const LaneFact& a, const LaneFact& b, const Program& program);

}  // namespace musimd
