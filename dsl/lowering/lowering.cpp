#include "dsl/lowering/lowering.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "dsl/lowering/kernel_lowering.hpp"
#include "dsl/lowering/shared_variables.hpp"
#include "dsl/lowering/simd_loop.hpp"

namespace musimd::dsl {
namespace {

using Kind = Statement::Kind;
using Statements = std::span<const Statement>;

constexpr std::uint32_t kWarpOfAGrid = 1024;
constexpr std::uint32_t kMaxLanes = 32;  // of a warp, for threads by themselves

// ---- the machine

/// The words of a region that are defined.
void preload(const Region& region, Program& program) {
    const auto add = [&](std::size_t from, std::size_t to) {
        if (from == to) return;
        const auto first = region.words.begin();
        program.preloads.push_back(
            {.address = region.address + static_cast<std::int64_t>(from),
             .count = static_cast<std::int64_t>(to - from),
             .words = {first + static_cast<std::ptrdiff_t>(from), first + static_cast<std::ptrdiff_t>(to)},
             .start = 0,
             .step = 0});
    };
    if (region.defined.empty()) return add(0, region.words.size());
    std::size_t from = 0;
    for (std::size_t i = 0; i < region.words.size(); ++i) {
        if (region.defined[i] != 0) continue;
        add(from, i);
        from = i + 1;
    }
    add(from, region.words.size());
}

void add_blocks(const Blocks& blocks, const Kernel& kernel, Program& program) {
    program.model = blocks.model;
    program.block_threads = static_cast<std::uint32_t>(count_of(blocks.block));
    program.grid = blocks.count != 0 ? blocks.count : static_cast<std::uint32_t>(count_of(blocks.grid));
    program.warps = program.grid * program.warps_per_block();
    program.active = ThreadSet::all(program.threads);
    for (const auto& [buffer, count] : blocks.shared)
        program.shared.push_back({kernel.buffers[buffer].name, program.shared_words(), count});
}

/// N, W and Σ of the launch.
Program machine_of(const Kernel& kernel, const Launch& launch) {
    assert(launch.elements >= 1 && launch.origins.size() == kernel.buffers.size());
    Program result;
    const bool one_warp = launch.elements <= kMaxThreads;
    const auto chosen = one_warp ? static_cast<std::uint32_t>(launch.elements) : kWarpOfAGrid;
    result.threads = launch.warp_width != 0 ? launch.warp_width : chosen;
    if (launch.blocks) {
        add_blocks(*launch.blocks, kernel, result);
    } else if (launch.model == LoopModel::simd) {
        result.threads = widest_simd_loop(kernel);
        result.warps = static_cast<std::uint32_t>(launch.elements);
        result.active = ThreadSet::all(1);
    } else if (launch.model == LoopModel::threads) {
        result.model = ThreadModel::volta;
        result.block_threads = static_cast<std::uint32_t>(launch.elements);
        result.threads = std::min(result.block_threads, kMaxLanes);
        result.warps = result.warps_per_block();
        result.active = ThreadSet::all(result.threads);
    } else {
        result.warps = static_cast<std::uint32_t>((launch.elements + result.threads - 1) / result.threads);
        result.active = ThreadSet::all(result.threads);
    }
    assert(result.threads <= kMaxThreads && result.warps <= kMaxWarps);
    result.word = {.width = kernel.bits <= 32 ? 32 : 64, .wrap = false};
    const bool by_warp = launch.model == LoopModel::simd || launch.blocks;
    result.races = by_warp ? RaceMode::warp : RaceMode::thread;
    for (const Region& region : launch.regions) {
        result.buffers.push_back({region.name, region.address, region.count()});
        preload(region, result);
        if (region.zeros) result.preloads.push_back({region.address, region.count(), {}, 0, 0});
        for (const Region& part : region.parts) preload(part, result);
    }
    return result;
}

}  // namespace

KernelLowering::KernelLowering(const Kernel& kernel, const Launch& launch,
                               const std::map<VariableId, SimdLoopCode>& simd_loops)
    : kernel_(kernel),
      launch_(launch),
      simd_loops_(simd_loops),
      writer_(machine_of(kernel, launch)),
      addresses_(launch.origins, index()),
      expressions_(writer_, addresses_, variables(), addresses_.index(), kernel.signed_overflow_traps,
                   launch.wrapping_lines) {
    if (kernel.element) expressions_.set_number(Operand::of(expressions_.variable(*kernel.element)));
}

// ---- before the first statement

// i: tid, or the thread's number in the grid, or that of the warp.
Operand KernelLowering::index() {
    const Operand in_launch = index_in_launch();
    if (!launch_.first) return in_launch;
    const Variable number = writer_.variable("number");
    writer_.binary(number, in_launch, Operation::add, Operand::constant(*launch_.first));
    return Operand::of(number);
}

Operand KernelLowering::index_in_launch() {
    if (launch_.blocks) return index_in_grid();
    if (launch_.model == LoopModel::simd) return Operand::wid();
    if (launch_.model == LoopModel::threads) return Operand::btid();
    if (!is_grid()) return Operand::tid();
    const Variable i = writer_.variable("i");
    writer_.binary(i, Operand::wid(), Operation::mul, Operand::constant(threads()));
    writer_.binary(i, Operand::of(i), Operation::add, Operand::tid());
    return Operand::of(i);
}

std::vector<Variable> KernelLowering::variables() {
    std::vector<Variable> result(kernel_.variables.size());
    std::vector<VariableId> shared(result.size());
    std::iota(shared.begin(), shared.end(), VariableId{0});
    // In C, what a variable holds is shown by its name.
    if (!kernel_.signed_overflow_traps) shared = shared_variables(kernel_);
    for (VariableId v = 0; v < result.size(); ++v) {
        if (shared[v] == v) result[v] = writer_.variable(kernel_.variables[v].name);
    }
    for (VariableId v = 0; v < result.size(); ++v) result[v] = result[shared[v]];
    return result;
}

void KernelLowering::count_declarations() {
    declared_.assign(kernel_.variables.size(), 0);
    for_each_statement(kernel_.body, [this](const Statement& s, bool) {
        if (s.kind == Kind::declare) ++declared_[s.variable];
    });
}

// Addresses that are used more than once, or in a loop, are computed once.
void KernelLowering::keep_addresses() {
    std::map<std::int64_t, std::pair<ElementRef, int>> uses;
    const auto use = [&](const ElementRef& element, bool in_loop) {
        auto& [first, number] =
            uses.emplace(addresses_.distance(element), std::pair(element, 0)).first->second;
        number += in_loop ? 2 : 1;
    };
    for_each_statement(kernel_.body, [&](const Statement& s, bool in_loop) {
        const bool again = in_loop || s.kind == Kind::while_;
        if (s.kind == Kind::store && s.index == nullptr) use(s.element, again);
        std::set<const Expression*> seen;
        const std::function<void(const Expr&)> look = [&](const Expr& e) {
            if (!seen.insert(e.get()).second) return;
            if (e->kind == Expression::Kind::load && e->operands.empty()) use(e->element, again);
            for (const Expr& operand : e->operands) look(operand);
        };
        for_each_expression(s, look);
    });
    for (const auto& [distance, used] : uses) {
        if (used.second > 1 && distance != 0) keep_address(used.first, distance);
    }
}

void KernelLowering::keep_address(const ElementRef& element, std::int64_t distance) {
    std::string name = "at_" + kernel_.buffers[element.buffer].name;
    if (element.offset != 0) {
        name += (element.offset < 0 ? "_minus_" : "_plus_") + std::to_string(std::abs(element.offset));
    }
    const Variable kept = writer_.variable(name);
    writer_.binary(kept, addresses_.index(), Operation::add, Operand::constant(distance));
    addresses_.keep(distance, kept);
}

// ---- statements

Program KernelLowering::run() {
    count_declarations();
    const std::int64_t all = threads() * writer_.machine().warps;
    if (all == launch_.elements || launch_.model != LoopModel::spmd || launch_.blocks) {
        body();
    } else {
        const Variable exists = writer_.variable("exists");
        const BranchTarget end = writer_.target("end");
        writer_.binary(exists, addresses_.index(), Operation::lt,
                       Operand::constant(launch_.first.value_or(0) + launch_.elements));
        expressions_.set_guard(exists);
        writer_.branch(Opcode::bz, exists, end);
        body();
        writer_.bind(end);
        writer_.emit(Opcode::sync);
    }
    writer_.emit(Opcode::stop);
    return writer_.finish();
}

void KernelLowering::body() {
    set_parameters();
    if (launch_.blocks) set_numbers();
    keep_addresses();
    enter_function(kernel_.body);
    block(kernel_.body, nullptr);
}

void KernelLowering::set_parameters() {
    for (const auto& [variable, bits] : launch_.values) {
        const ValueType type = kernel_.variables[variable].type;
        const auto value = type.condition ? static_cast<Value>(bits) : word_of_pattern(bits, type.type);
        writer_.copy(expressions_.variable(variable), Operand::constant(value));
    }
}

// If lanes may leave a statement early, only the others run what follows it: in the other half of a
// conditional if one half always leaves, otherwise after a test of the flag.
void KernelLowering::block(Statements statements, const Rest* after) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& s = statements[i];
        const Rest rest{statements.subspan(i + 1), after};
        const bool body_leaves = s.kind == Kind::if_ && always_leaves(s.body);
        const bool otherwise_leaves = s.kind == Kind::if_ && always_leaves(s.otherwise);
        if (body_leaves != otherwise_leaves) {
            return conditional(s, body_leaves ? nullptr : &rest, otherwise_leaves ? nullptr : &rest);
        }
        statement(s, rest.statements);
        if (always_leaves(statements.subspan(i, 1))) return;
        if (exits_.of(s).any()) return those_that_stay(rest);
    }
    if (after != nullptr) block(after->statements, after->next);
}

