#pragma once

#include "differential/openmp/draft.hpp"

namespace musimd::differential::openmp {

/// An integer, and what is known of it.
struct Known {
    dsl::Expr expr;
    Range range;
};

/// Whether computing it could trap, in the eyes of the front end: what && and ?: compute only where C does.
bool may_trap(const dsl::Expr& e);

/// Random expressions without undefined behaviour.
class NestExpressions {
  public:
    explicit NestExpressions(Draft& draft) : draft_(draft) {}

    /// Of a type in which C computes: i32, u32, i64, u64.
    Known integer(Type type, unsigned depth);
    dsl::Expr floating(Type type, unsigned depth);
    /// Of any type.
    dsl::Expr value(Type type, unsigned depth);
    dsl::Expr condition(unsigned depth);
    /// A condition that cannot trap; null if none was found.
    dsl::Expr safe_condition(unsigned depth);

    /// The integer, with operations that bring it into 0 … most, where most + 1 is a power of two.
    Known masked(Known from, std::int64_t most);
    /// An index of an element that may be read.
    dsl::Expr index(dsl::BufferId array, unsigned depth);
    /// Where the iteration may write; outside of simd loops, any of its own elements.
    dsl::Expr own_index(dsl::BufferId array, unsigned depth);

    Type computed_type();
    Type any_type();

  private:
    Known leaf(Type type);
    Known literal(Type type);
    Known converted(Known from, Type to);
    Known load(Type type, unsigned depth);
    Known arithmetic(Type type, unsigned depth);
    Known quotient(Type type, unsigned depth);
    Known bitwise(Type type, unsigned depth);
    Known shifted(Type type, unsigned depth);
    Known chosen(Type type, unsigned depth);
    Known limited(Known from, int bits);
    dsl::Expr float_leaf(Type type);
    dsl::Expr float_literal(Type type);
    dsl::Expr float_load(Type type, unsigned depth);
    dsl::Expr comparison(unsigned depth);

    Draft& draft_;
};

}  // namespace musimd::differential::openmp
