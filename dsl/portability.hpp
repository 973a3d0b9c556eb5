#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/kernel.hpp"

// Where targets may legitimately compute different results for a kernel.

namespace musimd::dsl {

/// How the results of two targets can be compared.
enum class Comparison : std::uint8_t {
    exact,   ///< bit for bit, all NaNs being equal
    within,  ///< within a bound
    never,
};

/// An operation of a kernel on which targets may differ.
struct Portability {
    enum class Kind : std::uint8_t {
        narrow_infix,      ///< infix arithmetic of 8 or 16 bits: a vector wraps, a scalar is promoted to int
        signed_shift,      ///< infix >> of a signed value: logical in vectors, arithmetic in scalars
        half_precision,    ///< f16: kept as f32 between operations in CPU vectors
        float_to_integer,  ///< rounded by x86's vectors, truncated elsewhere; undefined out of range
        float_min_max,     ///< NaN, and zeros of different signs
        fused,             ///< fma of floats on a target without one
        nan_pattern,       ///< the bits of a computed float, which are unspecified for a NaN
        estimate,          ///< rec11 and similar: a number of correct bits
        math,              ///< math functions: within a bound of the exact value
        unmasked,          ///< k_unmasked_* whose two meanings differ observably
    };

    Kind kind = Kind::narrow_infix;
    std::uint32_t line = 0;  ///< source line; 0 if unknown
    std::string reason;
    /// How the operation's result can be compared: within `promise` if the value is written to memory
    /// unchanged and not read again, so that nothing else depends on it.
    Comparison comparison = Comparison::never;
    Promise promise;  ///< for Comparison::within
};

/// `narrow-infix`
std::string_view to_string(Portability::Kind kind);

/// Every operation of the kernel on which targets may differ, once each, by line; if empty, targets must
/// agree.
std::vector<Portability> non_portable(const Kernel& kernel);

/// How the results of the whole kernel can be compared.
Comparison comparison(const std::vector<Portability>& list);

}  // namespace musimd::dsl
