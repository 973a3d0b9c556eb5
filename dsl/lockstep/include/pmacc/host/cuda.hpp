// The words of CUDA C++ that kernels of lockstep use, for a compiler of C++.
#pragma once

#include <pmacc/host/counts.hpp>

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

using pmacc::host::blockDim;
using pmacc::host::blockIdx;
using pmacc::host::gridDim;
using pmacc::host::threadIdx;

inline void __syncthreads(const pmacc::host::Site site = pmacc::host::Site::here()) {
    pmacc::host::barrier(site);
}
inline int __syncthreads_count(const int predicate,
                               const pmacc::host::Site site = pmacc::host::Site::here()) {
    return static_cast<int>(pmacc::host::barrier(site, predicate != 0));
}
inline int __syncthreads_and(const int predicate, const pmacc::host::Site site = pmacc::host::Site::here()) {
    return pmacc::host::barrier(site, predicate == 0) == 0;
}
inline int __syncthreads_or(const int predicate, const pmacc::host::Site site = pmacc::host::Site::here()) {
    return pmacc::host::barrier(site, predicate != 0) != 0;
}
inline void __threadfence() {
    pmacc::host::fence();
}
inline void __threadfence_block() {
    pmacc::host::fence();
}

// Not std::min: CUDA has them without a namespace, and by value.
template <typename T>
constexpr T min(T a, T b) {
    return b < a ? b : a;
}
template <typename T>
constexpr T max(T a, T b) {
    return a < b ? b : a;
}

// Atomic accesses: int, unsigned int, long long, unsigned long long; atomicAdd and atomicExch also of float
// and double. Sums of integers wrap.
namespace pmacc::host {
template <typename T>
struct Value {
    using type = T;
};
template <typename T>
constexpr T wrappingSum(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) +
                              static_cast<std::make_unsigned_t<T>>(b));
    else
        return a + b;
}
}  // namespace pmacc::host

#define PMACC_ATOMIC(name, next)                                                     \
    template <typename T>                                                            \
    T name(T* address, typename pmacc::host::Value<T>::type value) {                 \
        return pmacc::host::update(address, [=](const T old) -> T { return next; }); \
    }
PMACC_ATOMIC(atomicAdd, pmacc::host::wrappingSum(old, value))
PMACC_ATOMIC(atomicSub, pmacc::host::wrappingSum(old, static_cast<T>(0u - value)))
PMACC_ATOMIC(atomicMin, value < old ? value : old)
PMACC_ATOMIC(atomicMax, old < value ? value : old)
PMACC_ATOMIC(atomicAnd, old& value)
PMACC_ATOMIC(atomicOr, old | value)
PMACC_ATOMIC(atomicXor, old ^ value)
PMACC_ATOMIC(atomicExch, (static_cast<void>(old), value))
PMACC_ATOMIC(atomicInc, old >= value ? 0u : old + 1u)
PMACC_ATOMIC(atomicDec, old == 0u || old > value ? value : old - 1u)
#undef PMACC_ATOMIC
template <typename T>
T atomicCAS(T* address, typename pmacc::host::Value<T>::type compare,
            typename pmacc::host::Value<T>::type value) {
    return pmacc::host::update(address, [=](const T old) { return old == compare ? value : old; });
}
