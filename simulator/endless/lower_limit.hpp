#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "simulator/endless/endless.hpp"

namespace musimd::endless {

/// A lower limit of steps, with which a run that never ends has the same result but for the numbers of steps.
struct LowerLimit {
    Endless endless;
    std::uint64_t max_steps = 0;
    std::uint64_t left_out = 0;  ///< steps of all machines that are not executed
};

/// Of the run, or of both runs where the model leaves open what an engine compares.
std::optional<LowerLimit> lower_limit(const Program& program, const MachineOptions& options,
                                      const std::function<bool()>& goes_on);

}  // namespace musimd::endless
