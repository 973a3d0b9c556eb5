#pragma once

#include "dsl/spmd/scalar.hpp"

// The DSL for one element, computed as vectors do: statements that a k_if excludes are computed but not
// stored. Replaces keywords of dsl/spmd/scalar.hpp. Everything is correct except:
//
// - divisions are also done in dormant elements, and a zero divisor there ends the process;
// - if MUSIMD_LOSES_TAIL is defined, launches with unroll factor 2 lose the last element after full vectors
//   of 128 bits.

namespace spmd {

template <typename T, typename Value>
void masked_assign(bool active, T& to, const Value& value) {
    if (active) to = static_cast<T>(value);
}

/// Keeps compilers from moving the division to where its result is assigned, and from knowing its operands.
template <typename T>
T computed(T x) {
    if constexpr (std::is_arithmetic_v<T>) {
        const volatile T kept = x;
        return kept;
    } else {
        return x;
    }
}

inline std::int64_t lost(std::int64_t n, int bits, int unroll) {
#ifdef MUSIMD_LOSES_TAIL
    const std::int64_t at_once = 128 / bits * unroll;
    return unroll == 2 && n > at_once && n % at_once != 0 ? 1 : 0;
#else
    static_cast<void>(n), static_cast<void>(bits), static_cast<void>(unroll);
    return 0;
#endif
}

}  // namespace spmd

#undef spmd_kernel_begin_
#undef spmd_dev_func_head_
#undef spmd_launch_kernel_1d
#undef k_store
#undef k_set
#undef k_if
#undef k_elseif
#undef k_else
#undef k_endif
#undef k_while
#undef k_endwhile
#undef k_break
#undef k_continue
#undef k_return
#undef k_div

#define spmd_kernel_begin_                         \
    constexpr bool spmd_in_kernel = spmd_bits > 0; \
    bool spmd_active = true;                       \
    bool spmd_returned = false;
#define spmd_dev_func_head_(type_name, ...)                                            \
    type_name(const std::int64_t spmd_i, const bool spmd_caller_active, __VA_ARGS__) { \
        constexpr bool spmd_in_kernel = spmd_bits < 0;                                 \
        bool spmd_active = spmd_caller_active;                                         \
        bool spmd_returned = false;
#define spmd_launch_kernel_1d(name, bits, unroll, n, ...)                                              \
    for (std::int64_t spmd_i = 0; spmd_i < static_cast<std::int64_t>(n) - spmd::lost(n, bits, unroll); \
         ++spmd_i)                                                                                     \
    name<bits>(spmd_i, __VA_ARGS__)

#define k_store(pointer, value) spmd::masked_assign(spmd_active, (pointer)[spmd_i], value)
#define k_set(variable, value) spmd::masked_assign(spmd_active, variable, value)
#define k_if(condition)                                       \
    {                                                         \
        const bool spmd_before = spmd_active;                 \
        const bool spmd_first = static_cast<bool>(condition); \
        bool spmd_rest = spmd_active && !spmd_first;          \
        spmd_active = spmd_active && spmd_first;              \
        {
#define k_elseif(condition)                                  \
    }                                                        \
    spmd_active = spmd_rest && !spmd_returned;               \
    {                                                        \
        const bool spmd_next = static_cast<bool>(condition); \
        spmd_rest = spmd_active && !spmd_next;               \
        spmd_active = spmd_active && spmd_next;
#define k_else                                 \
    }                                          \
    spmd_active = spmd_rest && !spmd_returned; \
    {
#define k_endif                                  \
    }                                            \
    spmd_active = spmd_before && !spmd_returned; \
    }
#define k_while(condition)                     \
    {                                          \
        const bool spmd_at_loop = spmd_active; \
        while (spmd_active && (condition)) {
#define k_endwhile                                \
    }                                             \
    spmd_active = spmd_at_loop && !spmd_returned; \
    }
#define k_break \
    if (spmd_active) break
#define k_continue \
    if (spmd_active) continue
#define k_return                                              \
    do {                                                      \
        if constexpr (spmd_in_kernel) {                       \
            if (spmd_active) return spmd::leave<spmd_bits>(); \
        } else {                                              \
            spmd_returned = spmd_returned || spmd_active;     \
            spmd_active = false;                              \
        }                                                     \
    } while (0)
#define k_div(a, b) spmd::computed(spmd::call_div<spmd_bits>(true, spmd::computed(a), spmd::computed(b)))
