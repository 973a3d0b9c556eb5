#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/kernels/compare/batch.hpp"
#include "differential/kernels/compare/input.hpp"
#include "differential/kernels/compare/kernel_file.hpp"
#include "differential/kernels/compare/run.hpp"

// What the tests of kernels share: all of programs/kernels/spmd in one unit, and the backends that there are.

namespace musimd::tests {

/// A launch of a kernel of programs/kernels/spmd.
struct Trial {
    std::string file;
    differential::ArgumentTexts arguments;
    differential::Tolerance tolerance;
    std::string known_nsimd;  ///< what NSIMD does otherwise; mostly empty
};

struct Trials {
    differential::KernelUnit unit;
    std::vector<Trial> trials;  ///< by entry
};

/// Every launch of every file of programs/kernels/spmd. Fails the test if one is wrong.
const Trials& all_trials();

/// The unit on the machine; fails the test if it cannot be.
const differential::RecordedUnit& recorded_trials();

/// Those that are available, of which scalar is one.
std::vector<const differential::Backend*> available_backends();

/// A backend that is NSIMD's: what differs there is NSIMD's matter, and told, but fails no test.
bool is_foreign(const differential::Backend& backend);

}  // namespace musimd::tests
