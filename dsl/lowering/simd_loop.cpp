#include "dsl/lowering/simd_loop.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "dsl/lowering/kernel_lowering.hpp"

// Loops of which several iterations run at once: the loops under `omp simd`.

namespace musimd::dsl {
namespace {

using Kind = Statement::Kind;

Statement declaration(VariableId v, Expr value) {
    Statement result;
    result.kind = Kind::declare;
    result.variable = v;
    result.value = std::move(value);
    return result;
}

Statement assignment(VariableId v, Expr value) {
    Statement result = declaration(v, std::move(value));
    result.kind = Kind::set;
    return result;
}

/// Rewrites the simd loops of a kernel, to which it adds their numbers of iterations as variables.
class Rewriting {
  public:
    Rewriting(Kernel& kernel, LoopModel model) : kernel_(kernel), model_(model) {}

    Block block(const Block& statements, bool in_simd) {
        Block result;
        for (const Statement& s : statements) add(s, in_simd, result);
        return result;
    }

  private:
    void add(const Statement& s, bool in_simd, Block& to);
    void add_in_order(const Statement& s, Statement loop, VariableId count, Block& to);
    Statement loop_of(const Statement& s, VariableId count, std::uint32_t step);
    Expr number(VariableId v) const { return read(v, ValueType::number(Type::i64)); }
    Expr value(VariableId v) const { return read(v, kernel_.variables[v].type); }

