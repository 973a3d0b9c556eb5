#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// The ways in which lanes may leave a statement before its end.
struct Exits {
    bool breaks = false;
    bool continues = false;
    bool returns = false;

    bool any() const { return breaks || continues || returns; }
    Exits& operator|=(Exits other);
};

/// Finds the exits of statements, and caches the result.
class ExitFinder {
  public:
    Exits of(const Statement& s);
    Exits of(std::span<const Statement> statements);

  private:
    std::unordered_map<const Statement*, Exits> found_;
};

/// Whether no lane reaches the end of the statements: each leaves by a break, continue or return.
bool always_leaves(std::span<const Statement> statements);

/// Whether the statement mentions the variable.
bool mentions(const Statement& s, VariableId v);

/// Calls f with each statement, in preorder, and whether it is in a loop.
template <typename F>
void for_each_statement(const Block& block, const F& f, bool in_loop = false) {
    for (const Statement& s : block) {
        f(s, in_loop);
        const bool inside = in_loop || s.kind == Statement::Kind::while_ || s.kind == Statement::Kind::simd;
        for (const Block* part : {&s.head, &s.step, &s.body, &s.otherwise})
            for_each_statement(*part, f, inside);
    }
}

/// Calls f with each expression of the statement itself, without those in its blocks.
template <typename F>
void for_each_expression(const Statement& s, const F& f) {
    if (s.value != nullptr) f(s.value);
    if (s.index != nullptr) f(s.index);
    if (s.result != nullptr) f(s.result);
    for (const auto& [parameter, value] : s.arguments) f(value);
    for (const Expr& operand : s.operands) f(operand);
}

}  // namespace musimd::dsl
