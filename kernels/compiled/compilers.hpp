#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dsl/openmp/c_source.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/openmp/run.hpp"
#include "reader/front_end.hpp"

// The same C function, compiled by installed C compilers and run on the same arguments in a child process.

namespace musimd::kernels::openmp {

/// A C compiler, and what it compiles: the user's C with or without the directives of OpenMP, or what
/// `--emit c` prints, which computes in the order of a model.
struct Reference {
    std::string compiler;  ///< its name, `gcc`: see command_of_compiler
    bool openmp = false;
    std::optional<dsl::openmp::MachineOrder> order = {};

    std::string name() const;
};

/// Each compiler without OpenMP, then with it.
std::vector<Reference> references_of(std::span<const std::string> compilers);

/// For each model, what `--emit c` prints, compiled by the first of the compilers that is installed. None if
/// there is no sum or product of floats whose order depends on the model.
std::vector<Reference> references_in_order(std::span<const std::string> compilers,
                                           const dsl::openmp::LoopFunction& function,
                                           std::span<const Configuration> models);

/// gcc, clang, and Intel's icx.
std::vector<std::string> usual_compilers();

/// The commands that may be a compiler of the name, such as `gcc` and `g++ -x c`.
std::vector<std::string> commands_of_compiler(const std::string& name);

/// The first of them that can be run; empty if none is installed.
std::string command_of_compiler(const std::string& name);

/// How to get the compiler's OpenMP runtime.
std::string runtime_package(const std::string& name);

/// Whether the command compiles and links a function of OpenMP; else the compiler's message.
tl::expected<void, std::string> has_openmp(const std::string& name, const std::string& command,
                                           std::chrono::milliseconds limit);

/// The end of a run of compiled C.
struct CompiledRun {
    enum class End : std::uint8_t {
        stop,
        skipped,       ///< the compiler or its OpenMP runtime is missing
        not_compiled,  ///< the compiler failed, crashed or hung
        crashed,
        timed_out,
    };
    Reference reference;
    End end = End::stop;
    std::string message = {};                              ///< for all but stop: one line
    std::string details = {};                              ///< the compiler's errors
    std::uint32_t line = 0;                                ///< for crashes, if it is known
    std::vector<std::vector<std::uint64_t>> buffers = {};  ///< after the run, as in CallArguments
    std::optional<std::uint64_t> returned = {};

    Outputs outputs() const { return {buffers, returned}; }
};

/// Compiles the source for each reference with -O2 and without contraction, and calls the function. The limit
/// is of each compilation, and of the processor time of each run. Once `interrupt` is true, no run begins.
std::vector<CompiledRun> run_references(std::span<const Reference> references, const reader::Source& source,
                                        const dsl::openmp::LoopFunction& function,
                                        const CallArguments& arguments, std::chrono::milliseconds limit,
                                        const std::atomic<bool>* interrupt = nullptr);

}  // namespace musimd::kernels::openmp
