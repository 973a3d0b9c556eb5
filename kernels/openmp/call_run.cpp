#include "kernels/openmp/call_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/limit.hpp"
#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/throw.hpp"
#include "kernels/launch/accesses.hpp"
#include "kernels/launch/objects.hpp"
#include "kernels/launch/trap_text.hpp"
#include "kernels/openmp/checks.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::LoopModel;
using dsl::Reduction;
using dsl::Statement;
using dsl::VariableId;
using dsl::openmp::LoopFunction;

constexpr std::int64_t kMaxElements = 1 << 24;

// Under SIMD, the warp is the iteration; otherwise, the thread of the grid.
std::int64_t iteration_of(const Trap& trap, const LoopProgram& loop) {
    const auto warp = static_cast<std::int64_t>(trap.warp);
    if (loop.outside == 1) return warp;
    return warp * loop.program.threads + (trap.threads.empty() ? 0 : trap.threads.front());
}

// Under SIMD, those of the widest simd loop in each iteration of the parallel loop.
std::int64_t in_flight(const LoopProgram& loop) {
    return loop.outside == 1 ? loop.iterations * loop.program.threads : loop.iterations;
}

std::string text_of_invalid_lock(const Trap& trap, const Program& program) {
    const std::uint32_t lane = trap.threads.empty() ? 0 : trap.threads.front();
    return fmt::format("thread {} unsets a lock that it has not set", trap.warp * program.threads + lane);
}

}  // namespace

CallRun::CallRun(const LoopFunction& function, const CallArguments& arguments,
                 const Configuration& configuration, const Engine& engine, const OnLaunch& on_launch)
    : function_(function),
      configuration_(configuration),
      engine_(engine),
      on_launch_(on_launch),
      state_(state_of(function, arguments)),
      prepared_(configuration),
      kept_(configuration.has_margins ? kMargin : 0),
      device_(function, state_, kept_) {
    state_.margin = configuration.has_margins ? kMargin : 0;
    state_.wrapping_lines = configuration.wrapping_lines;
    unwritten_.set_wanted(configuration.reports_unwritten);
}

FunctionRun CallRun::finish() {
    if (run_.end == FunctionRun::End::stop && function_.result)
        run_.returned = state_.values[*function_.result];
    kept_.give_back(state_);
    device_.show_newest();
    run_.buffers = final_elements(function_, state_);
    return std::move(run_);
}

// ---- host code

const Part& CallRun::part(std::span<const Statement> statements, const Expr& value, std::uint32_t line) {
    const auto [at, is_new] = parts_.try_emplace(Key(statements.data(), statements.size(), value.get()));
    if (is_new) {
        at->second = part_of(function_, Block(statements.begin(), statements.end()), value, line);
        at->second.kernel.signed_overflow_traps = !configuration_.signed_wraps;
    }
    return at->second;
}

std::uint64_t CallRun::execute(std::span<const Statement> statements, const Expr& value, std::uint32_t line) {
    if (statements.empty() && value == nullptr) return 0;
    if (statements.empty() && value->kind == dsl::Expression::Kind::literal) return value->bits;
    const Part& code = part(statements, value, line);
    allocate_locals(code, 1, line);
    const Prepared& prepared = prepare(code, 1, nullptr);
    const LoopProgram& program = prepared.program;
    CostObserver cost(program.program, 1, {}, configuration_.native_lanes);
    const Result result = run(program, cost, line);
    run_.host += cost.cost();
    steps_ += result.steps;
    take_memory_of(code, result);
    end_early(result, program);
    take_values(code, prepared.variables, result, state_);
    return value == nullptr ? 0 : *state_.values.back();
}

void CallRun::declare(VariableId variable, const Expr& value, std::uint32_t line) {
    const std::uint64_t bits = execute({}, value, line);
    state_.values[variable] = bits;
}

/// The array begins with the text.
void CallRun::set_text(const Statement& array) {
    dsl::Region& region = state_.memory[array.element.buffer];
    for (std::size_t i = 0; i < std::min(array.function.size(), region.words.size()); ++i)
        region.words[i] = static_cast<signed char>(array.function[i]);
}

