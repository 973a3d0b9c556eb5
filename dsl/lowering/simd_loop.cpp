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
    return statement_of(Kind::declare, v, std::move(value));
}

Statement assignment(VariableId v, Expr value) {
    return statement_of(Kind::set, v, std::move(value));
}

/// Rewrites the simd loops of a kernel, to which it adds their numbers of iterations as variables.
class Rewriting {
  public:
    Rewriting(Kernel& kernel, LoopModel model, std::map<VariableId, SimdLoopCode>& loops)
        : kernel_(kernel), model_(model), loops_(loops) {}

    Block block(const Block& statements, bool in_simd) {
        Block result;
        for (const Statement& s : statements) add(s, in_simd, result);
        return result;
    }

  private:
    void add(const Statement& s, bool in_simd, Block& to);
    void add_in_order(const Statement& s, Statement loop, VariableId count, Block& to);
    void note(const Statement& s);
    Statement loop_of(const Statement& s, VariableId count, std::uint32_t step);
    Expr number(VariableId v) const { return read(v, ValueType::number(Type::i64)); }
    Expr value(VariableId v) const { return read(v, kernel_.variables[v].type); }

    Kernel& kernel_;
    LoopModel model_;
    std::map<VariableId, SimdLoopCode>& loops_;
};

void Rewriting::add(const Statement& s, bool in_simd, Block& to) {
    const bool is_simd = s.kind == Kind::simd;
    Statement copy = s;
    for (Block* part : {&copy.head, &copy.step, &copy.body, &copy.otherwise})
        *part = block(*part, in_simd || is_simd);
    if (!is_simd) return to.push_back(std::move(copy));
    const auto count = static_cast<VariableId>(kernel_.variables.size());
    kernel_.variables.push_back({"count", ValueType::number(Type::i64)});
    note(s);
    if (in_simd || model_ != LoopModel::simd) return add_in_order(copy, loop_of(copy, count, 1), count, to);
    if (copy.width == 0) copy.width = kDefaultSimdWidth;
    loops_[s.variable].stride = copy.width;
    loops_[s.variable].lanes_share = true;
    copy.body = {loop_of(copy, count, copy.width)};
    copy.arguments = {{count, copy.value}};
    copy.value = nullptr;
    to.push_back(std::move(copy));
}

void Rewriting::note(const Statement& s) {
    SimdLoopCode& code = loops_[s.variable];
    code.safelen = s.safelen;
    code.line = s.line;
    code.parallel = kernel_.element == s.variable;
    code.keeps_order = !code.parallel && s.function.empty();
    code.locals = s.locals;
    for_each_statement(s.body, [&](const Statement& inner, bool) {
        const bool writes =
            inner.kind == Kind::store || (inner.kind == Kind::atomic && inner.value != nullptr);
        if (writes) code.written.push_back(inner.element.buffer);
        code.locals.insert(code.locals.end(), inner.locals.begin(), inner.locals.end());
    });
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
    if (s.last_values.empty()) return;
    Statement has_last;
    has_last.kind = Kind::if_;
    has_last.value = apply(Function::lt, {literal(Type::i64, 0), number(count)});
    for (const auto& [original, last] : s.last_values) {
        has_last.body.push_back(assignment(original, value(last)));
        has_last.body.back().line = s.line;
    }
    add_with_line(std::move(has_last));
}

Statement Rewriting::loop_of(const Statement& s, VariableId count, std::uint32_t step) {
    Statement loop =
        statement_of(Kind::while_, 0, apply(Function::lt, {number(s.variable), number(count)}), s.line);
    loop.body = s.body;
    loop.step = {
        assignment(s.variable, apply(Function::add, {number(s.variable), literal(Type::i64, step)}))};
    loop.step.front().line = s.line;
    return loop;
}

// ---- the variables of a simd loop

