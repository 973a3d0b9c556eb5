#include "dsl/walk.hpp"

namespace musimd::dsl {

void visit(const Expr& expr, const std::function<void(const Expression&)>& see) {
    if (expr == nullptr) return;
    see(*expr);
    for (const Expr& operand : expr->operands) visit(operand, see);
}

void visit(const Block& block, const std::function<void(const Statement&)>& see) {
    for (const Statement& s : block) {
        see(s);
        for (const Block* const part : blocks(s)) visit(*part, see);
    }
}

void visit_own(const Statement& s, const std::function<void(const Expression&)>& see) {
    visit(s.value, see);
    for (const auto& [parameter, value] : s.arguments) visit(value, see);
    visit(s.result, see);
    visit(s.index, see);
    for (const Expr& operand : s.operands) visit(operand, see);
}

void visit_expressions(const Block& block, const std::function<void(const Expression&)>& see) {
    visit(block, [&](const Statement& s) { visit_own(s, see); });
}

std::size_t statements(const Block& block) {
    std::size_t count = 0;
    visit(block, [&](const Statement&) { ++count; });
    return count;
}

std::vector<Expr*> slots(Statement& s) {
    std::vector<Expr*> found;
    if (s.value != nullptr) found.push_back(&s.value);
    for (auto& [parameter, value] : s.arguments) found.push_back(&value);
    if (s.result != nullptr) found.push_back(&s.result);
    return found;
}

std::vector<Expr*> all_slots(Block& block) {
    std::vector<Expr*> found;
    for (Statement& s : block) {
        for (Expr* slot : slots(s)) found.push_back(slot);
        for (Block* inner : blocks(s)) {
            for (Expr* slot : all_slots(*inner)) found.push_back(slot);
        }
    }
    return found;
}

}  // namespace musimd::dsl