void KernelLowering::statement(const Statement& s, Statements following) {
    writer_.set_line(s.line);
    switch (s.kind) {
        case Kind::declare:
            mark_begin(s.variable);
            declare(s, following);
            break;
        case Kind::set:
            mark_step(s.variable);
            set(s);
            break;
        case Kind::store:
            store(s);
            break;
        case Kind::if_:
            conditional(s, nullptr, nullptr);
            break;
        case Kind::while_:
            loop(s);
            break;
        case Kind::break_:
            break_();
            break;
        case Kind::continue_:
            continue_();
            break;
        case Kind::return_:
            return_();
            break;
        case Kind::call:
            call(s);
            break;
        case Kind::simd:
            simd_loop(s);
            break;
        case Kind::check: {
            const Operand holds = expressions_.value(s.value);
            writer_.set_line(s.line);
            writer_.emit({.opcode = Opcode::assert_, .operands = {holds}});
            break;
        }
        case Kind::array:
        case Kind::print:
        case Kind::parallel:
            assert(false && "a launch of its own");
            break;
        case Kind::atomic:
            atomic(s);
            break;
        case Kind::team:
            team(s);
            break;
        case Kind::instruction:
            instruction(s);
            break;
    }
    expressions_.finish_statement();
}

// A variable without a value is undefined, each time that control comes here, unless the next statement sets
// it.
void KernelLowering::declare(const Statement& s, Statements following) {
    if (s.value != nullptr) return expressions_.assign(expressions_.variable(s.variable), s.value);
    if (loops_ == 0 && declared_[s.variable] == 1) return;
    for (const Statement& next : following) {
        if (!mentions(next, s.variable)) continue;
        Statement only_value;
        only_value.value = next.value;
        only_value.kind = Kind::store;
        if (next.kind == Kind::set && !mentions(only_value, s.variable)) return;
        return writer_.undefine(expressions_.variable(s.variable));
    }
}

