#include "host/memory_map.hpp"

#include <sys/mman.h>

#include <cstring>
#include <utility>

namespace musimd::host {

namespace {

void* map(std::size_t bytes, MemoryMap::Sharing sharing) {
    if (bytes == 0) return nullptr;
    const int flags = sharing == MemoryMap::Sharing::none ? MAP_PRIVATE : MAP_SHARED;
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

MemoryMap::MemoryMap(std::size_t bytes, Sharing sharing)
    : bytes_(bytes), sharing_(sharing), memory_(map(bytes, sharing)) {}

MemoryMap::~MemoryMap() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
}

void MemoryMap::clear() {
    if (memory_ == nullptr) return;
    if (void* const fresh = map(bytes_, sharing_)) {  // a memset would touch pages that nobody has
        munmap(std::exchange(memory_, fresh), bytes_);
    } else {
        std::memset(memory_, 0, bytes_);
    }
}

void MemoryMap::use_large_pages() {
#ifdef MADV_HUGEPAGE
    if (memory_ != nullptr) madvise(memory_, bytes_, MADV_HUGEPAGE);
#endif
}

void MemoryMap::guard(void* begin, std::size_t bytes) {
    mprotect(begin, bytes, PROT_NONE);
}

}  // namespace musimd::host
