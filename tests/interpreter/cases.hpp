#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "gpu_backend/interpreted/interpreter.hpp"

namespace musimd::tests {

/// A program on which the interpreter is compared with another engine.
struct InterpreterCase {
    std::string title;
    differential::Case run;
};

/// A number that an environment variable may override, for longer runs by hand.
std::uint64_t number(const char* name, std::uint64_t usual);

/// This many seeds of each profile, from MUSIMD_INTERPRETER_FIRST on.
std::vector<InterpreterCase> random_cases(std::uint64_t seeds, const differential::Shape& shape = {});

/// Random programs with blocks and collectives, likewise.
std::vector<InterpreterCase> random_block_cases(std::uint64_t seeds);

/// Every program under a folder of programs/, under `lockstep`.
std::vector<InterpreterCase> cases_under(const std::string& folder);

/// Runs the cases as one batch on the emulated device; the test fails if that fails.
std::vector<gpu::Interpreted> interpreted(const std::vector<InterpreterCase>& cases,
                                          std::uint64_t slice = gpu::kInterpretedSlice);

/// The errors, one per line: results that differ from the rules, or from the fast engine; traps that the
/// device reported wrongly, or at another step.
std::vector<std::string> differences(const std::vector<InterpreterCase>& cases,
                                     const std::vector<gpu::Interpreted>& found, bool by_rules = false);

}  // namespace musimd::tests
