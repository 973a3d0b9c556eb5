#pragma once

#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// A state, and the machines that rest in it because they trapped or are at their limit.
struct State {
    Machine machine;
    std::vector<bool> rests;
};

}  // namespace musimd::explore
