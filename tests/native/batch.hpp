#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "simulator/native/native.hpp"
#include "simulator/vector_extension.hpp"

namespace musimd::tests {

/// A program on which the native engine is compared with the fast engine.
struct NativeCase {
    std::string title;
    Program program;
    MachineOptions options;
};

/// Each program without blocks under this folder of programs/.
std::vector<NativeCase> cases_under(const std::string& folder);

/// Random programs: MUSIMD_NATIVE_SEEDS (default `seeds`) of each profile, from MUSIMD_NATIVE_FIRST on.
std::vector<NativeCase> random_cases(std::uint64_t seeds);

/// The target of units: processors with a vector extension, or this processor.
using NativeTarget = std::optional<VectorExtension>;

/// How cases are compiled, without a cache.
struct Compilation {
    NativeTarget target = std::nullopt;
    std::string compiler = {};  ///< empty: the default one
    bool optimised = false;     ///< with the flags of the native engine, else quickly
    bool counts = false;        ///< then statistics are compared, too
};

/// Quickly and without a cache.
host::CompileSettings quick_settings(NativeTarget target = std::nullopt, const std::string& compiler = "");

/// Compiles the cases, many per unit, as many units at once as there are cores, and runs each on the native
/// engine with 1 thread and with 3. Returns one line per difference from the fast engine with the same vector
/// extension, or per compile error.
std::vector<std::string> differences_from_fast(const std::vector<NativeCase>& cases,
                                               const Compilation& how = {});

}  // namespace musimd::tests
