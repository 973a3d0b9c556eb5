#pragma once

#include "simulator/explore/phase.hpp"

namespace musimd::explore {

/// Every interleaving of single steps, and every order of the threads of each atomic instruction, without any
/// reduction: to check the others, and to count what they save. Calls on_rest, on_stop and on_deadlock.
void search_everything(const Program& program, const MachineOptions& options, PhaseListener& listener);

}  // namespace musimd::explore
