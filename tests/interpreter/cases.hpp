#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "differential/generator.hpp"
#include "gpu_backend/interpreter.hpp"

namespace musimd::tests {

/// A program that the interpreter is held against another engine on.
struct InterpreterCase {
    std::string title;
    differential::Case run;
};

/// A number that the environment may set, for longer runs by hand.
std::uint64_t number(const char* name, std::uint64_t usual);

/// So many seeds of each profile, from MUSIMD_INTERPRETER_FIRST on.
std::vector<InterpreterCase> random_cases(std::uint64_t seeds, const differential::Shape& shape = {});

/// Every program under a folder of programs/.
std::vector<InterpreterCase> cases_under(const std::string& folder);

/// The cases as one batch on the emulated device; the test fails if that does.
std::vector<gpu::Interpreted> interpreted(const std::vector<InterpreterCase>& cases,
                                          std::uint64_t slice = gpu::kInterpretedSlice);

/// What is wrong, a line each: results that are not those of the rules, or of the fast engine; traps that the
/// device told and that are none, or that it found at another step.
std::vector<std::string> differences(const std::vector<InterpreterCase>& cases,
                                     const std::vector<gpu::Interpreted>& found, bool by_rules = false);

}  // namespace musimd::tests