    Kernel& kernel_;
    LoopModel model_;
};

void Rewriting::add(const Statement& s, bool in_simd, Block& to) {
    const bool is_simd = s.kind == Kind::simd;
    Statement copy = s;
    for (Block* part : {&copy.head, &copy.step, &copy.body, &copy.otherwise})
        *part = block(*part, in_simd || is_simd);
    if (!is_simd) return to.push_back(std::move(copy));
    const auto count = static_cast<VariableId>(kernel_.variables.size());
    kernel_.variables.push_back({"count", ValueType::number(Type::i64)});
    if (in_simd || model_ == LoopModel::spmd) return add_in_order(copy, loop_of(copy, count, 1), count, to);
    if (copy.width == 0) copy.width = kDefaultSimdWidth;
    copy.body = {loop_of(copy, count, copy.width)};
    copy.arguments = {{count, copy.value}};
    copy.value = nullptr;
    to.push_back(std::move(copy));
}

// One lane is one partial value.
void Rewriting::add_in_order(const Statement& s, Statement loop, VariableId count, Block& to) {
    const auto add_with_line = [&](Statement statement) {
        statement.line = s.line;
        to.push_back(std::move(statement));
    };
    add_with_line(declaration(count, s.value));
    add_with_line(declaration(s.variable, literal(Type::i64, 0)));
    for (const Reduction& r : s.reductions) {
        const Type type = kernel_.variables[r.partial].type.type;
        add_with_line(declaration(r.partial, literal(type, r.identity_bits)));
    }
    add_with_line(std::move(loop));
    for (const Reduction& r : s.reductions)
        add_with_line(assignment(r.original, apply(r.function, {value(r.original), value(r.partial)})));
}

Statement Rewriting::loop_of(const Statement& s, VariableId count, std::uint32_t step) {
    Statement loop;
    loop.kind = Kind::while_;
    loop.line = s.line;
    loop.value = apply(Function::lt, {number(s.variable), number(count)});
    loop.body = s.body;
    loop.step = {
        assignment(s.variable, apply(Function::add, {number(s.variable), literal(Type::i64, step)}))};
    loop.step.front().line = s.line;
    return loop;
}

// ---- the variables of a simd loop

void note_declared(const Block& block, std::set<VariableId>& declared) {
    for_each_statement(block, [&](const Statement& s, bool) {
        if (s.kind == Kind::declare || (s.kind == Kind::call && s.result != nullptr))
            declared.insert(s.variable);
        for (const auto& [parameter, value] : s.arguments) declared.insert(parameter);
    });
}

void note_read(const Expr& e, std::set<VariableId>& read) {
    if (e->kind == Expression::Kind::variable) read.insert(e->variable);
    for (const Expr& operand : e->operands) note_read(operand, read);
}

/// The variables of the enclosing code that the loop reads, in the order of their numbers.
std::set<VariableId> read_from_outside(const Statement& loop) {
    std::set<VariableId> declared = {loop.variable};
    for (const Reduction& r : loop.reductions) declared.insert(r.partial);
    note_declared(loop.body, declared);
    std::set<VariableId> result;
    for_each_statement(loop.body, [&](const Statement& s, bool) {
        for_each_expression(s, [&](const Expr& e) { note_read(e, result); });
    });
    for (const Reduction& r : loop.reductions) result.insert(r.original);
    std::erase_if(result, [&](VariableId v) { return declared.contains(v); });
    return result;
}

}  // namespace

Kernel with_loops_of_statements(const Kernel& kernel, LoopModel model) {
    Kernel result = kernel;
    result.body = Rewriting(result, model).block(kernel.body, false);
    return result;
}

std::uint32_t widest_simd_loop(const Kernel& kernel) {
    std::uint32_t widest = 1;
    for_each_statement(kernel.body, [&](const Statement& s, bool) {
        if (s.kind == Kind::simd) widest = std::max(widest, s.width == 0 ? kDefaultSimdWidth : s.width);
    });
    return widest;
}

// Lane 0 copies what the loop reads. In the block every lane has these copies, and lane 0 loses nothing.
// Lanes from the width on wait for the others. At the end lane 0 has the reductions.
void KernelLowering::simd_loop(const Statement& s) {
    const auto& [count, iterations] = s.arguments.front();
    expressions_.assign(expressions_.variable(count), iterations);
    expressions_.finish_statement();
    std::vector<std::pair<VariableId, Variable>> outside;
    for (const VariableId v : read_from_outside(s)) {
        const Variable own = expressions_.variable(v);
        outside.emplace_back(v, own);
        expressions_.rebind(v, writer_.variable(kernel_.variables[v].name));
        writer_.copy(expressions_.variable(v), Operand::of(own));
    }
    writer_.emit(Opcode::everywhere);
    for (const auto& [v, own] : outside) take_from(0, expressions_.variable(v));
    writer_.copy(expressions_.variable(s.variable), Operand::tid());
    for (const Reduction& r : s.reductions) {
        const Type type = kernel_.variables[r.partial].type.type;
        writer_.copy(expressions_.variable(r.partial),
                     Operand::constant(word_of_pattern(r.identity_bits, type)));
    }
    lanes_below(s.width, [&] { block(s.body, nullptr); });
    writer_.set_line(s.line);
    if (!s.reductions.empty()) combine(s);
    writer_.emit(Opcode::end_everywhere);
    for (const auto& [v, own] : outside) {
        const bool is_reduced =
            std::ranges::find(s.reductions, v, &Reduction::original) != s.reductions.end();
        if (is_reduced) writer_.copy(own, Operand::of(expressions_.variable(v)));
        expressions_.rebind(v, own);
    }
}

void KernelLowering::take_from(std::uint32_t lane, Variable v) {
    writer_.emit({.opcode = Opcode::shfl, .destination = v, .operands = {Operand::constant(lane)}});
}

template <typename F>
void KernelLowering::lanes_below(std::uint32_t width, const F& write) {
    if (width == threads()) return write();
    const Variable takes_part = writer_.variable("takes_part");
    const Target past = writer_.target("past");
    writer_.binary(takes_part, Operand::tid(), Operation::lt, Operand::constant(width));
    writer_.branch(Opcode::bz, takes_part, past);
    write();
    writer_.bind(past);
    writer_.emit(Opcode::sync);
}

// Lane 0 combines them, in the order of the lanes. In a block of all lanes it may read each of them.
void KernelLowering::combine(const Statement& s) {
    const Variable lane = writer_.variable("lane");
    const Target past = writer_.target("past");
    writer_.emit(Opcode::everywhere);
    writer_.copy(lane, Operand::tid());
    writer_.branch(Opcode::bnz, lane, past);
    for (const Reduction& r : s.reductions) {
        const ValueType type = kernel_.variables[r.partial].type;
        const Expr sum = apply(r.function, {read(r.original, type), read(r.partial, type)});
        for (std::uint32_t from = 0; from < s.width; ++from) {
            if (from != 0) take_from(from, expressions_.variable(r.partial));  // changes that of lane 0 alone
            expressions_.assign(expressions_.variable(r.original), sum);
            expressions_.finish_statement();
        }
    }
    writer_.bind(past);
    writer_.emit(Opcode::sync);
    writer_.emit(Opcode::end_everywhere);
}

}  // namespace musimd::dsl
