#pragma once

#include <cstdint>

namespace musimd::dsl::openmp {

/// The `width` of a `team` statement in host code that says what `declare simd` has promised: `function` is
/// the clause. `operands` are whether a call has broken it, and then of the first call its value, that which
/// the promise has, the number of its iteration, and the value and the iteration of the call before it;
/// last, the line of the simd loop. `is_new`: the values are patterns of f64. With one operand, `function` is
/// the whole message.
inline constexpr std::uint32_t kPromise = 0x8000'0000;

}  // namespace musimd::dsl::openmp
