// Reductions of cooperative groups: in each thread, of the values of all.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T>
struct plus {
    inline __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
    inline __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
    inline __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
    inline __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct bit_or {
    inline __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct bit_xor {
    inline __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned int Size, typename Parent, typename T, typename Operation>
static inline __device__ T reduce(const thread_block_tile<Size, Parent> &group, T value, const Operation &operation) {
    for (unsigned int d = Size / 2; d > 0; d /= 2) value = operation(value, group.shfl_xor(value, d));
    return value;
}
template <typename T, typename Operation>
static inline __device__ T reduce(const coalesced_group &group, T value, const Operation &operation) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); rank++) result = operation(result, group.shfl(value, rank));
    return result;
}

}  // namespace cooperative_groups
