#include "differential/openmp/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "differential/openmp/trap_text.hpp"
#include "dsl/lowering/exits.hpp"
#include "semantics/limit.hpp"
#include "semantics/machine.hpp"

namespace musimd::differential::openmp {
namespace {

using dsl::Kernel;
using dsl::Launch;
using dsl::LoopModel;
using dsl::Statement;
using dsl::openmp::LoopFunction;

constexpr std::int64_t kAlignment = 32;
constexpr std::int64_t kGap = 65'536;

/// The call's memory: the buffers one after the other, each at an address that 32 divides. An index that is
/// not far outside of its buffer is in the gap to the next one, and traps.
Launch launch_of(const LoopFunction& function, const CallArguments& arguments, std::int64_t elements) {
    Launch launch;
    launch.elements = elements;
    std::int64_t next = kGap;
    for (std::size_t b = 0; b < function.buffers.size(); ++b) {
        dsl::Region region{.name = function.buffers[b].name, .address = next, .words = {}};
        for (const std::uint64_t pattern : arguments.buffers[b])
            region.words.push_back(word_of_pattern(pattern, function.buffers[b].element));
        launch.origins.push_back(next);
        next += (static_cast<std::int64_t>(region.words.size()) / kAlignment + 1) * kAlignment + kGap;
        launch.regions.push_back(std::move(region));
    }
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
        if (const auto variable = function.parameters[p].variable)
            launch.values.emplace_back(*variable, arguments.numbers[p]);
    }
    return launch;
}

Kernel kernel_of(const LoopFunction& function, dsl::Block body) {
    Kernel kernel;
    kernel.name = function.name;
    kernel.file = function.file;
    kernel.bits = 64;
    kernel.signed_overflow_traps = true;
    kernel.buffers = function.buffers;
    kernel.variables = function.variables;
    kernel.body = std::move(body);
    return kernel;
}

// The iterations of a combined `parallel for simd` are the lanes of a warp under both models.
bool is_vectorised_as_a_whole(const Statement& loop, const Configuration& configuration) {
    return configuration.model == LoopModel::spmd || loop.width != 0;
}

std::vector<std::uint32_t> simd_widths_of(const Kernel& kernel) {
    std::vector<std::uint32_t> widths;
    const auto note = [&](const auto& self, const dsl::Block& block) -> void {
        for (const dsl::Statement& s : block) {
            if (s.kind == dsl::Statement::Kind::simd) {
                widths.push_back(s.width == 0 ? dsl::kDefaultSimdWidth : s.width);
                continue;  // a simd loop inside it runs one iteration after the other
            }
            for (const dsl::Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) self(self, *part);
        }
    };
    note(note, kernel.body);
    return widths;
}

MachineOptions options_of(const Program& program, const Configuration& configuration) {
    MachineOptions options;
    options.max_steps = configuration.max_steps;
    for (const Buffer& buffer : program.buffers)
        options.max_address = std::max(options.max_address, buffer.address + buffer.count - 1);
    return options;
}

void take_memory(const LoopFunction& function, const Program& program, const Memory& memory,
                 CallArguments& arguments) {
    for (std::size_t b = 0; b < function.buffers.size(); ++b) {
        for (std::size_t i = 0; i < arguments.buffers[b].size(); ++i) {
            const Value* const word = memory.find(program.buffers[b].address + static_cast<std::int64_t>(i));
            arguments.buffers[b][i] = pattern_of_word(*word, function.buffers[b].element);
        }
    }
}

// Under SIMD, the warp is the iteration; otherwise, the thread of the grid.
std::int64_t iteration_of(const Trap& trap, const LoopProgram& loop) {
    const auto warp = static_cast<std::int64_t>(trap.warp);
    if (loop.outside == 1) return warp;
    return warp * loop.program.threads + (trap.threads.empty() ? 0 : trap.threads.front());
}

void note_end(const Result& result, const LoopProgram& loop, FunctionRun& run) {
    if (result.outcome == Outcome::limit) {
        run.end = FunctionRun::End::limit;
        run.message = explain(*result.limit, loop.program);
    }
    if (result.outcome != Outcome::trap) return;
    run.end = FunctionRun::End::trap;
    run.trap = to_string(result.trap->kind);
    run.message = with_elements(result.trap->message, loop.program);
    run.line = result.trap->line;
    run.iteration = iteration_of(*result.trap, loop);
}

bool run_loop(const LoopFunction& function, const Statement& parallel, const Configuration& configuration,
              const Engine& engine, CallArguments& memory, FunctionRun& run) {
    const auto refuse = [&](std::string reason) {
        run.end = FunctionRun::End::refused;
        run.message = std::move(reason);
        run.line = parallel.line;
        return false;
    };
    const auto iterations = count_of(function, parallel, memory);
    if (!iterations) return refuse(iterations.error());
    if (*iterations <= 0) return true;
    const LoopProgram loop = program_of(function, parallel, *iterations, memory, configuration);
    if (const auto reason = too_large(engine, loop.program)) return refuse(*reason);
    CostObserver cost(loop.program, loop.outside, loop.simd_widths, configuration.native_lanes);
    const Result result = engine.run(loop.program, options_of(loop.program, configuration), &cost);
    run.cost += cost.cost();
    run.widest = std::max(run.widest, loop.program.threads);
    note_end(result, loop, run);
    take_memory(function, loop.program, result.memory, memory);
    return run.end == FunctionRun::End::stop;
}

}  // namespace

