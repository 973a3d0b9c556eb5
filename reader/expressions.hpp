#pragma once

#include <functional>
#include <map>
#include <utility>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Values of numbers, and conditions.
class Expressions : public Reader {
  public:
    using Reader::Reader;

    /// Expressions whose value is known.
    using Substitution = std::map<const ast::Expr*, Expr>;
    Expr value_with(Substitution known, const ast::Expr* e);
    Expr condition_with(Substitution known, const ast::Expr* e);
    void effects_with(Substitution known, const ast::Expr* e);
    template <typename F>
    auto with(Substitution known, const F& read) {
        const llvm::SaveAndRestore substituted(substituted_, std::move(known));
        return read();
    }

    Expr value(const ast::Expr* e);
    Expr condition(const ast::Expr* e);
    Expr choose(const ast::ConditionalOperator* e);
    /// The address of the object that it is.
    Expr choose_object(const ast::ConditionalOperator* e);
    void effects(const ast::Expr* e);
    Expr value_of_statements(const ast::StmtExpr* e);
    Expr arithmetic(ast::BinaryOperatorKind kind, Expr a, Expr b, const ast::Expr* at);
    /// The expression, settled if what follows may change its value.
    Expr kept(Expr e, Changes later, const ast::Expr* at);

  private:
    Expr choose(const ast::ConditionalOperator* e, const std::function<Expr(const ast::Expr*)>& value_of);
    using Reader::kept;

    Expr value_of(const ast::Expr* e);
    Expr value_of_binary(const ast::BinaryOperator* e);
    Expr value_of_unary(const ast::UnaryOperator* e);
    Expr cast(const ast::CastExpr* e);
    Expr logical(const ast::BinaryOperator* e);
    std::pair<Expr, Expr> operands(const ast::BinaryOperator* e);

    Substitution substituted_;  ///< expressions whose value is known
};

}  // namespace musimd::reader
