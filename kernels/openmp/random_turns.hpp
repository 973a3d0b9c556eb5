#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "semantics/machine.hpp"

namespace musimd::kernels::openmp {

/// A run in which each thread has random numbers of turns in a row, which are often many: threads get far
/// ahead of each other. It takes its steps from `steps_left`, and ends early, without a result, when none is
/// left, or once `is_enough` holds.
std::optional<Result> run_in_random_turns(const Program& program, const MachineOptions& options,
                                          std::uint64_t& steps_left, const std::function<bool()>& is_enough,
                                          Observer& observer);

}  // namespace musimd::kernels::openmp
