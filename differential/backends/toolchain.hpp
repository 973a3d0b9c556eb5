#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "differential/backends/backend.hpp"

// Compiling a unit: the backend's prelude, the source, and a function for each entry, to a shared object.

namespace musimd::differential {

/// What distinguishes the compilers of backends.
struct Toolchain {
    std::string compiler;                ///< a command, which may have arguments
    std::vector<std::string> flags;      ///< words; for the shared object, and the precompiled prelude
    std::vector<std::string> libraries;  ///< words, behind the source
    std::string prelude;                 ///< C++ before the source: what defines the DSL
    std::vector<std::string> headers;    ///< files of which the prelude is; if one changes, so has it
    bool precompiled = true;             ///< the prelude is compiled once for all units
    bool own_dsl = true;                 ///< an #include <nsimd/modules/spmd.hpp> of the source is void
    std::string suffix = ".cpp";         ///< of the source that is written
    int launch_parameter = 1;            ///< unrolling on processors, threads per block on GPUs
    std::string entries_prelude = {};    ///< C++ before the entries; empty: launches on the host
};

/// $CXX, or c++.
std::string host_compiler();

/// Whether the command can be run, as far as `--version` shows.
bool answers(const std::string& compiler);

/// Errors are for people: those of the source at its lines.
tl::expected<CompiledUnit, std::string> build(const Toolchain& toolchain, const KernelUnit& unit,
                                              const CompileOptions& options);

/// What of a compiler's output people want to know: its errors with their places, or all if it has none.
std::string errors_of(const std::string& output);

}  // namespace musimd::differential
