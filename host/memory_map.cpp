#include "host/memory_map.hpp"

#include <sys/mman.h>

namespace musimd::host {

MemoryMap::MemoryMap(std::size_t bytes, Sharing sharing) : bytes_(bytes) {
    if (bytes == 0) return;
    const int flags = sharing == Sharing::none ? MAP_PRIVATE : MAP_SHARED;
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) memory_ = memory;
}

MemoryMap::~MemoryMap() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
}

void MemoryMap::guard(void* begin, std::size_t bytes) {
    mprotect(begin, bytes, PROT_NONE);
}

}  // namespace musimd::host
