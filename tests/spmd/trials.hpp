#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/spmd/batch.hpp"
#include "kernels/spmd/input.hpp"
#include "kernels/spmd/kernel_file.hpp"
#include "kernels/spmd/run.hpp"

// Shared by the tests of kernels: all of programs/kernels/spmd in one unit, and the available backends.

namespace musimd::tests {

/// A launch of a kernel of programs/kernels/spmd.
struct Trial {
    std::string file;
    kernels::ArgumentTexts arguments;
    kernels::Tolerance tolerance;
    std::string known_nsimd;  ///< known difference of NSIMD; mostly empty
};

struct Trials {
    kernels::KernelUnit unit;
    std::vector<Trial> trials;  ///< by entry
};

/// Every launch of every file of programs/kernels/spmd. Fails the test if one is wrong.
const Trials& all_trials();

/// The unit, recorded for the machine; fails the test if that fails.
const kernels::RecordedUnit& recorded_trials();

/// The available backends, which include scalar.
std::vector<const kernels::Backend*> available_backends();

/// Whether it is a backend of NSIMD: its differences are reported but do not fail a test.
bool is_foreign(const kernels::Backend& backend);

}  // namespace musimd::tests
