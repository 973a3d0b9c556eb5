#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <algorithm>

#include "host/heap.hpp"
#include "kernels/openmp/call_run.hpp"

// Parallel loops of more iterations than the machine has warps: they are run in parts, one after the other.

namespace musimd::kernels::openmp {
namespace {

using dsl::Function;
using dsl::Statement;

constexpr std::uint32_t kWidest = 1024;  // lanes of a warp that computes values alone

bool is_straight(const Program& program) {
    return std::ranges::all_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::copy || i.opcode == Opcode::bp || i.opcode == Opcode::typed ||
               i.opcode == Opcode::st || i.opcode == Opcode::stop;
    });
}

template <typename T, typename Bits>
std::optional<std::uint64_t> sum(std::uint64_t begin, std::span<const Value> parts, Function function) {
    T result = std::bit_cast<T>(static_cast<Bits>(begin));
    for (const Value part : parts) {
        const T next = std::bit_cast<T>(static_cast<Bits>(part));
        if (function == Function::add)
            result = result + next;
        else
            result = result * next;
    }
    if (std::isnan(result)) return std::nullopt;  // which NaN it is, the machine says
    return std::bit_cast<Bits>(result);
}

/// Of integers, if no sum overflows.
std::optional<std::uint64_t> whole_sum(std::uint64_t begin, std::span<const Value> parts, Type type) {
    if (width_of(type) == 64 && is_unsigned_integer(type)) return std::nullopt;
    Value result = word_of_pattern(begin, type);
    for (const Value part : parts) {
        if (__builtin_add_overflow(result, part, &result)) return std::nullopt;
        if (word_of_pattern(static_cast<std::uint64_t>(result), type) != result) return std::nullopt;
    }
    return pattern_of_word(result, type);
}

}  // namespace

/// Each iteration counts as a step of the host code.
void CallRun::launch_in_parts(const Statement& loop, std::int64_t iterations) {
    const std::int64_t part = std::min(configuration_.part, iterations);
    const auto all = static_cast<std::uint64_t>(iterations);
    if (all > configuration_.max_steps - std::min(configuration_.max_steps, steps_)) {
        steps_ = configuration_.max_steps;
        take_step(loop.line);
    }
    steps_ += all;
    LongLoop run{.loop = loop, .iterations = iterations, .body = part_of_parallel(loop, part)};
    for (const dsl::openmp::LocalArray& local : function_.locals) {
        if (std::ranges::binary_search(run.body.buffers, local.buffer))
            refuse(loop.line, fmt::format("{} iterations; a loop that declares arrays, or takes the "
                                          "addresses of its variables, can have at most {}",
                                          iterations, configuration_.most_at_once));
    }
    std::vector<AddressRange> partials;
    for (std::size_t r = 0; r < loop.reductions.size(); ++r) {
        const dsl::Region& region = state_.memory[state_.partials + r];
        partials.push_back({region.address, region.address + std::ssize(region.words)});
    }
    LongLoopRaces races(loop.line, std::move(partials));
    state_.first = 0;
    run.of_few = cost_of_few(run);
    host::keep_freed_memory();
    for (std::int64_t first = 0; first < iterations; first += part) {
        const std::int64_t n = std::min(part, iterations - first);
        state_.first = first;
        races.begin_part(first, run.by_warp);
        between_parts_ = &races;
        run_part(run, n);
        between_parts_ = nullptr;
        state_.first.reset();
        if (!loop.reductions.empty()) combine_part(run, n);
    }
    run_.launches += 1;
    loop_ = nullptr;
}

void CallRun::run_part(LongLoop& run, std::int64_t iterations) {
    if (run.of_few && run_all_alike(run, iterations)) return;
    const LoopProgram& program = prepare(run.body, iterations, &run.loop).program;
    if (on_launch_) on_launch_(run.loop, program);
    CostObserver cost(program.program, program.outside, program.simd_widths, configuration_.native_lanes);
    const Result result = this->run(program, cost, run.loop.line);
    run_.cost += cost.cost();
    run_.register_bytes = std::max(run_.register_bytes, program.register_bytes);
    run_.widest = std::max(run_.widest, program.program.threads);
    take_memory_of(run.body, result);
    end_early(result, program);
}