void CallRun::declare_array(const Statement& array, std::int64_t elements) {
    if (elements < 0 || elements > kMaxElements)
        refuse(array.line, fmt::format("the array '{}' has {} elements; at most {} are possible",
                                       function_.buffers[array.element.buffer].name, elements, kMaxElements));
    (array.is_new ? allocate_new : allocate)(array.element.buffer, elements, state_);
    if (array.zeros || configuration_.undefined_is_zero)
        std::ranges::fill(state_.memory[array.element.buffer].defined, std::uint8_t{1});
    set_text(array);
    kept_.take(state_.memory[array.element.buffer]);
    const dsl::Region& region = state_.memory[array.element.buffer];
    teams_.leave_out({region.address, region.address + std::ssize(region.words)});
    device_.declare(array.element.buffer, region.address, std::ssize(region.words));
    unwritten_.note(region.address, std::ssize(region.words), !array.zeros);
}

// The arrays of which each iteration has its own.
void CallRun::allocate_locals(const Part& code, std::int64_t iterations, std::uint32_t line) {
    for (const dsl::openmp::LocalArray& local : function_.locals) {
        const bool is_used =
            std::ranges::binary_search(code.buffers, local.buffer) ||
            (function_.memory && std::ranges::binary_search(code.buffers, *function_.memory));
        if (!is_used) continue;
        if (local.elements > kMaxElements / iterations)
            refuse(line, fmt::format("the array '{}' of {} iterations has more than {} elements",
                                     function_.buffers[local.buffer].name, iterations, kMaxElements));
        allocate(local.buffer, local.elements * iterations, state_);
        kept_.take(state_.memory[local.buffer]);
        const std::int64_t address = state_.memory[local.buffer].address;
        teams_.leave_out({address, address + local.elements * iterations});
        device_.declare(local.buffer, address, local.elements * iterations);
        unwritten_.note(address, local.elements * iterations, true);
    }
}

// So that a loop of empty parts ends, too.
void CallRun::take_step(std::uint32_t line) {
    end_if_interrupted();
    if (++steps_ <= configuration_.max_steps) return;
    run_.end = FunctionRun::End::limit;
    run_.line = line;
    run_.message = fmt::format("more than {} steps outside of parallel loops; this loop may not terminate",
                               configuration_.max_steps);
    throw Ended{};
}

// ---- parallel loops

void CallRun::launch(const Statement& loop, std::int64_t iterations) {
    if (iterations <= 0) return;
    loop_ = &loop;
    const bool in_order = configuration_.in_order != nullptr && configuration_.in_order->contains(&loop);
    if (iterations > configuration_.most_at_once && !in_order) return launch_in_parts(loop, iterations);
    const Part& body = part_of_parallel(loop, iterations);
    if (in_order) return launch_in_order(loop, iterations, true);
    const LoopProgram* prepared = &prepare(body, iterations, &loop).program;
    const bool tries_schedules = may_show_schedule(loop, prepared->program);
    if (tries_schedules) {  // each begins with the same memory
        kept_.give_back(state_);
        memory_ = nullptr;
        prepared = &prepared_.prepare(body, state_, iterations, &loop, false).program;
    }
    const LoopProgram& program = *prepared;
    if (on_launch_) on_launch_(loop, program);
    CostObserver cost(program.program, program.outside, program.simd_widths, configuration_.native_lanes);
    const Result result = run(program, cost, loop.line);
    run_.cost += cost.cost();
    run_.launches += 1;
    run_.in_flight = std::max(run_.in_flight, in_flight(program));
    run_.widest = std::max(run_.widest, program.program.threads);
    run_.register_bytes = std::max(run_.register_bytes, program.register_bytes);
    if (tries_schedules && result.outcome == Outcome::stop && !observed_)
        try_schedules(loop, program, cost.cost().steps);
    take_memory_of(body, result);
    end_early(result, program);
    if (!loop.reductions.empty()) combine(loop, iterations);
    loop_ = nullptr;
}

/// With memory for what each iteration has of its own.
const Part& CallRun::part_of_parallel(const Statement& loop, std::int64_t iterations) {
    const auto [at, is_new] = parts_.try_emplace(Key(&loop, 1, nullptr));
    if (is_new) {
        at->second = part_of_loop(function_, loop);
        at->second.kernel.signed_overflow_traps = !configuration_.signed_wraps;
    }
    for (std::size_t r = 0; r < loop.reductions.size(); ++r) {
        const auto partial = static_cast<dsl::BufferId>(function_.buffers.size() + r);
        allocate(partial, iterations, state_);
        state_.memory[partial].name = at->second.kernel.buffers[partial].name;
        kept_.take(state_.memory[partial]);
        teams_.leave_out({state_.memory[partial].address, state_.memory[partial].address + iterations});
        device_.declare(partial, state_.memory[partial].address, iterations);
    }
    allocate_locals(at->second, iterations, loop.line);
    return at->second;
}

