#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/observers/coverage.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd {

/// An `.expect` line that a run did not meet, or a `.covers` name that it did not exercise.
struct ExpectationFailure {
    std::uint32_t line = 0;  ///< its source line; 0 for an implicit outcome `stop`, and for `.covers`
    std::string message;     ///< expected and actual
};

/// The options with which a test runs a program: those of its own directives.
MachineOptions test_options(const Program& program);

/// Checks a run against the `.expect` lines of its program, but for those of the other thread model. Without
/// an outcome line, `stop` is expected.
std::vector<ExpectationFailure> check_expectations(const Program& program, const Result& result,
                                                   const Statistics& statistics);

/// Checks what the runs of a program exercised against its `.covers` lines.
std::vector<ExpectationFailure> check_covers(const Program& program, const Coverage::Names& covered);

}  // namespace musimd
