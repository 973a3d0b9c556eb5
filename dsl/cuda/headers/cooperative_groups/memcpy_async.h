// Asynchronous copies by all threads of a group. Each call is a group of copies that wait_prior counts.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename Group, typename T>
static inline __device__ void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
    __musimd_begin_copies();
    for (unsigned int i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
    __musimd_end_copies();
    __musimd_commit_copies();
}
template <typename Group>
static inline __device__ void wait(const Group &group) {
    __musimd_wait_for_copies(0);
    group.sync();
}
template <unsigned int Latest, typename Group>
static inline __device__ void wait_prior(const Group &group) {
    __musimd_wait_for_copies(Latest);
    group.sync();
}

}  // namespace cooperative_groups
