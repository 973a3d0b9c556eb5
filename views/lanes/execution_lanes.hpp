#pragma once

#include <vector>

#include "simulator/debugger/execution.hpp"
#include "views/lanes/lane_states.hpp"

namespace musimd::views {

/// The threads of the machine's warp at the execution's position. Under `volta` each is a machine of its own,
/// and those at this machine's next instruction run.
std::vector<Lane> lanes_of(const debugger::Execution& execution, std::uint32_t machine);

}  // namespace musimd::views
