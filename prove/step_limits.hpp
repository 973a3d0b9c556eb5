#pragma once

#include <set>
#include <string>
#include <vector>

#include "prove/execution.hpp"

namespace musimd::prove {

/// Assumptions, each of one loop, under which its step does not wrap: of `i < n` and `i += s`,
/// `n + s <= 2147483647`. None if the loop's bound or its step is no term over the launch.
std::set<std::string> step_limits(Terms& terms, const LaunchTerms& launch,
                                  const std::vector<WrappingStep>& steps);

}  // namespace musimd::prove