void CallRun::launch_by_one(const Statement& loop, std::int64_t iterations) {
    if (iterations <= 0) return;
    loop_ = &loop;
    part_of_parallel(loop, iterations);  // its memory
    launch_in_order(loop, iterations, false);
}

// The costs are not those of a model.
void CallRun::launch_in_order(const Statement& loop, std::int64_t iterations, bool races) {
    const dsl::Expression* const by_one = races ? nullptr : loop.operands[0].get();
    const auto [at, is_new] =
        parts_.try_emplace(Key(&loop, 1 + static_cast<std::size_t>(iterations), by_one));
    if (is_new) {
        at->second = part_in_order(function_, loop, iterations, races);
        at->second.kernel.signed_overflow_traps = !configuration_.signed_wraps;
    }
    const Part& code = at->second;
    const LoopProgram& program = prepare(code, 1, nullptr).program;
    CostObserver cost(program.program, 1, {}, configuration_.native_lanes);
    const Result result = run(program, cost, loop.line);
    if (!races) run_.host += cost.cost();
    take_memory_of(code, result);
    end_early(result, program);
    if (!loop.reductions.empty()) combine(loop, iterations);
    loop_ = nullptr;
}

/// The program of a part in the memory of the call, and of the loop, if the part is one.
const Prepared& CallRun::prepare(const Part& code, std::int64_t elements, const Statement* loop) {
    if (!code.buffers.empty()) device_.show();
    // A program that is shown has its memory.
    const bool stays = engine_.run_in != nullptr && !on_launch_ && !configuration_.has_other_warps();
    memory_ = stays ? kept_.hold(state_) : nullptr;
    return prepared_.prepare(code, state_, elements, loop, memory_ != nullptr);
}

// One thread combines the partial values of the iterations into the originals, in the order of the
// iterations.
void CallRun::combine(const Statement& loop, std::int64_t iterations) {
    const auto [at, is_new] = combinations_.try_emplace(std::pair(&loop, iterations));
    if (is_new) at->second = part_of_combination(function_, loop, iterations);
    const Part& sum = at->second;
    const Prepared& prepared = prepare(sum, 1, nullptr);
    const LoopProgram& program = prepared.program;
    CostObserver cost(program.program, 1, {}, configuration_.native_lanes);
    const Result result = run(program, cost, loop.line);
    run_.cost += cost.cost();
    end_early(result, program);
    take_values(sum, prepared.variables, result, state_);
}

// ---- runs

MachineOptions CallRun::options_for(const Program& program) const {
    MachineOptions options = options_of(program, configuration_.max_steps);
    options.interrupt = configuration_.interrupt;
    options.order = schedule_.order;
    options.seed = schedule_.seed;
    return options;
}

void CallRun::end_if_interrupted() {
    if (configuration_.interrupt == nullptr || !*configuration_.interrupt) return;
    run_.end = FunctionRun::End::interrupted;
    throw Ended{};
}

Result CallRun::run(const LoopProgram& program, CostObserver& cost, std::uint32_t line) {
    end_if_interrupted();
    if (const auto reason = too_large(engine_, program.program)) refuse(line, *reason);
    SimdRaceObserver races(program.program, program.simd_loops, program.written, configuration_.all_races);
    ObjectObserver objects(program.objects, margins_of(program.program));
    UnwrittenObserver unwritten(unwritten_);
    Observers observers;
    observers.add(cost);
    if (unwritten_.wanted()) observers.add(unwritten);
    if (!program.simd_loops.empty()) observers.add(races);
    if (looks_outside(program)) observers.add(objects);
    if (between_parts_ != nullptr) observers.add(*between_parts_);
    if (teams_.are_apart()) observers.add(teams_);
    if (device_.is_active()) observers.add(device_);
    if (configuration_.watch != nullptr && program.iterations != 0) observers.add(*configuration_.watch);
    const MachineOptions options = options_for(program.program);
    Result result = run_by_engine(program.program, options, observers);
    note(program, objects, races);
    note(unwritten, program);
    note_races_of_teams(program);
    note_device(program);
    return result;
}

