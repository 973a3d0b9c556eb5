#include <algorithm>
#include <map>
#include <utility>

#include "differential/spmd/generate/scalars.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Kernel;
using dsl::Statement;
using dsl::VariableId;

// The new numbers of used variables and buffers, by the old ones.
struct Numbers {
    std::map<VariableId, VariableId> variables;
    std::map<dsl::BufferId, dsl::BufferId> buffers;
};

Expr renumbered(const Expr& e, const Numbers& numbers) {
    if (e == nullptr) return e;
    Expression copy = *e;
    if (e->kind == Expression::Kind::variable) copy.variable = numbers.variables.at(e->variable);
    if (e->kind == Expression::Kind::load) copy.element.buffer = numbers.buffers.at(e->element.buffer);
    for (Expr& operand : copy.operands) operand = renumbered(operand, numbers);
    return std::make_shared<const Expression>(std::move(copy));
}

bool names_variable(const Statement& s) {
    return s.kind == Statement::Kind::declare || s.kind == Statement::Kind::set ||
           (s.kind == Statement::Kind::call && s.result != nullptr);
}

void renumber(Block& block, const Numbers& numbers) {
    for (Statement& s : block) {
        if (names_variable(s)) s.variable = numbers.variables.at(s.variable);
        if (s.kind == Statement::Kind::store) s.element.buffer = numbers.buffers.at(s.element.buffer);
        for (auto& [parameter, value] : s.arguments) parameter = numbers.variables.at(parameter);
        for (Expr* slot : dsl::slots(s)) *slot = renumbered(*slot, numbers);
        for (Block* inner : dsl::blocks(s)) renumber(*inner, numbers);
    }
}

// The used variables and buffers, in the order of their first use.
Numbers used(const Kernel& kernel) {
    Numbers numbers;
    const auto variable = [&](VariableId id) {
        numbers.variables.emplace(id, static_cast<VariableId>(numbers.variables.size()));
    };
    std::vector<bool> accessed(kernel.buffers.size(), false);
    dsl::visit(kernel.body, [&](const Statement& s) {
        for (const auto& [parameter, value] : s.arguments) variable(parameter);
        if (names_variable(s)) variable(s.variable);
        if (s.kind == Statement::Kind::store) accessed[s.element.buffer] = true;
    });
    dsl::visit_expressions(kernel.body, [&](const Expression& e) {
        if (e.kind == Expression::Kind::variable) variable(e.variable);
        if (e.kind == Expression::Kind::load) accessed[e.element.buffer] = true;
    });
    // A kernel needs at least one parameter.
    if (std::ranges::find(accessed, true) == accessed.end()) accessed[0] = true;
    for (dsl::BufferId b = 0; b < accessed.size(); ++b) {
        if (accessed[b]) numbers.buffers.emplace(b, static_cast<dsl::BufferId>(numbers.buffers.size()));
    }
    return numbers;
}

void rename_functions(Block& block, const std::string& stem, int& count) {
    for (Statement& s : block) {
        if (s.kind == Statement::Kind::call) s.function = stem + std::to_string(count++);
        for (Block* inner : dsl::blocks(s)) rename_functions(*inner, stem, count);
    }
}

}  // namespace

kernels::KernelCase tidied(const kernels::KernelCase& test) {
    const Numbers numbers = used(test.kernel);
    kernels::KernelCase result = test;
    result.kernel.variables.resize(numbers.variables.size());
    for (const auto& [old, id] : numbers.variables) {
        const dsl::ValueType type = test.kernel.variables[old].type;
        result.kernel.variables[id] = {(type.condition ? "c" : "v") + std::to_string(id), type};
    }
    result.kernel.buffers.clear();
    result.contents.clear();
    for (const auto& [old, id] : numbers.buffers) {
        result.kernel.buffers.push_back(test.kernel.buffers[old]);
        result.contents.push_back(test.contents[old]);
    }
    renumber(result.kernel.body, numbers);
    drop_unused_scalars(result.kernel);
    result.kernel = renamed(std::move(result.kernel), test.kernel.name);
    return result;
}

Kernel renamed(Kernel kernel, const std::string& name) {
    int count = 0;
    kernel.name = name;
    rename_functions(kernel.body, name + "_f", count);
    return kernel;
}

}  // namespace musimd::differential::spmd
