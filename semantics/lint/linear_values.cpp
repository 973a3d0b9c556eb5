#include "semantics/lint/linear_values.hpp"

#include <deque>

namespace musimd {
namespace {

constexpr Integer kLargest = Integer{1} << 62;  // products of two of them are Integers

bool is_small(const LinearValue& value) {
    for (const Integer part : {value.base, value.per_thread, value.per_warp}) {
        if (part > kLargest || part < -kLargest) return false;
    }
    return true;
}

LinearValue scaled(const LinearValue& value, Integer factor) {
    return {value.base * factor, value.per_thread * factor, value.per_warp * factor};
}

LinearValue sum(const LinearValue& a, const LinearValue& b) {
    return {a.base + b.base, a.per_thread + b.per_thread, a.per_warp + b.per_warp};
}

bool is_constant(const LinearValue& value) {
    return value.per_thread == 0 && value.per_warp == 0;
}

}  // namespace

std::optional<LinearValue> LinearValues::of(const Operand& operand) const {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return LinearValue{operand.value, 0, 0};
        case Operand::Kind::tid:
            return LinearValue{0, 1, 0};
        case Operand::Kind::wid:
            return LinearValue{0, 0, 1};
        case Operand::Kind::bid:
        case Operand::Kind::btid:
        case Operand::Kind::shared:
            return std::nullopt;
        case Operand::Kind::variable:
            return values_[operand.variable];
    }
    return std::nullopt;
}

std::optional<LinearValue> LinearValues::result(const Instruction& i) const {
    const auto a = of(i.operands[0]);
    if (i.opcode == Opcode::copy) return a;
    if (i.opcode != Opcode::bp) return std::nullopt;
    const auto b = of(i.operands[1]);
    if (!a || !b || !is_small(*a) || !is_small(*b)) return std::nullopt;
    if (i.operation == Operation::add) return sum(*a, *b);
    if (i.operation == Operation::sub) return sum(*a, scaled(*b, -1));
    if (i.operation == Operation::mul && is_constant(*b)) return scaled(*a, b->base);
    if (i.operation == Operation::mul && is_constant(*a)) return scaled(*b, a->base);
    const bool shifts = i.operation == Operation::shl && is_constant(*b) && 0 <= b->base && b->base < 62;
    if (shifts) return scaled(*a, Integer{1} << static_cast<int>(b->base));
    return std::nullopt;
}

LinearValues::LinearValues(const Program& program) : values_(program.variables.size()) {
    std::vector<Label> assigned_by(program.variables.size(), 0);
    std::vector<bool> assigned_twice(program.variables.size());
    std::vector<std::vector<Label>> readers(program.variables.size());
    std::deque<Label> ready;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        if (!has_destination(info(i.opcode).format)) continue;
        if (assigned_by[i.destination] != 0) assigned_twice[i.destination] = true;
        assigned_by[i.destination] = pc;
        ready.push_back(pc);
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            if (i.operands[o].kind == Operand::Kind::variable) readers[i.operands[o].variable].push_back(pc);
        }
    }
    for (; !ready.empty(); ready.pop_front()) {
        const Variable v = program.at(ready.front()).destination;
        if (assigned_twice[v] || values_[v]) continue;
        values_[v] = result(program.at(ready.front()));
        if (values_[v]) ready.insert(ready.end(), readers[v].begin(), readers[v].end());
    }
}

}  // namespace musimd
