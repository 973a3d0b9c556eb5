#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/kernels/compare/batch.hpp"
#include "differential/kernels/compare/input.hpp"
#include "differential/kernels/compare/kernel_file.hpp"
#include "differential/kernels/compare/run.hpp"

// Shared by the tests of kernels: all of programs/kernels/spmd in one unit, and the available backends.

namespace musimd::tests {

/// A launch of a kernel of programs/kernels/spmd.
struct Trial {
    std::string file;
    differential::ArgumentTexts arguments;
    differential::Tolerance tolerance;
    std::string known_nsimd;  ///< known difference of NSIMD; mostly empty
};

struct Trials {
    differential::KernelUnit unit;
    std::vector<Trial> trials;  ///< by entry
};

/// Every launch of every file of programs/kernels/spmd. Fails the test if one is wrong.
const Trials& all_trials();

/// The unit, recorded for the machine; fails the test if that fails.
const differential::RecordedUnit& recorded_trials();

/// The available backends, which include scalar.
std::vector<const differential::Backend*> available_backends();

/// Whether it is a backend of NSIMD: its differences are reported but do not fail a test.
bool is_foreign(const differential::Backend& backend);

}  // namespace musimd::tests
