#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/generator.hpp"
#include "simulator/native/native.hpp"

namespace musimd::tests {

/// A program that the native engine is held against the fast one on.
struct NativeCase {
    std::string title;
    Program program;
    MachineOptions options;
};

/// What units are compiled for: processors with a vector extension, or this processor as it is.
using Target = std::optional<VectorExtension>;

/// How a batch is compiled: quickly, and kept nowhere. By this compiler, or by the usual one.
codegen::CompileSettings quick_settings(Target target = std::nullopt, const std::string& compiler = "");

/// Compiles the cases, a hundred to a unit, as many units at once as there are cores, and runs each on the
/// native engine on 1 thread and on 3. What differs from the fast engine with the same vector extension, or
/// could not be compiled, a line each.
std::vector<std::string> differences_from_fast(const std::vector<NativeCase>& cases, Target target,
                                               const std::string& compiler = "");

}  // namespace musimd::tests
