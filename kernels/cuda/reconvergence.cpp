#include "kernels/cuda/reconvergence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/findings/merge.hpp"
#include "kernels/launch/thread_traces.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/models/policy.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::cuda::KernelFunction;

bool are_equal(const dsl::Region& a, const dsl::Region& b) {
    return a.words == b.words && a.defined == b.defined && a.elements == b.elements &&
           std::ranges::equal(a.parts, b.parts, [](const dsl::Region& x, const dsl::Region& y) {
               return x.address == y.address && are_equal(x, y);
           });
}

/// Without what the threads have for themselves.
bool are_results_equal(const KernelFunction& kernel, const LaunchRun& a, const LaunchRun& b) {
    if (!a.memory || !b.memory) return true;
    if (!std::ranges::equal(a.memory->unnamed, b.memory->unnamed, are_equal)) return false;
    return std::ranges::all_of(kernel.code.parameters, [&](const dsl::openmp::Parameter& p) {
        if (!p.buffer) return true;
        const dsl::BufferId buffer = dsl::cuda::buffer_of(p, kernel.code);
        return are_equal(a.memory->memory[buffer], b.memory->memory[buffer]);
    });
}

/// The first branch of the program that C has as a statement.
dsl::SourcePoint first_branch(const LaunchProgram& launch) {
    for (Label pc = 1; pc < launch.program.end(); ++pc) {
        const Opcode opcode = launch.program.at(pc).opcode;
        const bool is_branch = opcode == Opcode::bz || opcode == Opcode::bnz;
        if (is_branch && launch.point_of(pc).line != 0) return launch.point_of(pc);
    }
    return {};
}

}  // namespace

std::optional<NotAccepted> not_accepted(const LaunchProgram& launch) {
    const Program& program = launch.program;
    if (program.model == ThreadModel::volta && launch.kernel->everywhere_line != 0)
        return NotAccepted{"`everywhere` wakes threads, and under volta no thread acts for another",
                           launch.kernel->everywhere_line};
    const auto errors = models::unaccepted(program);
    if (errors.empty()) return std::nullopt;
    const Label pc = errors.front().pc;
    return NotAccepted{errors.front().message, pc < program.end() ? launch.point_of(pc) : dsl::SourcePoint()};
}

LaunchRun run_with_sides(const KernelFunction& kernel, const openmp::CallState& memory,
                         const LaunchConfiguration& config,
                         const std::function<LaunchRun(const LaunchConfiguration&)>& run_in) {
    if (!models::has_free_side(config.model) || config.side) return run_in(config);
    LaunchConfiguration own = config;
    own.side = Side::next;
    LaunchRun run = run_in(own);
    if (run.end != LaunchRun::End::stop) return run;
    own.side = Side::target;
    own.watch = nullptr;  // it has seen a run
    LaunchRun other = run_in(own);
    merge(std::move(other.warnings), run.warnings);
    if (other.end == LaunchRun::End::stop && are_results_equal(kernel, run, other)) return run;
    const auto where = first_branch(lower(kernel, prepare(kernel, memory, own), own));
    add_new({std::string(to_string(WarningKind::side)),
             "the result depends on which side of a branch runs first", where},
            run.warnings);
    if (other.end == LaunchRun::End::stop) return run;
    run.end = other.end;
    run.message = std::move(other.message);
    run.line = other.line;
    run.findings = std::move(other.findings);
    run.memory.reset();
    return run;
}

std::optional<dsl::SourcePoint> first_difference(const KernelFunction& kernel,
                                                 const openmp::CallArguments& arguments,
                                                 const LaunchConfiguration& first,
                                                 const LaunchConfiguration& second, const Engine& engine) {
    const auto watched = [&](LaunchConfiguration config, Observer& observer) {
        config.schedules = 1;
        config.explored = 0;
        if (models::has_free_side(config.model) && !config.side) config.side = Side::next;
        config.watch = &observer;
        run_launch(kernel, arguments, config, engine);
    };
    ThreadTraces traces;
    watched(first, traces);
    TraceComparison comparison(traces);
    watched(second, comparison);
    if (!comparison.different()) return std::nullopt;
    return program_of(kernel, arguments, first).point_of(*comparison.different());
}

}  // namespace musimd::kernels::cuda
