#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

struct ArrayReduction;

/// Complex numbers of C: objects of two numbers.
class ComplexNumbers : public Reader {
  public:
    using Reader::Reader;

    struct Parts {
        Expr re;
        Expr im;  ///< null: it is a real number
    };
    Parts value(const ast::Expr* e);
    /// Where the value is of what is no object; nothing of other expressions.
    std::optional<Pointer> computed(const ast::Expr* e);
    void assign(const Pointer& to, const ast::Expr* from);
    /// The value of a real target; null if it is complex.
    Expr assign_combined(const ast::CompoundAssignOperator* e);
    Expr comparison(const ast::BinaryOperator* e);
    Expr is_not_zero(const ast::Expr* e);
    /// `__real__ z`, `__imag__ z`.
    Pointer part(const ast::UnaryOperator* e);
    Expr value_of_part(const ast::UnaryOperator* e);
    /// Of a reduction.
    void begin_partial(const ArrayReduction& r, const Pointer& partial);
    void combine(const ArrayReduction& r, const Pointer& to, const Pointer& partial);

  private:
    std::optional<Parts> compute(const ast::Expr* e);
    std::optional<Parts> constant(const ast::Expr* e) const;
    std::optional<Parts> of_cast(const ast::CastExpr* e);
    std::optional<Parts> of_unary(const ast::UnaryOperator* e);
    std::optional<Parts> of_two(const ast::Expr* re, const ast::Expr* im);
    Parts of_statements(const ast::StmtExpr* e);
    std::pair<Parts, Parts> operands(const ast::BinaryOperator* e);
    Parts arithmetic(ast::BinaryOperatorKind kind, Parts a, Parts b, const ast::Expr* at);
    Parts by_text(const std::string& name, const std::vector<Expr>& values, const ast::Expr* at);
    Pointer combined(const ast::CompoundAssignOperator* e);
    Parts read(const Pointer& p, ast::QualType type, const ast::Expr* at);
    void write(const Pointer& to, ast::QualType type, Parts value, const ast::Expr* at);
    Parts kept(Parts value, Changes later, const ast::Expr* at);
    static Parts converted(Parts value, Type to, SourcePoint at);
    Expr zero(const Parts& like, SourcePoint at) const { return literal(like.re->type.type, 0, at); }
};

}  // namespace musimd::reader
