#pragma once

#include <functional>
#include <map>

#include "kernels/compiled/bounded_function.hpp"

// The errors of expressions, as expressions.

namespace musimd::kernels::openmp {

/// Bounds are expressions of f64; null is 0.
class ErrorExpressions {
  public:
    /// Of a variable, and of a load.
    using ErrorOf = std::function<dsl::Expr(const dsl::Expression& e)>;

    ErrorExpressions(bool mathematics, ErrorOf source)
        : mathematics_(mathematics), source_(std::move(source)) {}

    /// How far the value may be from that of another compiler; null for integers.
    dsl::Expr error(const dsl::Expr& e);

    /// The results so far may be outdated.
    void forget() { known_.clear(); }

  private:
    dsl::Expr of_call(const dsl::Expr& e);
    dsl::Expr of_product(const dsl::Expr& a, const dsl::Expr& b);
    dsl::Expr of_quotient(const dsl::Expr& a, const dsl::Expr& b);
    dsl::Expr of_root(const dsl::Expr& e, const dsl::Expr& operand_error);
    dsl::Expr of_mathematics(const dsl::Expr& e);
    dsl::Expr moved(const dsl::Expr& e);
    dsl::Expr rounded(const dsl::Expr& e, const dsl::Expr& error);

    bool mathematics_;
    ErrorOf source_;
    std::map<const dsl::Expression*, dsl::Expr> known_;
};

dsl::Expr number(double value);             ///< an f64
dsl::Expr magnitude(const dsl::Expr& e);    ///< |e|, as an f64
dsl::Expr plus(dsl::Expr a, dsl::Expr b);   ///< sum of bounds
dsl::Expr times(dsl::Expr a, dsl::Expr b);  ///< product of bounds
dsl::Expr quotient(dsl::Expr a, dsl::Expr b);
/// 0 where the first is 0, else the second.
dsl::Expr unless_zero(const dsl::Expr& bound, const dsl::Expr& otherwise);

}  // namespace musimd::kernels::openmp
