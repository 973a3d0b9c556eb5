#include "simulator/native/native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "host/processor.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/atomic_log.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/native/code_cache.hpp"
#include "simulator/native/fallback.hpp"
#include "simulator/native/grid.hpp"
#include "simulator/time_limit.hpp"

namespace musimd::native {
namespace {

CodeCache<Code>& code_cache() {
    static CodeCache<Code> all;
    return all;
}

host::CompileSettings native_settings() {
    host::CompileSettings settings = codegen::host_settings();
    const auto limit = time_limit("MUSIMD_COMPILE_TIMEOUT", std::chrono::minutes(2));
    if (!limit) throw Unavailable("engine 'native': " + limit.error());
    settings.limit = *limit;
    return settings;
}

struct Cancelled {};

Code code_or_none(const Program& program, bool checks, const host::CompileSettings& settings) {
    using Kind = host::CompileError::Kind;
    if (is_disabled()) return {};
    const Program* const one = &program;
    auto compiled = compile({&one, 1}, checks, settings);
    if (compiled) return std::move(compiled->front());
    if (compiled.error().kind == Kind::cancelled) throw Cancelled();
    if (compiled.error().kind == Kind::no_compiler)
        throw Unavailable("engine 'native': " + codegen::error_text(compiled.error()));
    note_failure(compiled.error());
    return {};
}

// For programs that cannot be compiled together: the compiler may fail on only one of them. Those that the
// time does not suffice for are compiled when they are run.
std::vector<Code> codes_one_by_one(std::span<const Program* const> programs, host::CompileSettings settings,
                                   std::chrono::steady_clock::time_point end) {
    using std::chrono::milliseconds;
    std::vector<Code> codes;
    for (const Program* program : programs) {
        settings.limit = std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now());
        if (settings.limit <= milliseconds(0)) break;
        codes.push_back(code_or_none(*program, true, settings));
    }
    return codes;
}

bool is_too_large(const Program& program) {
    return program.instructions.size() > kMaxInstructions;
}

}  // namespace

std::vector<std::string> quick_flags(std::optional<VectorExtension> extension) {
    std::vector<std::string> flags = codegen::host_settings(extension).flags;
    std::ranges::replace(flags, std::string("-O3"), std::string("-O0"));
    flags.emplace_back("-DMUSIMD_INLINE=");
    return flags;
}

// Compiled code distinguishes the warps of a block, but not their threads.
bool can_compile(const Program& program) {
    return !uses_blocks(program) ||
           (program.model == ThreadModel::lockstep && program.races == RaceMode::warp);
}

namespace {

// A random order of turns is known to the fast engine alone.
bool is_left_to_fast(const Program& program, const MachineOptions& options) {
    return !can_compile(program) ||
           (codegen::takes_turns(program) && uses_blocks(program) && options.order == Order::random);
}

// How to execute atomics: the next way where accesses of two warps conflict. Without checks nothing notices
// a read of what is only logged.
std::vector<Atomics> ways_of_atomics(const Program& program, const MachineOptions& options) {
    if (!codegen::takes_turns(program) || uses_blocks(program)) return {Atomics::own};
    if (!fast::can_be_logged(program)) return {Atomics::own, Atomics::in_turns};
    if (!options.checks) return {Atomics::in_turns};
    return {Atomics::logged, Atomics::in_turns};
}

}  // namespace

std::shared_ptr<const Code> code_of(const Program& program, bool checks,
                                    const std::function<bool()>& cancelled) {
    host::CompileSettings settings = native_settings();
    settings.cancelled = cancelled;
    try {
        return code_cache().of(program, checks, [&] { return code_or_none(program, checks, settings); });
    } catch (const Cancelled&) {
        return nullptr;
    }
}

bool is_cached(const Program& program, bool checks) {
    const Program* const one = &program;
    return host::is_cached(codegen::make_unit({&one, 1}, {.checks = checks}).source,
                           codegen::host_settings());
}

tl::expected<std::vector<Code>, host::CompileError> compile(std::span<const Program* const> programs,
                                                            bool checks,
                                                            const host::CompileSettings& settings) {
    for (const Program* program : programs) {
        if (is_too_large(*program)) {
            throw Unsupported(
                fmt::format("engine 'native': {} instructions are too many to compile; the maximum is {}\n",
                            program->instructions.size(), kMaxInstructions));
        }
    }
    codegen::Unit unit = codegen::make_unit(programs, {.checks = checks});
    const auto compiled = host::compile(unit.source, settings);
    if (!compiled) return tl::unexpected(compiled.error());
    const auto* const table = static_cast<const RunFunction*>(compiled->library->find(codegen::kTableName));
    if (table == nullptr) {
        return tl::unexpected(host::CompileError{
            host::CompileError::Kind::failed, "the compiled unit has no programs", {}, unit.source});
    }
    std::vector<Code> codes;
    for (std::size_t i = 0; i < programs.size(); ++i)
        codes.push_back({std::move(unit.programs[i]), table[i], compiled->library, compiled->from_cache});
    return codes;
}

Result run(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
           bool* all) {
    if (all != nullptr) *all = false;
    if (code.run == nullptr || is_left_to_fast(program, options))
        return fast::run_fast(program, options, nullptr);
    const bool is_alone = program.warps == 1 && program.races != RaceMode::thread && !uses_blocks(program);
    std::optional<fast::Snapshot> snapshot;
    Memory memory;
    for (const Atomics atomics : ways_of_atomics(program, options)) {
        NativeGrid grid(program, options, code, atomics);
        if (!grid.good()) break;
        if (auto result = grid.run(program.warps == 1 ? 1 : threads)) {
            if (all != nullptr) *all = true;
            return std::move(*result);
        }
        if (is_alone) {
            snapshot = grid.snapshot();
            memory = grid.memory();
        }
        if (!grid.met_conflict()) break;
    }
    return snapshot ? fast::resume(program, options, *snapshot, memory)
                    : fast::run_fast(program, options, nullptr);
}

Result run_native(const Program& program, const MachineOptions& options, Observer* observer) {
    refuse_volta("native", program);
    if (observer != nullptr || options.max_steps == 0 || is_left_to_fast(program, options))
        return fast::run_fast(program, options, observer);
    static const unsigned cores = host::usable_processors();
    const auto code = code_of(program, options.checks);
    if (code->run == nullptr) count_fallback_run();
    return run(program, options, *code, cores);
}

void prepare(std::span<const PlannedRun> runs) {
    host::CompileSettings settings = native_settings();
    settings.cache = {};
    settings.flags = quick_flags();
    const auto end = std::chrono::steady_clock::now() + settings.limit;
    std::vector<const Program*> programs;
    for (const PlannedRun& run : runs) {
        if (!is_too_large(*run.program) && can_compile(*run.program)) programs.push_back(run.program);
    }
    if (programs.empty() || !host::has_compiler(settings) || is_disabled()) return;
    auto compiled = compile(programs, true, settings);
    if (compiled) return code_cache().prepare(programs, std::move(*compiled));
    if (compiled.error().kind != host::CompileError::Kind::too_slow)
        return code_cache().prepare(programs, codes_one_by_one(programs, settings, end));
    note_failure(compiled.error());
    code_cache().prepare(programs, std::vector<Code>(programs.size()));
}

std::uint64_t estimated_bytes(const Program& program) {
    return 2 * fast::estimated_bytes(program);
}

}  // namespace musimd::native
