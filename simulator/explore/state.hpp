#pragma once

#include <vector>

#include "semantics/machine.hpp"
#include "simulator/explore/spinning.hpp"

namespace musimd::explore {

/// A state, and the machines that rest in it because they trapped, are at their limit, or spin.
struct State {
    Machine machine;
    std::vector<bool> rests;
    std::vector<Spin> spins = {};  ///< by machine; empty unless spinning machines rest
};

}  // namespace musimd::explore
