#pragma once

#include <string>
#include <vector>

#include "gpu_backend/languages/program_source.hpp"
#include "semantics/machine.hpp"

namespace musimd::languages {

/// What of the machine's result is the only one that a source may have.
struct Comparable {
    std::string why_not = {};              ///< empty: all but the variables below
    std::vector<Variable> unordered = {};  ///< have what atomics return, in whatever order
};

/// `expected`: of a run that has stopped. `reconverges_maximally`: the natural form runs where threads meet
/// as under the model `maximal`; then programs that depend on that are compared, too.
Comparable what_to_compare(const Program& program, const ProgramSource& source, Form form,
                           const Result& expected, const MachineOptions& options,
                           bool reconverges_maximally = false);

}  // namespace musimd::languages
