// In which order a worker passes its collective iterations, and the indices in each. The model promises none,
// so a result that depends on it is wrong: PMACC_LOCKSTEP_ORDER is 0 for ascending, 1 for descending, 2 for
// shuffled.
#pragma once

#include <pmacc/types.hpp>

#ifndef PMACC_LOCKSTEP_ORDER
#define PMACC_LOCKSTEP_ORDER 0
#endif
static_assert(PMACC_LOCKSTEP_ORDER >= 0 && PMACC_LOCKSTEP_ORDER <= 2,
              "PMACC_LOCKSTEP_ORDER is 0 (ascending), 1 (descending) or 2 (shuffled)");

namespace pmacc::mappings::threads {

HDINLINE constexpr uint32_t greatestCommonDivisor(uint32_t a, uint32_t b) {
    while (b != 0u) {
        uint32_t const rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// A step through 0 … count − 1, modulo count, that reaches every number: near the golden section, and
/// coprime.
HDINLINE constexpr uint32_t stride(uint32_t const count) {
    uint32_t result = count - count / 3u;
    while (greatestCommonDivisor(result, count) != 1u) ++result;
    return result;
}

/// The n-th of the numbers 0 … T_count − 1.
template <uint32_t T_count>
HDINLINE constexpr uint32_t nth(uint32_t const n) {
#if PMACC_LOCKSTEP_ORDER == 1
    return T_count - 1u - n;
#elif PMACC_LOCKSTEP_ORDER == 2
    constexpr uint32_t step = stride(T_count);
    return static_cast<uint32_t>((uint64_t{n} * step + T_count / 2u) % T_count);
#else
    return n;
#endif
}

}  // namespace pmacc::mappings::threads