void KernelLowering::set(const Statement& s) {
    act(s, [&] { expressions_.assign(expressions_.variable(s.variable), s.value); });
}

void KernelLowering::store(const Statement& s) {
    act(s, [&] {
        expressions_.count(s.value);
        if (s.index != nullptr) expressions_.count(s.index);
        if (s.asynchronous) return copy(s);
        const Operand o = expressions_.value(s.value);
        writer_.set_line(s.line);
        const Operand to = expressions_.address(s.element, s.index);
        writer_.set_line(s.line);
        writer_.accesses(s.element.buffer);
        writer_.store(to, o, s.atomic);
    });
}

// The addresses of a load and of a store.
void KernelLowering::copy(const Statement& s) {
    const Expression& from = *s.value;
    writer_.set_line(s.line);
    const Operand source =
        expressions_.address(from.element, from.operands.empty() ? nullptr : from.operands.front());
    const Operand to = expressions_.address(s.element, s.index);
    writer_.set_line(s.line);
    writer_.accesses(s.element.buffer, from.element.buffer);
    writer_.emit({.opcode = Opcode::copy_async, .operands = {to, source}});
}

template <typename F>
void KernelLowering::act(const Statement& s, const F& action) {
    if (!s.unmasked || !expressions_.wakes) return action();
    expressions_.load_in_active_lanes(s.value);
    expressions_.everywhere(action);
}

