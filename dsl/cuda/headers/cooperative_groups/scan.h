// Prefix sums of cooperative groups.
#pragma once

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <typename Group, typename T, typename Operation>
static inline __device__ T inclusive_scan(const Group &group, T value, const Operation &operation) {
    const unsigned int rank = group.thread_rank();
    for (unsigned int d = 1; d < group.size(); d *= 2) {
        const T before = group.shfl_up(value, d);
        if (rank >= d) value = operation(before, value);
    }
    return value;
}
template <typename Group, typename T>
static inline __device__ T inclusive_scan(const Group &group, T value) {
    return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Operation>
static inline __device__ T exclusive_scan(const Group &group, T value, const Operation &operation) {
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
static inline __device__ T exclusive_scan(const Group &group, T value) {
    return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
