#include "simulator/native/native.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "simulator/fast/grid.hpp"
#include "simulator/native/machine.hpp"

namespace musimd::native {
namespace {

// The last program that was compiled, for those who run one many times.
struct Last {
    std::mutex mutex;
    std::optional<Program> program;
    bool checks = true;
    std::shared_ptr<const Code> code;
};

std::shared_ptr<const Code> code_of(const Program& program, bool checks) {
    static Last last;
    const std::scoped_lock lock(last.mutex);
    if (last.program && last.checks == checks && *last.program == program) return last.code;
    const Program* const one = &program;
    auto compiled = compile({&one, 1}, checks, codegen::host_settings());
    if (!compiled) throw Unavailable(compiled.error());
    last.code = std::make_shared<const Code>(std::move(compiled->front()));
    last.program = program;
    last.checks = checks;
    return last.code;
}

}  // namespace

tl::expected<std::vector<Code>, std::string> compile(std::span<const Program* const> programs, bool checks,
                                                     const codegen::CompileSettings& settings) {
    for (const Program* program : programs) {
        if (program->instructions.size() > kMostInstructions)
            return tl::unexpected(fmt::format("{} instructions are too many to compile; the most are {}\n",
                                              program->instructions.size(), kMostInstructions));
    }
    codegen::Unit unit = codegen::make_unit(programs, {.checks = checks});
    const auto compiled = codegen::compile(unit.source, settings);
    if (!compiled) return tl::unexpected(compiled.error());
    const auto* const table = static_cast<const RunFunction*>(compiled->library->find(codegen::kTableName));
    std::vector<Code> made;
    for (std::size_t i = 0; i < programs.size(); ++i)
        made.push_back({std::move(unit.programs[i]), table[i], compiled->library, compiled->from_cache});
    return made;
}

Result run(const Program& program, const MachineOptions& options, const Code& code, unsigned threads) {
    const bool has_claims = program.warps > 1 || program.races == RaceMode::thread;
    fast::Snapshot snapshot;
    Memory memory;
    {
        NativeGrid grid(program, options, code);
        if (!grid.good()) return fast::run_fast(program, options, nullptr);
        if (auto result = grid.run(program.warps == 1 ? 1 : threads)) return std::move(*result);
        if (has_claims) return fast::run_fast(program, options, nullptr);
        snapshot = grid.snapshot();
        memory = grid.memory();
    }
    return fast::resume(program, options, snapshot, memory);
}

Result run_native(const Program& program, const MachineOptions& options, Observer* observer) {
    if (observer != nullptr || options.max_steps == 0) return fast::run_fast(program, options, observer);
    static const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return run(program, options, *code_of(program, options.checks), cores);
}

std::uint64_t estimated_bytes(const Program& program) {
    return 2 * fast::estimated_bytes(program);
}

}  // namespace musimd::native
