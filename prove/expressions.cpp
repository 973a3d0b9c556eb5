#include <fmt/format.h>

#include "dsl/trees.hpp"
#include "prove/execution.hpp"

// Expressions.

namespace musimd::prove {

using dsl::Expression;
using dsl::Function;

Term Execution::value(const dsl::Expr& e, ThreadState& state) {
    switch (e->kind) {
        case Expression::Kind::literal:
            return literal(*e);
        case Expression::Kind::variable:
            return variable(*e, state);
        case Expression::Kind::load:
            return load(e, state);
        case Expression::Kind::apply:
            return e->type.condition ? condition_of(*e, state) : applied(*e, state);
        case Expression::Kind::element:
            break;
    }
    return element_;
}

Term Execution::literal(const Expression& e) {
    if (e.type.condition) return terms_.truth(e.bits != 0);
    if (is_signed_integer(e.type.type)) return terms_.number(Integer(word_of_pattern(e.bits, e.type.type)));
    return terms_.number(Integer(pattern_of_word(static_cast<Value>(e.bits), e.type.type)));
}

Term Execution::variable(const Expression& e, ThreadState& state) {
    const auto at = state.values.find(e.variable);
    if (at != state.values.end()) return at->second;
    const std::string& name = kernel_.code.variables[e.variable].name;
    return state.values[e.variable] = fresh(e.variable, fmt::format("{} before it has a value", name));
}

Term Execution::load(const dsl::Expr& e, ThreadState& state) {
    const FactNumber from = latest_;
    Term index = e->operands.empty() ? element_ : value(e->operands[0], state);
    index = terms_.sum(index, terms_.number(e->element.offset));
    const Known known{statement_begin_, from, latest_};
    record({.buffer = e->element.buffer,
            .index = index,
            .active = state.active,
            .intervals = state.intervals,
            .line = e->line,
            .known = known});
    const auto targets = targets_of(e->element.buffer, index, state.active, known);
    if (!targets || targets->empty())
        return fresh(e->type, "pointed", fmt::format("what a pointer points to on line {}", e->line.line));
    const Term when = terms_.both(state.active, narrow_);
    Term result = nullptr;
    for (std::size_t i = targets->size(); i-- > 0;) {
        const Target& target = (*targets)[i];
        Term element = loaded(*e, target, state);
        learn_contents(target, e->type.type, element, terms_.both(when, target.when));
        result = result == nullptr ? element : terms_.choose(target.when, element, result);
    }
    return result;
}

Term Execution::loaded(const Expression& e, const Target& from, const ThreadState& state) {
    const dsl::BufferId buffer = from.buffer;
    const std::string name = name_of(buffer);
    const Range range = is_float(e.type.type) ? Range{} : range_of(e.type.type);
    if (Term stored = e.atomic ? nullptr : stored_at(from, e.type.type, state)) return stored;
    // The same bits are another number in another type.
    std::string contents = "contents of " + name;
    if (e.type.type != kernel_.code.buffers[buffer].element)
        contents += fmt::format(" as {}", to_string(e.type.type));
    const bool is_plain = !e.atomic && !is_local(buffer) && !writes_anywhere_;
    const bool is_written = written_.contains(buffer);
    if (is_plain && !is_written && !is_shared(buffer)) {
        Term result = terms_.apply(contents, {from.index}, range);
        causes_[result] = fmt::format("what {} contains", name);
        return result;
    }
    const std::string cause =
        fmt::format("what {} contains on line {}, which the kernel writes", name, e.line.line);
    // Without fences, between their barriers threads of two warps, and of one if all its lanes wait in each
    // `__syncwarp`, read the same if both read it: a write that came between would be a race.
    const bool is_ordered = level_ == Level::block || (level_ == Level::warp && !has_partial_waits_);
    const bool is_common = is_plain && is_ordered && !has_fences_ && !state.dirty.contains(buffer);
    if (!is_common) return fresh(e.type, name, cause);
    Term result =
        terms_.apply(fmt::format("{} in interval {}", contents, state.version), {from.index}, range);
    causes_[result] = cause;
    return result;
}

Term Execution::under(Term condition, const dsl::Expr& e, ThreadState& state) {
    if (dsl::reads_memory(e)) return value(e, state);
    Term around = std::exchange(narrow_, terms_.both(narrow_, condition));
    Term result = value(e, state);
    narrow_ = around;
    return result;
}

Term Execution::condition_of(const Expression& e, ThreadState& state) {
    Term a = value(e.operands[0], state);
    switch (e.function) {
        case Function::andl:
            return terms_.both(a, under(a, e.operands[1], state));
        case Function::orl:
            return terms_.either(a, under(terms_.negation(a), e.operands[1], state));
        case Function::andnotl:
            return terms_.both(a, terms_.negation(under(a, e.operands[1], state)));
        case Function::xorl:
            return terms_.differs(a, value(e.operands[1], state));
        case Function::notl:
            return terms_.negation(a);
        case Function::to_bool:
            return a;
        case Function::to_logical:
            return terms_.negation(terms_.zero(is_float(e.operands[0]->type.type) ? opaque(e, {a}) : a));
        case Function::eq:
        case Function::ne:
        case Function::lt:
        case Function::le:
        case Function::gt:
        case Function::ge:
            return compared(e, a, value(e.operands[1], state));
        default:
            break;
    }
    for (std::size_t i = 1; i < e.operands.size(); ++i) value(e.operands[i], state);
    return fresh(e.type, "condition", fmt::format("a condition on line {}", e.line.line));
}

Term Execution::compared(const Expression& e, Term a, Term b) {
    const bool is_of_floats = is_float(e.operands[0]->type.type);
    if (is_of_floats) return terms_.positive(opaque(e, {a, b}));
    if (e.operands[0]->type.condition)
        return terms_.positive(fresh(dsl::ValueType{Type::u8, false}, "condition", "a comparison"));
    switch (e.function) {
        case Function::eq:
            return terms_.equal(a, b);
        case Function::ne:
            return terms_.negation(terms_.equal(a, b));
        case Function::lt:
            return terms_.less(a, b);
        case Function::le:
            return terms_.at_most(a, b);
        case Function::gt:
            return terms_.less(b, a);
        default:
            return terms_.at_most(b, a);
    }
}

Term Execution::applied(const Expression& e, ThreadState& state) {
    const FactNumber from = latest_;
    if (e.function == Function::select) {
        Term condition = value(e.operands[0], state);
        Term a = under(condition, e.operands[1], state);
        Term b = under(terms_.negation(condition), e.operands[2], state);
        return terms_.choose(condition, a, b);
    }
    std::vector<Term> operands;
    for (const dsl::Expr& operand : e.operands) {
        Term term = value(operand, state);
        if (operand->type.condition) term = terms_.choose(term, terms_.number(1), terms_.number(0));
        operands.push_back(term);
    }
    if (e.function == Function::to_number) return operands[0];
    if (e.function == Function::cvt || e.function == Function::reinterpret)
        return converted(e, operands[0], state, from);
    if (is_float(e.type.type) || e.operands[0]->type.condition || is_float(e.operands[0]->type.type))
        return opaque(e, std::move(operands));
    if (e.line.line != 0) operation_ = e.line;
    return integer_of(e, operands, state, from);
}

/// Equal operands give equal results: nothing else is known.
Term Execution::opaque(const Expression& e, std::vector<Term> operands) {
    std::string name(dsl::info(e.function).name);
    for (const dsl::Expr& operand : e.operands) name += fmt::format("_{}", to_string(operand->type.type));
    const Range range = e.type.condition        ? Range{0, 1}
                        : is_float(e.type.type) ? Range{}
                                                : range_of(e.type.type);
    return terms_.apply(fmt::format("{}_to_{}", name, to_string(e.type.type)), std::move(operands), range);
}

}  // namespace musimd::prove
