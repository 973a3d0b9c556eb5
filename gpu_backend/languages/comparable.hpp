#pragma once

#include <string>

#include "gpu_backend/languages/program_source.hpp"
#include "semantics/machine.hpp"

namespace musimd::languages {

/// Why the machine's result `expected`, of a run that has stopped, is not the only one that this source may
/// have; empty if it is. `reconverges_maximally`: the natural form runs where threads meet as under the model
/// `maximal`; then programs that depend on that are compared, too.
std::string why_no_comparison(const Program& program, const ProgramSource& source, Form form,
                              const Result& expected, const MachineOptions& options,
                              bool reconverges_maximally = false);

}  // namespace musimd::languages