/// With margins, only if all accesses outside of objects are wanted.
bool CallRun::looks_outside(const LoopProgram& program) const {
    return !program.objects.empty() && (!configuration_.has_margins || configuration_.all_races);
}

void CallRun::take_memory_of(const Part& code, const Result& result) {
    if (memory_ == nullptr) take_memory(code, result, state_);
}

void CallRun::refuse(std::uint32_t line, std::string reason) {
    run_.end = FunctionRun::End::refused;
    run_.message = std::move(reason);
    run_.line = line;
    throw Ended{};
}

void CallRun::end_by_exit(std::uint32_t line) {
    const auto status = status_of_exit(function_, line);
    if (!status) return;
    run_.loop = nullptr;
    if (function_.result) state_.values[*function_.result] = *status;
    throw Ended{};
}

// What observers found came first, if the run ended otherwise.
void CallRun::end_early(const Result& result, const LoopProgram& program) {
    run_.schedule = schedule_name_;
    if (observed_ || result.outcome == Outcome::trap) run_.loop = loop_;
    if (observed_) {
        run_.end = FunctionRun::End::trap;
        run_.trap = observed_->kind;
        run_.message = with_schedule_noted(observed_->message, schedule_name_);
        run_.line = program.program.at(observed_->pc).line;
        run_.other = observed_->other;
        run_.hint = observed_->hint;
        run_.calls = calls_around(program, observed_->pc);
        if (program.iterations != 0)
            run_.iteration = state_.first.value_or(0) +
                             (program.outside == 1 ? observed_->warp
                                                   : std::int64_t{observed_->warp} * program.program.threads +
                                                         observed_->lane);
        throw Ended{};
    }
    if (result.outcome == Outcome::stop) return;
    if (result.outcome == Outcome::interrupted) end_if_interrupted();
    if (result.outcome == Outcome::limit) {
        run_.end = FunctionRun::End::limit;
        run_.message = with_schedule_noted(explain(*result.limit, program.program), schedule_name_);
        run_.line = result.limit->line;
        throw Ended{};
    }
    if (result.trap->kind == TrapKind::assertion) end_by_exit(result.trap->line);
    const auto is_check_for = [&](const char* what) {
        return result.trap->kind == TrapKind::assertion && checks(function_, result.trap->line, what);
    };
    if (is_check_for(dsl::openmp::kHeapHasRoom)) {
        run_.end = FunctionRun::End::limit;
        run_.message =
            "what recursive functions declare in threads needs more memory than the machine has for it";
        run_.line = result.trap->line;
        throw Ended{};
    }
    run_.end = FunctionRun::End::trap;
    run_.trap = to_string(result.trap->kind);
    const Label pc = result.trap->pc;
    std::string message = with_elements(result.trap->message, program.program, program.objects, pc, &names_);
    if (is_check_for(dsl::openmp::kLock)) {
        run_.trap = kInvalidLock;
        message = text_of_invalid_lock(*result.trap, program.program);
    }
    const auto text_after = [&](std::string_view begin) {
        const bool is_check = result.trap->kind == TrapKind::assertion;
        return is_check ? text_of_check(function_, result.trap->line, begin) : "";
    };
    if (const std::string recursive = text_after(dsl::openmp::kStackOverflow); !recursive.empty()) {
        run_.trap = kStackOverflow;
        message = fmt::format("the calls of '{}' are too deep: the stack is full", recursive);
    }
    if (const std::string wrong = text_after(dsl::openmp::kWrongCall); !wrong.empty()) {
        run_.trap = kWrongCall;
        message = wrong;
    }
    if (is_check_for(dsl::openmp::kLockIsFree)) {
        run_.trap = kDeadlock;
        message =
            "the thread waits for a lock that has been set, and no other thread runs that could unset it";
    }
    if (is_check_for(dsl::openmp::kThrow)) message = "an exception is thrown, which ends the program here";
    run_.message = with_schedule_noted(message, schedule_name_);
    run_.line = result.trap->line;
    if (result.trap->other) run_.other = result.trap->other->line;
    run_.calls = calls_around(program, pc);
    if (program.iterations != 0)
        run_.iteration = state_.first.value_or(0) + iteration_of(*result.trap, program);
    throw Ended{};
}

}  // namespace musimd::kernels::openmp
