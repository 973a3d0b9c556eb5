#include "prove/tree_facts.hpp"

#include <algorithm>

#include "dsl/walk.hpp"

namespace musimd::prove {
namespace {

using dsl::Block;
using dsl::Expression;
using dsl::Statement;

bool leaves(const Statement& s, bool in_call) {
    if (s.kind == Statement::Kind::return_ && !in_call) return true;
    if (s.kind == Statement::Kind::instruction && s.instruction.opcode == Opcode::exit) return true;
    const bool is_in_call = in_call || s.kind == Statement::Kind::call;
    return std::ranges::any_of(dsl::blocks(s), [&](const Block* part) {
        return std::ranges::any_of(*part, [&](const Statement& inner) { return leaves(inner, is_in_call); });
    });
}

/// Whether there is a `break` of the loop that the block is in.
bool breaks(const Block* block) {
    return std::ranges::any_of(*block, [](const Statement& s) {
        if (s.kind == Statement::Kind::break_) return true;
        return s.kind != Statement::Kind::while_ && (breaks(&s.body) || breaks(&s.otherwise));
    });
}

}  // namespace

bool has_result(const Statement& statement) {
    return has_destination(info(statement.instruction.opcode).format);
}

std::set<dsl::VariableId> variables_read(const Block& block) {
    std::set<dsl::VariableId> result;
    dsl::visit_expressions(block, [&](const Expression& e) {
        if (e.kind == Expression::Kind::variable) result.insert(e.variable);
    });
    return result;
}

std::set<dsl::VariableId> variables_changed(const Statement& statement) {
    std::set<dsl::VariableId> result;
    const auto on_statement = [&](const Statement& s) {
        using Of = Statement::Kind;
        const bool sets = s.kind == Of::declare || s.kind == Of::set || s.kind == Of::atomic ||
                          (s.kind == Of::call && s.result != nullptr) || s.kind == Of::simd ||
                          (s.kind == Of::instruction && has_result(s));
        if (sets) result.insert(s.variable);
        for (const auto& [variable, argument] : s.arguments) result.insert(variable);
    };
    for (const Block* const part : {&statement.head, &statement.step, &statement.body})
        dsl::visit(*part, on_statement);
    return result;
}

std::set<dsl::BufferId> buffers_written(const Block& block) {
    std::set<dsl::BufferId> result;
    const auto on_statement = [&](const Statement& s) {
        const bool writes = s.kind == Statement::Kind::store || s.kind == Statement::Kind::atomic ||
                            s.kind == Statement::Kind::array;
        if (writes) result.insert(s.element.buffer);
    };
    dsl::visit(block, on_statement);
    return result;
}

bool has_barrier(const Statement& loop, bool of_grid) {
    bool found = false;
    const auto on_statement = [&](const Statement& s) {
        if (s.kind != Statement::Kind::instruction) return;
        const Opcode opcode = s.instruction.opcode;
        if (opcode == Opcode::barrier || (!of_grid && is_block_barrier(opcode))) found = true;
    };
    for (const Block* const part : dsl::blocks(loop)) dsl::visit(*part, on_statement);
    return found;
}

bool has_collective(const Statement& loop) {
    return std::ranges::any_of(dsl::blocks(loop), [](const Block* part) { return has_collective(*part); });
}

bool has_collective(const Block& block) {
    bool found = false;
    dsl::visit(block, [&](const Statement& s) {
        if (s.kind == Statement::Kind::instruction && is_collective(s.instruction.opcode)) found = true;
    });
    return found;
}

bool may_leave(const Statement& loop) {
    return leaves(loop, false);
}

bool has_break(const Statement& loop) {
    return std::ranges::any_of(dsl::blocks(loop), breaks);
}

}  // namespace musimd::prove
