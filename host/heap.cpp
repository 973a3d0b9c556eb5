#include "host/heap.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace musimd::host {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kMost = 32 << 20;  // the largest that glibc accepts for the first
    mallopt(M_MMAP_THRESHOLD, kMost);
    mallopt(M_TRIM_THRESHOLD, 8 * kMost);
#endif
}

}  // namespace musimd::host
