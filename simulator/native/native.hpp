#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/codegen/compiler.hpp"
#include "simulator/codegen/prelude/interface.hpp"
#include "simulator/codegen/unit.hpp"
#include "simulator/engine.hpp"

// The native engine: programs compiled to machine code. docs/native-engine.md tells it.

namespace musimd::native {

/// A program's machine code, or none where the compiler failed on it.
struct Code {
    codegen::Translation translation;
    RunFunction run = nullptr;                        ///< null: there is none
    std::shared_ptr<const codegen::Library> library;  ///< where it is
    bool from_cache = false;
};

/// The most instructions that are compiled: of a larger program it would take longer than running it does.
inline constexpr std::size_t kMostInstructions = 20'000;

/// The programs as one unit. Throws Unsupported if one is too large.
tl::expected<std::vector<Code>, codegen::CompileError> compile(std::span<const Program* const> programs,
                                                               bool checks,
                                                               const codegen::CompileSettings& settings);

/// Flags for programs that are run once: those of host_settings without optimisation, which takes the
/// longest.
std::vector<std::string> quick_flags(std::optional<VectorExtension> extension = requested_vector_extension());

/// Runs a compiled program on so many threads of the host. What the code leaves to another engine the fast
/// one does: it goes on where that stopped, or, in a grid or where there is no code, begins again.
/// `options.checks` must be what it was compiled with. `all` says whether the code did all of it.
Result run(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
           bool* all = nullptr);

/// The engine as a whole: compiles, unless that was done before, and runs on all cores. Observed runs are the
/// fast engine's, and so are those of a program that the compiler fails on (fallback.hpp). Throws Unavailable
/// where there is no compiler, and Unsupported for a program that is too large.
Result run_native(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

/// Compiles programs that run_native will soon be given, together and quickly; where the compiler fails, one
/// by one. They replace those that were prepared before. Takes no longer than the compiler's time limit.
void prepare(std::span<const PlannedRun> runs);

/// The fast engine; for a run that is long, native, where that can be had. Observed runs are the fast
/// engine's.
Result run_auto(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

/// The steps of each warp that run_auto lets the fast engine do before it looks for machine code that was
/// compiled before; with `compiling`, before it has it compiled.
std::uint64_t patience(const Program& program, bool compiling);

std::uint64_t estimated_bytes(const Program& program);

}  // namespace musimd::native
