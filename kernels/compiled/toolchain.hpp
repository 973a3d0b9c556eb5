#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "kernels/compiled/backend.hpp"

// Compiles a unit to a shared object: the backend's prelude, the source, and a function for each entry.

namespace musimd::kernels {

/// What distinguishes the compilers of backends.
struct Toolchain {
    std::string compiler;                ///< a command, which may have arguments
    std::vector<std::string> flags;      ///< words; for the shared object, and the precompiled header
    std::vector<std::string> libraries;  ///< words, after the source
    /// The header that defines the DSL, precompiled and cached; included before the source.
    std::filesystem::path header = {};
    std::vector<std::filesystem::path> header_parts =
        {};                       ///< files that the header includes and that may change
    std::string prelude = {};     ///< C++ before the source, if there is no such header
    bool own_dsl = true;          ///< an #include <nsimd/modules/spmd.hpp> in the source is ignored
    bool program = false;         ///< build a program (emulated.hpp) instead of a shared object
    std::string suffix = ".cpp";  ///< suffix of the source that is written
    int threads = 0;              ///< per block on a GPU; 0: a processor, which unrolls as the entry requests
    std::string entries_prelude = {};  ///< C++ before the entries; empty: launches on the host
};

/// The compilers for this processor.
enum class HostCompiler : std::uint8_t {
    usual,  ///< $CXX, or c++
    gcc,    ///< g++
    clang,  ///< clang++
};

/// `g++`
std::string command_of(HostCompiler compiler);

/// What is appended to the names of backends that use it: ``, `-gcc`, `-clang`.
std::string_view suffix_of(HostCompiler compiler);

/// $CXX, or c++.
std::string host_compiler();

/// Whether the command can be run, as far as `--version` shows.
bool is_runnable(const std::string& compiler);

/// Whether two commands are the same compiler, as far as `--version` shows; not if one of them cannot be run.
bool same_compiler(const std::string& first, const std::string& other);

/// Compiles the unit. An error is the compiler's output, with the lines of the source.
tl::expected<CompiledUnit, std::string> build(const Toolchain& toolchain, const KernelUnit& unit,
                                              const CompileOptions& options);

/// The text, as it is written in a string literal of C.
std::string in_string_literal(const std::string& text);

/// The errors in a compiler's output, with their locations; all of the output if it has none.
std::string errors_of(const std::string& output);

}  // namespace musimd::kernels
