#pragma once

#include "differential/cuda/draft.hpp"

namespace musimd::differential::cuda {

/// Random expressions without undefined behaviour, and without races.
class Expressions {
  public:
    explicit Expressions(Draft& draft) : draft_(draft) {}

    /// The same for all threads of the level; of any type.
    Known value(Type type, unsigned depth, Level level);
    Expr condition(unsigned depth, Level level);

    /// An i32 in 0 … count − 1.
    Expr below(std::uint32_t count, unsigned depth, Level level);
    /// Of an array of which a thread has elements of its own.
    Expr own_index(const SharedUse& use, unsigned depth);
    /// Into the part of the block.
    Expr any_index(const SharedUse& use, unsigned depth, Level level);
    /// With as many bits at most, and a sign if `is_signed`.
    Known limited(Known from, int bits);

    Type any_type();
    Type integer_type();

  private:
    Known leaf(Type type, Level level);
    Known random_literal(Type type);
    Known known_place(Level level);
    std::optional<Known> local(Type type, Level level);
    std::optional<Known> load(Type type, unsigned depth, Level level);
    static bool is_readable(const SharedUse& use, Level level);
    Expr shared_index(const SharedUse& use, unsigned depth, Level level);
    Known element(std::uint32_t array, Type type, Expr index) const;
    Known whole(Type type, unsigned depth, Level level);
    Known arithmetic(Type type, unsigned depth, Level level);
    Known quotient(Type type, unsigned depth, Level level);
    Known bits(Type type, unsigned depth, Level level);
    Known counted(unsigned depth, Level level);
    Known floating(Type type, unsigned depth, Level level);
    Expr block_part(const SharedUse& use, Expr index) const;

    Draft& draft_;
    unsigned loads_ = 0;  ///< around this place
};

inline Expr infix(Op op, Expr a, Expr b) {
    const Type type = a->type;
    return apply(op, type, {std::move(a), std::move(b)});
}

}  // namespace musimd::differential::cuda