dsl::Kernel kernel_of_loop(const LoopFunction& function, const Statement& loop) {
    return kernel_of(function, loop.body);
}

tl::expected<std::int64_t, std::string> count_of(const LoopFunction& function, const Statement& loop,
                                                 const CallArguments& arguments) {
    Kernel kernel = kernel_of(function, {});
    kernel.buffers = {{.name = "iterations", .element = Type::i64}};
    dsl::Statement store;
    store.kind = dsl::Statement::Kind::store;
    store.value = loop.value;
    store.line = loop.line;
    kernel.body = {store};
    Launch launch = launch_of(function, arguments, 1);
    launch.regions = {{.name = "iterations", .address = 0, .words = {0}}};
    launch.origins = {0};
    const Program program = lower(kernel, launch);
    const Result result = run_rules(program, {});
    if (result.outcome != Outcome::stop)
        return tl::unexpected(fmt::format("the number of iterations cannot be computed: {}",
                                          result.trap ? result.trap->message : "step limit"));
    const std::int64_t count = *result.memory.find(0);
    if (count > std::int64_t{kMaxWarps})
        return tl::unexpected(
            fmt::format("{} iterations; the machine has at most {} warps", count, kMaxWarps));
    return count;
}

LoopProgram program_of(const LoopFunction& function, const Statement& loop, std::int64_t iterations,
                       const CallArguments& arguments, const Configuration& configuration) {
    const Kernel kernel = kernel_of_loop(function, loop);
    Launch launch = launch_of(function, arguments, iterations);
    if (!is_vectorised_as_a_whole(loop, configuration)) {
        launch.model = LoopModel::simd;
        return {.program = lower(kernel, launch), .outside = 1, .simd_widths = simd_widths_of(kernel)};
    }
    launch.warp_width = configuration.model == LoopModel::spmd ? configuration.width : loop.width;
    return {.program = lower(kernel, launch), .outside = launch.warp_width};
}

FunctionRun run_function(const LoopFunction& function, const CallArguments& arguments,
                         const Configuration& configuration, const Engine& engine) {
    FunctionRun run;
    CallArguments memory = arguments;
    for (const Statement& loop : function.body) {
        if (!run_loop(function, loop, configuration, engine, memory, run)) break;
    }
    run.buffers = std::move(memory.buffers);
    return run;
}

}  // namespace musimd::differential::openmp
