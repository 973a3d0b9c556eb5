#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/kernel.hpp"

// Where targets may legitimately give different results for a kernel.

namespace musimd::dsl {

/// How the results of two targets can be compared.
enum class Comparison : std::uint8_t {
    exact,   ///< bit for bit, all NaNs being equal
    within,  ///< within a bound
    never,
};

/// A place of a kernel at which targets may differ.
struct Portability {
    enum class Kind : std::uint8_t {
        narrow_infix,      ///< infix arithmetic of 8 or 16 bits: a vector wraps, a scalar is promoted to int
        signed_shift,      ///< infix >> of a signed value: logical in vectors, arithmetic in scalars
        half_precision,    ///< f16: kept as f32 between operations in CPU vectors
        float_to_integer,  ///< rounded by x86's vectors, truncated elsewhere; out of range anything
        float_min_max,     ///< a NaN, and zeros of two signs
        fused,             ///< fma of floats where a target has none
        nan_pattern,       ///< the bits of what an operation yields, which a NaN's are not defined in
        estimate,          ///< rec11 and its like: so many bits of the exact value
        math,              ///< functions of the mathematical library: within a bound of the exact value
        unmasked,          ///< k_unmasked_* whose two readings can be told apart
    };

    Kind kind = Kind::narrow_infix;
    std::uint32_t line = 0;  ///< of the source; 0 where there is none
    std::string reason;
    /// How what it yields can be compared: within `promise` where the value goes into memory as it is and is
    /// not read again, so that nothing else depends on it.
    Comparison comparison = Comparison::never;
    Promise promise;  ///< of Comparison::within
};

/// `narrow-infix`
std::string_view to_string(Portability::Kind kind);

/// Every place of the kernel at which targets may differ, each once, by line; none: targets must agree.
std::vector<Portability> non_portable(const Kernel& kernel);

/// How the results of the kernel as a whole can be compared.
Comparison comparison(const std::vector<Portability>& places);

}  // namespace musimd::dsl
