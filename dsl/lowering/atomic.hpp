#pragma once

#include <optional>

#include "dsl/kernel.hpp"
#include "isa/fetch_operation.hpp"

namespace musimd::dsl {

/// An atomic statement that is one instruction: `fetch_OP [element], operand`.
struct AtomicUpdate {
    FetchOperation operation = FetchOperation::exch;
    Expr operand;
    /// The sum or difference of the old value and the operand, if it is one that overflows in C; else null.
    Expr sum;
    Expr expected = nullptr;  ///< for `fetch_cas [element], expected, operand`
};

/// Nothing if the statement reads only, or if there is no such instruction.
std::optional<AtomicUpdate> as_one_instruction(const Statement& atomic, Type element);

/// `old == expected ? next : old` of integers, as atomicCAS.
std::optional<AtomicUpdate> as_exchange_if_equal(const Statement& atomic, Type element);

}  // namespace musimd::dsl
