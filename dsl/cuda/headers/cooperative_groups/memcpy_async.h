// Copies by all threads of a group. They are done at once.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename Group, typename T>
static inline __device__ void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
    for (unsigned int i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
}
template <typename Group>
static inline __device__ void wait(const Group &group) {
    group.sync();
}

}  // namespace cooperative_groups
