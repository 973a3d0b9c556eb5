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

CodeCache<Code, CodeKind>& code_cache() {
    static CodeCache<Code, CodeKind> all;
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

Code code_or_none(const Program& program, const CodeKind& kind, const host::CompileSettings& settings) {
    using Kind = host::CompileError::Kind;
    if (is_disabled()) return {};
    const Program* const only = &program;
    auto compiled = compile({&only, 1}, kind, settings);
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
        codes.push_back(code_or_none(*program, {}, settings));
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

// Atomic loads and stores, block scope, and orders; of one grid, the system is the same as the grid.
static bool orders_more_than_fences(const Instruction& i) {
    if (is_asynchronous(i.opcode)) return true;
    if (i.opcode == Opcode::fence) return i.order != MemoryOrder::acq_rel;
    return needs_strength(i) && (i.opcode == Opcode::strong_store || i.order != MemoryOrder::relaxed ||
                                 i.scope == Scope::block || is_atomic_load(i));
}

// Compiled code distinguishes the warps of a block and, if nothing but its barrier orders them, their
// threads.
bool can_compile(const Program& program) {
    constexpr std::uint64_t kMaxThreads =
        1U << 26;  // kBlockAgentBits in simulator/codegen/prelude/cpu_memory.inc
    if (!uses_blocks(program)) return true;
    if (std::ranges::any_of(program.instructions, orders_more_than_fences)) return false;
    if (program.model != ThreadModel::lockstep) return false;
    return program.races == RaceMode::warp ||
           (!codegen::takes_turns(program) && std::uint64_t{program.warps} * program.threads <= kMaxThreads);
}

// A random order of turns is known to the fast engine alone.
bool is_left_to_fast(const Program& program, const MachineOptions& options) {
    return !can_compile(program) ||
           (codegen::takes_turns(program) && uses_blocks(program) && options.order == Order::random);
}

namespace {

// How to execute atomics: the next way where accesses of two warps conflict. Without checks nothing notices
// a read of what is only logged.
std::vector<Atomics> ways_of_atomics(const Program& program, const MachineOptions& options) {
    if (!codegen::takes_turns(program) || uses_blocks(program)) return {Atomics::own};
    if (!fast::can_be_logged(program)) return {Atomics::own, Atomics::in_turns};
    if (!options.checks) return {Atomics::in_turns};
    return {Atomics::logged, Atomics::in_turns};
}

codegen::TranslationOptions translation_options(const CodeKind& kind) {
    return {.checks = kind.checks, .counts = kind.counts};
}

}  // namespace

std::shared_ptr<const Code> code_of(const Program& program, const CodeKind& kind,
                                    const std::function<bool()>& cancelled) {
    host::CompileSettings settings = native_settings();
    settings.cancelled = cancelled;
    try {
        return code_cache().of(program, kind, [&] { return code_or_none(program, kind, settings); });
    } catch (const Cancelled&) {
        return nullptr;
    }
}

bool is_cached(const Program& program, const CodeKind& kind) {
    const Program* const only = &program;
    return host::is_cached(codegen::make_unit({&only, 1}, translation_options(kind)).source,
                           codegen::host_settings());
}

tl::expected<std::vector<Code>, host::CompileError> compile(std::span<const Program* const> programs,
                                                            const CodeKind& kind,
                                                            const host::CompileSettings& settings) {
    for (const Program* program : programs) {
        if (is_too_large(*program)) {
            throw Unsupported(
                fmt::format("engine 'native': {} instructions are too many to compile; the maximum is {}\n",
                            program->instructions.size(), kMaxInstructions));
        }
    }
    codegen::Unit unit = codegen::make_unit(programs, translation_options(kind));
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

namespace {

/// The statistics of a run.
struct Counting {
    std::int64_t segment;
    Statistics statistics;

    /// Of a run, or what is left of one, on the fast engine.
    template <typename Run>
    Result observe(const Program& program, const MachineOptions& options, const Run& run) {
        StatisticsObserver observer(program, segment, options.max_address);
        Result result = run(&observer);
        statistics.threads = observer.statistics().threads;
        statistics.add(observer.statistics());
        return result;
    }
};

// `counting` is null if the code does not count.
Result run_or_count(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
                    Counting* counting, bool* all) {
    const auto on_fast = [&](const auto& run) {
        return counting == nullptr ? run(nullptr) : counting->observe(program, options, run);
    };
    const auto run_fast = [&](Observer* observer) { return fast::run_fast(program, options, observer); };
    if (all != nullptr) *all = false;
    if (code.run == nullptr || is_left_to_fast(program, options)) return on_fast(run_fast);
    const bool is_alone = program.warps == 1 && program.races != RaceMode::thread && !uses_blocks(program);
    std::optional<fast::Snapshot> snapshot;
    Memory memory;
    for (const Atomics atomics : ways_of_atomics(program, options)) {
        NativeGrid grid(program, options, code, atomics, counting == nullptr ? 1 : counting->segment);
        if (!grid.good()) break;
        auto result = grid.run(program.warps == 1 ? 1 : threads);
        if (counting != nullptr && (result || is_alone)) counting->statistics = grid.statistics();
        if (result) {
            if (all != nullptr) *all = true;
            return std::move(*result);
        }
        if (is_alone) {
            snapshot = grid.snapshot();
            memory = grid.memory();
        }
        if (!grid.met_conflict()) break;
    }
    if (!snapshot) return on_fast(run_fast);
    return on_fast(
        [&](Observer* observer) { return fast::resume(program, options, *snapshot, memory, observer); });
}

}  // namespace

Result run(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
           bool* all) {
    return run_or_count(program, options, code, threads, nullptr, all);
}

Result count(const Program& program, const MachineOptions& options, const Code& code, unsigned threads,
             std::int64_t segment, Statistics& statistics, bool* all) {
    Counting counting{segment, {}};
    counting.statistics.threads = program.threads;
    Result result = run_or_count(program, options, code, threads, &counting, all);
    statistics = std::move(counting.statistics);
    return result;
}

Result tally(const Program& program, const MachineOptions& options, const Code& code, unsigned threads) {
    if (code.run != nullptr && !is_left_to_fast(program, options)) {
        NativeGrid grid(program, options, code, Atomics::own, options.tally->words_of_segment());
        auto result = grid.good() ? grid.run(threads) : std::nullopt;
        if (result) {
            grid.add_to(*options.tally);
            return std::move(*result);
        }
    }
    return fast::run_fast(program, options, nullptr);
}

Result run_native(const Program& program, const MachineOptions& options, Observer* observer) {
    refuse_model("native", program);
    if (observer != nullptr || options.max_steps == 0 || is_left_to_fast(program, options))
        return fast::run_fast(program, options, observer);
    const auto code = code_of(program, {.checks = options.checks});
    if (code->run == nullptr) count_fallback_run();
    return run(program, options, *code, host::usable_processors());
}

Result count_native(const Program& program, const MachineOptions& options, std::int64_t segment,
                    Statistics& statistics) {
    refuse_model("native", program);
    if (options.max_steps == 0 || uses_blocks(program))
        return count(program, options, {}, 1, segment, statistics);  // without code: on the fast engine
    const auto code = code_of(program, {.checks = options.checks, .counts = true});
    if (code->run == nullptr) count_fallback_run();
    return count(program, options, *code, host::usable_processors(), segment, statistics);
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
    auto compiled = compile(programs, {}, settings);
    if (compiled) return code_cache().prepare(programs, {}, std::move(*compiled));
    if (compiled.error().kind != host::CompileError::Kind::too_slow)
        return code_cache().prepare(programs, {}, codes_one_by_one(programs, settings, end));
    note_failure(compiled.error());
    code_cache().prepare(programs, {}, std::vector<Code>(programs.size()));
}

std::uint64_t estimated_bytes(const Program& program) {
    return 2 * fast::estimated_bytes(program);
}

}  // namespace musimd::native
