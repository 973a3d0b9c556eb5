// The words of CUDA C++ that kernels of lockstep use, for a compiler of C++.
#pragma once

#include <pmacc/host/counts.hpp>

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

namespace pmacc::host {
inline namespace PMACC_HOST_MODE {

inline void __syncthreads(const Site site = Site::here()) {
    barrier(site);
}
inline int __syncthreads_count(const int predicate, const Site site = Site::here()) {
    return static_cast<int>(barrier(site, predicate != 0));
}
inline int __syncthreads_and(const int predicate, const Site site = Site::here()) {
    return barrier(site, predicate == 0) == 0;
}
inline int __syncthreads_or(const int predicate, const Site site = Site::here()) {
    return barrier(site, predicate != 0) != 0;
}
inline void __threadfence() {
    fence();
}
inline void __threadfence_block() {
    fence();
}

// Atomic accesses: int, unsigned int, long long, unsigned long long; atomicAdd and atomicExch also of float
// and double. Sums of integers wrap.
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

#define PMACC_ATOMIC(name, next)                                        \
    template <typename T>                                               \
    T name(T* address, typename Value<T>::type value) {                 \
        return update(address, [=](const T old) -> T { return next; }); \
    }
PMACC_ATOMIC(atomicAdd, wrappingSum(old, value))
PMACC_ATOMIC(atomicSub, wrappingSum(old, static_cast<T>(0u - value)))
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
T atomicCAS(T* address, typename Value<T>::type compare, typename Value<T>::type value) {
    return update(address, [=](const T old) { return old == compare ? value : old; });
}

}  // namespace PMACC_HOST_MODE
}  // namespace pmacc::host

using pmacc::host::__syncthreads;
using pmacc::host::__syncthreads_and;
using pmacc::host::__syncthreads_count;
using pmacc::host::__syncthreads_or;
using pmacc::host::__threadfence;
using pmacc::host::__threadfence_block;
using pmacc::host::atomicAdd;
using pmacc::host::atomicAnd;
using pmacc::host::atomicCAS;
using pmacc::host::atomicDec;
using pmacc::host::atomicExch;
using pmacc::host::atomicInc;
using pmacc::host::atomicMax;
using pmacc::host::atomicMin;
using pmacc::host::atomicOr;
using pmacc::host::atomicSub;
using pmacc::host::atomicXor;
using pmacc::host::blockDim;
using pmacc::host::blockIdx;
using pmacc::host::gridDim;
using pmacc::host::threadIdx;

// Not std::min: CUDA has them without a namespace, and by value.
template <typename T>
constexpr T min(T a, T b) {
    return b < a ? b : a;
}
template <typename T>
constexpr T max(T a, T b) {
    return a < b ? b : a;
}
