#include <cassert>
#include <set>

#include "dsl/lowering/kernel_lowering.hpp"

// Conditionals and loops, and how lanes leave them.

namespace musimd::dsl {
namespace {

/// Whether computing the expression may trap in a lane for which C++ would not compute it.
bool may_trap(const Expr& e, std::set<const Expression*>& seen) {
    if (!seen.insert(e.get()).second) return false;
    if (e->kind == Expression::Kind::apply) {
        const bool from_float = is_float(e->operands.front()->type.type);
        if ((e->function == Function::div || e->function == Function::rem) && !from_float) return true;
        if (e->function == Function::cvt && from_float && !is_float(e->type.type)) return true;
    }
    if (e->kind == Expression::Kind::load && !e->operands.empty()) return true;
    for (const Expr& operand : e->operands) {
        if (may_trap(operand, seen)) return true;
    }
    return false;
}
bool may_trap(const Expr& e) {
    std::set<const Expression*> seen;
    return may_trap(e, seen);
}

bool is_empty(const Rest* rest) {
    return rest == nullptr || (rest->statements.empty() && is_empty(rest->next));
}

}  // namespace

template <typename F>
void KernelLowering::diverged(const F& write) {
    const bool outside = expressions_.wakes;
    expressions_.wakes = launch_.unmasked == UnmaskedReading::every_lane;
    write();
    expressions_.wakes = outside;
}

void KernelLowering::conditional(const Statement& s, const Rest* after_body, const Rest* after_otherwise) {
    writer_.set_line(s.line);
    const Test test = expressions_.condition(s.value);
    expressions_.finish_statement();
    if (test.constant) {
        return *test.constant ? block(s.body, after_body) : block(s.otherwise, after_otherwise);
    }
    const bool first = !s.body.empty() || !is_empty(after_body);
    const bool second = !s.otherwise.empty() || !is_empty(after_otherwise);
    const BranchTarget other = writer_.target("else");
    const BranchTarget join = writer_.target("join");
    diverged([&] {
        writer_.branch(first ? test.branch_unless() : test.branch_if(), test.variable,
                       first && second ? other : join);
        if (first) block(s.body, after_body);
        writer_.set_line(s.line);
        if (first && second) {
            writer_.jump(join);
            writer_.bind(other);
        }
        if (second) block(s.otherwise, after_otherwise);
    });
    writer_.set_line(s.line);
    writer_.bind(join);
    writer_.emit(Opcode::sync);
}

void KernelLowering::loop(const Statement& s) {
    if (constant_of(s.value) == false) return block(s.head, nullptr);
    const Exits exits = exits_.of(s.body);
    const bool lanes_leave = exits.breaks || exits.returns;
    Left& left = around_.emplace_back(Left{.loop = true});
    if (exits.any()) left.stays = writer_.variable("stays");
    if (lanes_leave && exits.continues) left.trip = writer_.flag("trip");
    const auto trip = left.trip;
    if (lanes_leave) writer_.copy(*left.stays, Operand::constant(1));
    const BranchTarget head = writer_.target("loop");
    const BranchTarget exit = writer_.target("exit");
    bool branches = false;
    writer_.bind(head);
    ++loops_;
    diverged([&] {
        const Test test = goes_on(s, lanes_leave);
        expressions_.finish_statement();
        writer_.set_line(s.line);
        branches = !test.constant;
        if (branches) writer_.branch(test.branch_unless(), test.variable, exit);
        if (trip) writer_.copy(*trip, Operand::constant(1));
        block(s.body, nullptr);
        step(s, lanes_leave);
        writer_.set_line(s.line);
        writer_.jump(head);
    });
    --loops_;
    around_.pop_back();
    writer_.bind(exit);
    if (branches) writer_.emit(Opcode::sync);
    mark_end(s);
}

// Lanes that continue take the step, lanes that have left the loop do not.
void KernelLowering::step(const Statement& s, bool lanes_leave) {
    if (s.step.empty()) return;
    if (!lanes_leave) return block(s.step, nullptr);
    const BranchTarget skip = writer_.target("skip");
    writer_.branch(Opcode::bz, *around_.back().stays, skip);
    block(s.step, nullptr);
    writer_.bind(skip);
    writer_.emit(Opcode::sync);
}

// The condition by which a lane continues at the loop's head. Lanes that have left wait there for the others:
// they do not compute the condition, or computing it is harmless.
Test KernelLowering::goes_on(const Statement& s, bool lanes_leave) {
    const auto stays = around_.back().stays;
    const auto compute = [&] {
        block(s.head, nullptr);
        writer_.set_line(s.line);
        expressions_.assign(*stays, s.value);
    };
    if (!stays) {
        block(s.head, nullptr);
        writer_.set_line(s.line);
        return expressions_.condition(s.value);
    }
    if (!lanes_leave) {
        compute();
    } else if (!s.head.empty() || may_trap(s.value)) {
        const BranchTarget skip = writer_.target("skip");
        writer_.branch(Opcode::bz, *stays, skip);
        compute();
        writer_.bind(skip);
        writer_.emit(Opcode::sync);
    } else if (!constant_of(s.value)) {
        writer_.binary(*stays, Operand::of(*stays), Operation::and_, expressions_.value(s.value));
    }
    return {.constant = std::nullopt, .variable = *stays, .negated = false};
}

void KernelLowering::clear(std::optional<Variable> flag) {
    if (flag) writer_.copy(*flag, Operand::constant(0));
}

void KernelLowering::break_() {
    assert(around_.back().loop);
    clear(around_.back().stays);
    clear(around_.back().trip);
}

void KernelLowering::continue_() {
    assert(around_.back().loop);
    const Left& left = around_.back();
    clear(left.trip ? left.trip : left.stays);
}

void KernelLowering::return_() {
    for (auto left = around_.rbegin();; ++left) {
        clear(left->stays);
        clear(left->trip);
        if (!left->loop) return;
    }
}

void KernelLowering::those_that_stay(const Rest& rest) {
    if (is_empty(&rest)) return;
    const Left& left = around_.back();
    const BranchTarget next = writer_.target("next");
    writer_.branch(Opcode::bz, left.trip ? *left.trip : *left.stays, next);
    diverged([&] { block(rest.statements, rest.next); });
    writer_.bind(next);
    writer_.emit(Opcode::sync);
}

}  // namespace musimd::dsl