void note_declared(const Block& block, std::set<VariableId>& declared) {
    for_each_statement(block, [&](const Statement& s, bool) {
        const bool declares = s.kind == Kind::declare || s.kind == Kind::atomic;
        if (declares || (s.kind == Kind::call && s.result != nullptr)) declared.insert(s.variable);
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

Kernel with_loops_of_statements(const Kernel& kernel, LoopModel model,
                                std::map<VariableId, SimdLoopCode>& loops) {
    Kernel result = kernel;
    result.body = Rewriting(result, model, loops).block(kernel.body, false);
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
    std::vector<Variable> last_values;
    for (const auto& [original, last] : s.last_values)
        last_values.push_back(writer_.variable(kernel_.variables[original].name));
    mark_begin(s.variable);
    writer_.copy(expressions_.variable(s.variable), Operand::tid());
    for (const Reduction& r : s.reductions) {
        const Type type = kernel_.variables[r.partial].type.type;
        writer_.copy(expressions_.variable(r.partial),
                     Operand::constant(word_of_pattern(r.identity_bits, type)));
    }
    lanes_below(s.width, [&] { block(s.body, nullptr); });
    writer_.set_line(s.line);
    if (!s.reductions.empty() || !s.last_values.empty()) combine(s, last_values);
    writer_.emit(Opcode::end_everywhere);
    for (const auto& [v, own] : outside) {
        const bool is_reduced =
            std::ranges::find(s.reductions, v, &Reduction::original) != s.reductions.end();
        if (is_reduced) writer_.copy(own, Operand::of(expressions_.variable(v)));
        expressions_.rebind(v, own);
    }
    if (!s.last_values.empty()) take_last_values(s, last_values);
}

void KernelLowering::take_from(std::uint32_t lane, Variable v) {
    writer_.emit({.opcode = Opcode::shfl, .destination = v, .operands = {Operand::constant(lane)}});
}

template <typename F>
void KernelLowering::lanes_below(std::uint32_t width, const F& write) {
    if (width == threads()) return write();
    const Variable takes_part = writer_.variable("takes_part");
    const BranchTarget past = writer_.target("past");
    writer_.binary(takes_part, Operand::tid(), Operation::lt, Operand::constant(width));
    writer_.branch(Opcode::bz, takes_part, past);
    write();
    writer_.bind(past);
    writer_.emit(Opcode::sync);
}

// Lane 0 combines them, in the order of the lanes. In a block of all lanes it may read each of them.
void KernelLowering::combine(const Statement& s, const std::vector<Variable>& last_values) {
    const Variable lane = writer_.variable("lane");
    const BranchTarget past = writer_.target("past");
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
    if (!s.last_values.empty()) {
        if_there_are_iterations(s, [&] { fetch_last_values(s, last_values); });
    }
    writer_.bind(past);
    writer_.emit(Opcode::sync);
    writer_.emit(Opcode::end_everywhere);
}

template <typename F>
void KernelLowering::if_there_are_iterations(const Statement& s, const F& write) {
    const Variable any = writer_.variable("any");
    const BranchTarget none = writer_.target("none");
    const Operand count = Operand::of(expressions_.variable(s.arguments.front().first));
    writer_.binary(any, Operand::constant(0), Operation::lt, count);
    writer_.branch(Opcode::bz, any, none);
    write();
    writer_.bind(none);
    writer_.emit(Opcode::sync);
}

// The last iteration was that of lane (count − 1) mod width.
void KernelLowering::fetch_last_values(const Statement& s, const std::vector<Variable>& last_values) {
    const Variable from = writer_.variable("last");
    const Operand count = Operand::of(expressions_.variable(s.arguments.front().first));
    writer_.binary(from, count, Operation::sub, Operand::constant(1));
    writer_.binary(from, Operand::of(from), Operation::mod, Operand::constant(s.width));
    for (std::size_t i = 0; i < last_values.size(); ++i) {
        const Variable own = expressions_.variable(s.last_values[i].second);
        writer_.emit({.opcode = Opcode::shfl, .destination = own, .operands = {Operand::of(from)}});
        writer_.copy(last_values[i], Operand::of(own));
    }
}

void KernelLowering::take_last_values(const Statement& s, const std::vector<Variable>& last_values) {
    if_there_are_iterations(s, [&] {
        for (std::size_t i = 0; i < last_values.size(); ++i)
            writer_.copy(expressions_.variable(s.last_values[i].first), Operand::of(last_values[i]));
    });
}

// ---- where the loops are in the program

void KernelLowering::mark_begin(VariableId iteration) {
    if (!simd_loops_.contains(iteration)) return;
    SimdLoopMarks& marks = marks_[iteration];
    marks.begin = writer_.target("begin");
    writer_.bind(marks.begin);
}

void KernelLowering::mark_step(VariableId iteration) {
    if (!simd_loops_.contains(iteration)) return;
    marks_[iteration].step = writer_.target("step");
    writer_.bind(marks_[iteration].step);
}

// After the while loop that counts the iterations.
void KernelLowering::mark_end(const Statement& loop) {
    if (loop.step.empty() || !simd_loops_.contains(loop.step.front().variable)) return;
    SimdLoopMarks& marks = marks_[loop.step.front().variable];
    marks.end = writer_.target("end");
    writer_.bind(marks.end);
}

std::vector<SimdLoopCode> KernelLowering::simd_loops() const {
    std::vector<SimdLoopCode> result;
    for (const auto& [iteration, marks] : marks_) {
        SimdLoopCode code = simd_loops_.at(iteration);
        code.begin = writer_.place(marks.begin);
        code.step = writer_.place(marks.step);
        code.end = writer_.place(marks.end);
        result.push_back(std::move(code));
    }
    return result;
}

}  // namespace musimd::dsl
