#pragma once

#include <string>

#include "semantics/result.hpp"

namespace musimd::views {

/// `trap race on line 3`; with several warps, also which one.
std::string describe_trap(const Trap& trap, std::uint32_t warps);

/// How a run without a trap ended; empty for `stop`.
std::string describe_end(Outcome outcome);

}  // namespace musimd::views
