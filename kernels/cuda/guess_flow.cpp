#include "kernels/cuda/guess_flow.hpp"

#include <algorithm>
#include <utility>

namespace musimd::kernels::cuda {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Function;
using dsl::Statement;
using dsl::VariableId;
using Kind = Statement::Kind;

constexpr int kMaxStatements = 20'000;

bool reads_memory(const Expr& e) {
    return e->kind == Expression::Kind::load || std::ranges::any_of(e->operands, reads_memory);
}

void add_variables(const Expr& e, std::set<VariableId>& to) {
    if (e->kind == Expression::Kind::variable) to.insert(e->variable);
    for (const Expr& operand : e->operands) add_variables(operand, to);
}

bool is_variable(const Expr& e, VariableId variable) {
    return e->kind == Expression::Kind::variable && e->variable == variable;
}

bool calls(const Expr& e, Function function) {
    return e->kind == Expression::Kind::apply && e->function == function;
}

/// Without conversions.
const Expr& inner(const Expr& e) {
    return calls(e, Function::cvt) || calls(e, Function::reinterpret) ? inner(e->operands[0]) : e;
}

/// Of `atomicCAS(p, expected, desired)`, which is `was == expected ? desired : was`.
struct Swap {
    const Expr& expected;
    const Expr& desired;
};

std::optional<Swap> swap_of(const Statement& s) {
    if (s.value == nullptr) return std::nullopt;
    const Expr& value = inner(s.value);
    if (!calls(value, Function::select) || !calls(value->operands[0], Function::eq) ||
        !is_variable(inner(value->operands[2]), s.variable))
        return std::nullopt;
    const std::vector<Expr>& sides = value->operands[0]->operands;
    for (const std::size_t side : {0, 1}) {
        if (is_variable(inner(sides[side]), s.variable)) return Swap{sides[1 - side], value->operands[1]};
    }
    return std::nullopt;
}

}  // namespace

// ---- definitions

Definitions::Definitions(const Block& body) {
    add(body);
}

void Definitions::define(VariableId variable, const Expr& value) {
    const bool is_value = value != nullptr && !reads_memory(value);
    const auto [known, is_new] = values_.emplace(variable, is_value ? value : nullptr);
    if (!is_new) known->second = nullptr;
}

void Definitions::add(const Block& block) {
    for (const Statement& s : block) {
        const bool is_written = s.kind == Kind::set || s.kind == Kind::declare;
        if (is_written && s.value != nullptr) define(s.variable, s.value);
        if (s.kind == Kind::atomic || s.kind == Kind::instruction || s.kind == Kind::simd)
            define(s.variable, nullptr);
        for (const auto& [parameter, value] : s.arguments) define(parameter, value);
        if (s.kind == Kind::call && s.result != nullptr) define(s.variable, s.result);
        for (const Block* part : {&s.head, &s.step, &s.body, &s.otherwise}) add(*part);
    }
}

Expr Definitions::expanded(const Expr& e) const {
    if (e->kind == Expression::Kind::variable) {
        const auto known = values_.find(e->variable);
        return known == values_.end() || known->second == nullptr ? e : expanded(known->second);
    }
    if (e->operands.empty()) return e;
    auto copy = std::make_shared<Expression>(*e);
    for (Expr& operand : copy->operands) operand = expanded(operand);
    return copy;
}

// ---- the flow

GuessFlow::GuessFlow(const Block& body, const Definitions& definitions, const Expr& load)
    : definitions_(definitions), load_(load.get()) {
    if (!load->operands.empty()) {
        index_ = definitions.expanded(load->operands[0]);
        add_variables(index_, of_index_);
    }
    run(body, {State{}});
}

bool GuessFlow::is_element(dsl::ElementRef element, const Expr& index) const {
    if (element != load_->element) return false;
    if (index == nullptr || index_ == nullptr) return index == index_;
    return same(definitions_.expanded(index), index_);
}

void GuessFlow::use(const Expr& e, const State& state) {
    const Sort sort = e == nullptr ? Sort::other : sort_of(e, state);
    is_used_ = is_used_ || sort == Sort::read || sort == Sort::computed;
}

void GuessFlow::assign(VariableId variable, Sort sort, State& state) {
    const auto is_value = [](const auto& known) {
        return known.second == Sort::read || known.second == Sort::computed;
    };
    // From then on, the same index is another element.
    if (of_index_.contains(variable)) is_used_ = is_used_ || std::ranges::any_of(state, is_value);
    state.erase(variable);
    if (sort != Sort::other) state.emplace(variable, sort);
}

GuessFlow::Sort GuessFlow::sort_of(const Expr& e, const State& state) {
    switch (e->kind) {
        case Expression::Kind::literal:
            return e->type.condition && e->bits == 1 ? Sort::holds : Sort::other;
        case Expression::Kind::variable: {
            const auto known = state.find(e->variable);
            return known == state.end() ? Sort::other : known->second;
        }
        case Expression::Kind::load:
            for (const Expr& index : e->operands) use(index, state);
            return e.get() == load_ ? Sort::read : Sort::other;
        case Expression::Kind::apply:
            return sort_of_function(*e, state);
        case Expression::Kind::element:
            break;
    }
    return Sort::other;
}

