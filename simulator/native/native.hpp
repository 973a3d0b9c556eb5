#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "host/compiler.hpp"
#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "simulator/codegen/prelude/interface.hpp"
#include "simulator/codegen/unit.hpp"
#include "simulator/engine.hpp"
#include "simulator/observers/statistics.hpp"
#include "simulator/vector_extension.hpp"

// The native engine: programs compiled to machine code. See docs/native-engine.md.

namespace musimd::native {

/// Kinds of code for one program.
struct CodeKind {
    bool checks = true;   ///< as MachineOptions::checks
    bool counts = false;  ///< it counts what statistics need

    friend bool operator==(const CodeKind&, const CodeKind&) = default;
};

/// A program's machine code, or none if the compiler failed on it.
struct Code {
    codegen::Translation translation;
    RunFunction run = nullptr;                     ///< null: there is no code
    std::shared_ptr<const host::Library> library;  ///< the library that contains it
    bool from_cache = false;
};

/// The maximum number of instructions to compile: compiling a larger program takes longer than running it.
inline constexpr std::size_t kMaxInstructions = 20'000;

/// Whether the engine compiles the program. It leaves others, which are all of section 11 of the semantics,
/// to the fast engine.
bool can_compile(const Program& program);

/// Whether the fast engine does such a run from the beginning.
bool is_left_to_fast(const Program& program, const MachineOptions& options);

/// The programs as one unit. Throws Unsupported if one is too large.
tl::expected<std::vector<Code>, host::CompileError> compile(std::span<const Program* const> programs,
                                                            const CodeKind& kind,
                                                            const host::CompileSettings& settings);

/// Flags for programs that are run once: those of host_settings without optimisation, which dominates the
/// compile time.
std::vector<std::string> quick_flags(std::optional<VectorExtension> extension = requested_vector_extension());

/// Runs a compiled program on this many host threads. The fast engine takes over what the code does not
/// handle: it continues from there or, with a grid or without code, starts again.
/// `options.checks` must be what it was compiled with. `all` returns whether the code ran to the end.
Result run(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
           bool* all = nullptr);

/// The same for code that counts; and the run's statistics, for aligned segments of so many words.
Result count(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
             std::int64_t segment, Statistics& statistics, bool* all = nullptr);

/// The same for MachineOptions::tally, of a program with blocks.
Result tally(const Program& program, const MachineOptions& options, const Code& code, unsigned threads);

/// The whole engine: compiles the program unless it is cached, and runs it on all cores. The fast engine
/// executes observed runs, and programs on which the compiler fails (fallback.hpp). Throws Unavailable if
/// there is no compiler, and Unsupported if the program is too large.
Result run_native(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

/// The same run, and its statistics. The fast engine counts those of programs with blocks.
Result count_native(const Program& program, const MachineOptions& options, std::int64_t segment,
                    Statistics& statistics);

/// Compiles programs that run_native will soon run, together and quickly; if the compiler fails, one by one.
/// They replace those that were prepared before. Takes at most the compiler's time limit.
void prepare(std::span<const PlannedRun> runs);

/// The program's code, compiled unless it is cached; without `run` if the compiler fails. `cancelled` is
/// asked every few milliseconds; when true, the compiler is killed, and null returned. Throws as run_native.
std::shared_ptr<const Code> code_of(const Program& program, const CodeKind& kind,
                                    const std::function<bool()>& cancelled = {});

/// Whether the user's cache has it.
bool is_cached(const Program& program, const CodeKind& kind);

/// The fast engine; while it runs, a long run is compiled in the background, and is begun again on the native
/// engine when that is done. The fast engine executes observed runs.
Result run_auto(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

/// The same run, and its statistics.
Result count_auto(const Program& program, const MachineOptions& options, std::int64_t segment,
                  Statistics& statistics);

/// The steps per warp that run_auto runs on the fast engine before it thinks of compiling.
std::uint64_t short_run_steps(const Program& program);

std::uint64_t estimated_bytes(const Program& program);

}  // namespace musimd::native