/// Runs two warps. Without branches, and without memory but for their partial values, all cost the same
/// and none can race.
std::optional<Cost> CallRun::cost_of_few(LongLoop& run) {
    const bool is_spmd = configuration_.model == dsl::LoopModel::spmd || run.loop.width != 0;
    const std::uint32_t width =
        configuration_.model == dsl::LoopModel::spmd ? configuration_.width : run.loop.width;
    run.by_warp = !is_spmd;
    run.few = 2 * (is_spmd ? width : 1);
    const LoopProgram& program = prepare(run.body, run.few, &run.loop).program;
    run_.in_flight = std::max(run_.in_flight, run.iterations * (is_spmd ? 1 : program.program.threads));
    const bool shares =
        std::ranges::any_of(run.body.buffers, [&](dsl::BufferId b) { return b < state_.partials; });
    if (shares || !is_straight(program.program) || on_launch_) return std::nullopt;
    CostObserver cost(program.program, program.outside, program.simd_widths, configuration_.native_lanes);
    const Result result = this->run(program, cost, run.loop.line);
    if (result.outcome != Outcome::stop) return std::nullopt;
    run_.widest = std::max(run_.widest, program.program.threads);
    run_.register_bytes = std::max(run_.register_bytes, program.register_bytes);
    return cost.cost();
}

/// The values of all iterations, by warps of as many lanes as are fast. False if something is wrong with one:
/// then nothing has happened.
bool CallRun::run_all_alike(const LongLoop& run, std::int64_t iterations) {
    if (iterations % kWidest != 0 || iterations % run.few != 0) return false;
    dsl::Launch launch = launch_of(run.body, state_, iterations);
    launch.warp_width = kWidest;
    Program program = dsl::lower(run.body.kernel, launch);
    MachineOptions options = options_for(program);
    options.races = false;
    if (memory_ != nullptr) program.preloads.clear();
    const Result result = memory_ == nullptr ? engine_.run(program, options, nullptr)
                                             : engine_.run_in(program, options, nullptr, *memory_);
    if (result.outcome != Outcome::stop) return false;
    take_memory_of(run.body, result);
    run_.cost += run.of_few->times(static_cast<std::uint64_t>(iterations / run.few));
    return true;
}

// ---- reductions

/// What the machine computes, by the same operations of this computer.
void CallRun::combine_part(LongLoop& run, std::int64_t iterations) {
    std::vector<std::optional<std::uint64_t>> results;
    for (std::size_t r = 0; r < run.loop.reductions.size(); ++r)
        results.push_back(
            combined(run.loop.reductions[r], state_.partials + static_cast<dsl::BufferId>(r), iterations));
    if (std::ranges::any_of(results, [](const auto& bits) { return !bits; }))
        return combine(run.loop, iterations);
    if (!run.of_combination)
        run.of_combination = {cost_of_combination(run.loop, 1), cost_of_combination(run.loop, 2)};
    const auto& [first, two] = *run.of_combination;
    run_.cost += first;
    run_.cost += two.more_than(first).times(static_cast<std::uint64_t>(iterations - 1));
    for (std::size_t r = 0; r < results.size(); ++r)
        state_.values[run.loop.reductions[r].original] = results[r];
}

Cost CallRun::cost_of_combination(const Statement& loop, std::int64_t iterations) {
    const auto values = state_.values;
    const Cost before = run_.cost;
    combine(loop, iterations);
    const Cost result = run_.cost.more_than(before);
    run_.cost = before;
    state_.values = values;
    return result;
}

std::optional<std::uint64_t> CallRun::combined(const dsl::Reduction& r, dsl::BufferId partial,
                                               std::int64_t iterations) const {
    const auto& begin = state_.values[r.original];
    const Type type = function_.variables[r.original].type.type;
    if (!begin || (r.function != Function::add && r.function != Function::mul)) return std::nullopt;
    const dsl::Region& region = state_.memory[partial];
    const Value* const words =
        memory_ == nullptr ? region.words.data() : static_cast<const Value*>(memory_->words) + region.address;
    const std::span<const Value> parts(words, static_cast<std::size_t>(iterations));
    if (type == Type::f64) return sum<double, std::uint64_t>(*begin, parts, r.function);
    if (type == Type::f32) return sum<float, std::uint32_t>(*begin, parts, r.function);
    if (is_float(type) || r.function != Function::add) return std::nullopt;
    return whole_sum(*begin, parts, type);
}

}  // namespace musimd::kernels::openmp
