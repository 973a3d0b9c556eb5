#include <algorithm>
#include <utility>
#include <vector>

#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Expression;
using dsl::Statement;
using dsl::VariableId;

class Checker {
  public:
    bool block(const Block& statements) {
        const std::size_t visible = visible_.size();
        const bool good =
            std::ranges::all_of(statements, [this](const Statement& s) { return statement(s); });
        visible_.resize(visible);
        return good;
    }

  private:
    bool sees(VariableId variable) const { return std::ranges::find(visible_, variable) != visible_.end(); }

    bool expression(const Expr& e) const {
        if (e == nullptr) return true;
        if (e->kind == Expression::Kind::variable && !sees(e->variable)) return false;
        return std::ranges::all_of(e->operands, [this](const Expr& operand) { return expression(operand); });
    }

    // What cannot be twice in a scope cannot be in one and in a scope inside of it, either: that would be
    // another variable of the same name.
    bool declared(VariableId variable) {
        if (sees(variable)) return false;
        visible_.push_back(variable);
        return true;
    }

    bool statement(const Statement& s) {
        switch (s.kind) {
            case Statement::Kind::declare:
                return expression(s.value) && declared(s.variable);
            case Statement::Kind::set:
                return sees(s.variable) && expression(s.value);
            case Statement::Kind::store:
                return expression(s.value);
            case Statement::Kind::if_:
                return expression(s.value) && !s.body.empty() && block(s.body) && block(s.otherwise);
            case Statement::Kind::while_:
                return loop(s);
            case Statement::Kind::break_:
            case Statement::Kind::continue_:
                return loops_ > 0;
            case Statement::Kind::return_:
                return true;
            case Statement::Kind::call:
                return call(s);
            case Statement::Kind::simd:
            case Statement::Kind::array:
            case Statement::Kind::check:
            case Statement::Kind::print:
            case Statement::Kind::parallel:
            case Statement::Kind::atomic:
            case Statement::Kind::team:
            case Statement::Kind::instruction:
                return false;  // the DSL has none
        }
        return false;
    }

    bool loop(const Statement& s) {
        ++loops_;
        // The head of a loop can only contain calls in its condition.
        const auto is_call = [](const Statement& c) {
            return c.kind == Statement::Kind::call && c.result != nullptr;
        };
        const std::size_t visible = visible_.size();
        bool good = std::ranges::all_of(
            s.head, [&](const Statement& inner) { return is_call(inner) && statement(inner); });
        good = good && expression(s.value);
        visible_.resize(visible);
        good = good && !s.body.empty() && block(s.body);
        --loops_;
        return good;
    }

    // The result is read after the body, at the end of its outermost scope.
    bool call(const Statement& s) {
        if (!std::ranges::all_of(s.arguments, [this](const auto& a) { return expression(a.second); }))
            return false;
        // A function without parameters cannot be written portably.
        if (s.arguments.empty() || s.body.empty()) return false;
        std::vector<VariableId> outside = std::exchange(visible_, {});
        const int loops = std::exchange(loops_, 0);
        for (const auto& [parameter, value] : s.arguments) visible_.push_back(parameter);
        bool good = std::ranges::all_of(s.body, [this](const Statement& inner) { return statement(inner); });
        good = good && expression(s.result);
        visible_ = std::move(outside);
        loops_ = loops;
        return good && (s.result == nullptr || declared(s.variable));
    }

    std::vector<VariableId> visible_;
    int loops_ = 0;
};

}  // namespace

bool is_well_formed(const dsl::Kernel& kernel) {
    return !kernel.body.empty() && Checker().block(kernel.body);
}

}  // namespace musimd::differential::spmd
