#pragma once

#include <functional>

#include "differential/spmd/generate/scope.hpp"

namespace musimd::differential::spmd {

/// Draws expressions that are valid at the current statement of the draft.
class ExpressionMaker {
  public:
    /// Returns the result of a device function; null if none is allowed or drawn.
    using CallMaker = std::function<dsl::Expr(dsl::ValueType)>;

    ExpressionMaker(Draft& draft, CallMaker call) : draft_(draft), call_(std::move(call)) {}

    Type any_type();  ///< any number type: k_int more often than k_uint and k_float

    /// With operands `depth` deep at most.
    dsl::Expr number(Type type, int depth);
    dsl::Expr condition(int depth);
    /// Of a variable's type; a condition as a k_bool.
    dsl::Expr value(dsl::ValueType type, int depth);

    /// A number from 0 to 3, mostly different between lanes.
    dsl::Expr small_number(Type type);

    dsl::Expr small_literal(Type type, int number);

    /// A number from 0 to 3, the same in all lanes.
    dsl::Expr small_uniform(Type type);

    /// A variable, a load or a literal.
    dsl::Expr leaf(Type type);

  private:
    dsl::Expr any_literal(Type type);
    dsl::Expr any_scalar(Type type, std::uint64_t most = UINT64_MAX);  ///< null: there is none
    dsl::Expr any_load(Type type);
    dsl::Expr integer(Type type, int depth);
    dsl::Expr divided(Type type, int depth);
    dsl::Expr shifted(Type type, int depth);
    dsl::Expr converted(Type to, int depth);
    dsl::Expr floating(int depth);
    dsl::Expr comparison(int depth);

    Draft& draft_;
    CallMaker call_;
};

}  // namespace musimd::differential::spmd