GuessFlow::Sort GuessFlow::sort_of_function(const Expression& e, const State& state) {
    std::vector<Sort> sorts;
    for (const Expr& operand : e.operands) sorts.push_back(sort_of(operand, state));
    const auto has = [&](Sort sort) { return std::ranges::find(sorts, sort) != sorts.end(); };
    if (e.function == Function::reinterpret || e.function == Function::cvt)
        return sorts[0] == Sort::holds ? Sort::other : sorts[0];
    // Whether the atomicCAS has been successful.
    const bool compares = e.function == Function::eq || e.function == Function::ne;
    if (compares && has(Sort::read) && has(Sort::swapped)) return Sort::other;
    return has(Sort::read) || has(Sort::computed) ? Sort::computed : Sort::other;
}

GuessFlow::Ends GuessFlow::run(const Block& block, States begin) {
    Ends result{.ends = std::move(begin), .breaks = {}, .continues = {}, .returns = {}};
    for (const Statement& s : block) {
        for (const State& state : std::exchange(result.ends, {})) {
            if (is_used_) return {};
            is_used_ = ++statements_ > kMaxStatements;
            run(s, state, result);
        }
    }
    return result;
}

void GuessFlow::run(const Statement& s, State state, Ends& to) {
    switch (s.kind) {
        case Kind::declare:
        case Kind::set:
            assign(s.variable, s.value == nullptr ? Sort::other : sort_of(s.value, state), state);
            break;
        case Kind::atomic:
            run_atomic(s, state);
            break;
        case Kind::store:
        case Kind::check:
            use(s.index, state);
            use(s.value, state);
            break;
        case Kind::instruction:
            for (const Expr& operand : s.operands) use(operand, state);
            assign(s.variable, Sort::other, state);
            break;
        case Kind::if_:
            return run_if(s, state, to);
        case Kind::while_:
            return run_loop(s, std::move(state), to);
        case Kind::call:
            return run_call(s, std::move(state), to);
        case Kind::break_:
            to.breaks.insert(std::move(state));
            return;
        case Kind::continue_:
            to.continues.insert(std::move(state));
            return;
        case Kind::return_:
            to.returns.insert(std::move(state));
            return;
        case Kind::simd:
        case Kind::array:
        case Kind::print:
        case Kind::parallel:
        case Kind::team:
            is_used_ = true;  // not in kernels of CUDA
            return;
    }
    to.ends.insert(std::move(state));
}

void GuessFlow::run_atomic(const Statement& s, State& state) {
    use(s.index, state);
    const auto swap = swap_of(s);
    if (!swap || !is_element(s.element, s.index)) {
        use(s.value, state);
        return assign(s.variable, Sort::other, state);
    }
    const Sort expected = sort_of(swap->expected, state);
    if (expected == Sort::read) {
        is_expected_ = true;
    } else {
        use(swap->expected, state);
        use(swap->desired, state);
    }
    assign(s.variable, Sort::swapped, state);
}

void GuessFlow::run_if(const Statement& s, const State& state, Ends& to) {
    use(s.value, state);
    const bool holds = sort_of(s.value, state) == Sort::holds;
    for (const Block* part : {&s.body, &s.otherwise}) {
        if (holds && part == &s.otherwise) continue;
        Ends ends = run(*part, {state});
        to.ends.merge(ends.ends);
        to.breaks.merge(ends.breaks);
        to.continues.merge(ends.continues);
        to.returns.merge(ends.returns);
    }
}

void GuessFlow::run_loop(const Statement& s, State state, Ends& to) {
    States known;
    States waiting = {std::move(state)};
    while (!waiting.empty() && !is_used_) {
        States begin;
        begin.insert(waiting.extract(waiting.begin()));
        if (!known.insert(*begin.begin()).second) continue;
        Ends head = run(s.head, std::move(begin));
        to.returns.merge(head.returns);
        for (const State& tested : head.ends) {
            use(s.value, tested);
            if (sort_of(s.value, tested) != Sort::holds) to.ends.insert(tested);
            Ends body = run(s.body, {tested});
            to.ends.merge(body.breaks);
            to.returns.merge(body.returns);
            body.ends.merge(body.continues);
            waiting.merge(run(s.step, std::move(body.ends)).ends);
        }
    }
}

void GuessFlow::run_call(const Statement& s, State state, Ends& to) {
    for (const auto& [parameter, value] : s.arguments) assign(parameter, sort_of(value, state), state);
    Ends ends = run(s.body, {std::move(state)});
    ends.ends.merge(ends.returns);
    for (State after : ends.ends) {
        if (s.result != nullptr) assign(s.variable, sort_of(s.result, after), after);
        to.ends.insert(std::move(after));
    }
}

}  // namespace musimd::kernels::cuda