void KernelLowering::enter_function(const Block& body) {
    around_.push_back({});
    if (!exits_.of(body).returns) return;
    around_.back().stays = writer_.flag("stays");
    writer_.copy(*around_.back().stays, Operand::constant(1));
}

void KernelLowering::call(const Statement& s) {
    for (const auto& [parameter, value] : s.arguments) {
        expressions_.assign(expressions_.variable(parameter), value);
        expressions_.finish_statement();
    }
    const std::uint32_t outside = site_;
    if (!s.function.empty()) {
        sites_.push_back({{s.function, s.line}, outside});
        site_ = static_cast<std::uint32_t>(sites_.size());
        writer_.enter(site_);
    }
    enter_function(s.body);
    block(s.body, nullptr);
    around_.pop_back();
    writer_.enter(site_ = outside);
    writer_.set_line(s.line);
    if (s.result != nullptr) expressions_.assign(expressions_.variable(s.variable), s.result);
}

std::vector<InlinedCall> InlinedCalls::around(Label pc) const {
    std::vector<InlinedCall> result;
    if (pc == 0 || pc > of.size()) return result;
    for (std::uint32_t at = of[pc - 1]; at != 0; at = sites[at - 1].outer)
        result.push_back(sites[at - 1].call);
    return result;
}

Program lower(const Kernel& kernel, const Launch& launch) {
    return lower_with_variables(kernel, launch).program;
}

LoweredKernel lower_with_variables(const Kernel& kernel, const Launch& launch) {
    std::map<VariableId, SimdLoopCode> loops;
    const Kernel of_statements = with_loops_of_statements(kernel, launch.model, loops);
    KernelLowering lowering(of_statements, launch, loops);
    LoweredKernel result{.program = lowering.run(), .variables = {}};
    result.simd_loops = lowering.simd_loops();
    result.objects = lowering.objects();
    for (Label pc = 1; pc < result.program.end(); ++pc) {
        if (result.program.at(pc).opcode != Opcode::copy_async) continue;
        result.objects.push_back(lowering.sources()[pc - 1]);
        result.sources.emplace(pc, static_cast<Label>(result.objects.size()));
    }
    result.columns = lowering.columns();
    result.team = lowering.team();
    result.calls = lowering.calls();
    for (VariableId v = 0; v < kernel.variables.size(); ++v) result.variables.push_back(lowering.variable(v));
    return result;
}

}  // namespace musimd::dsl
