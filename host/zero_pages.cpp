#include "host/zero_pages.hpp"

#include <sys/mman.h>

namespace musimd::host {

ZeroPages::ZeroPages(std::size_t bytes)
    : bytes_(bytes),
      memory_(bytes == 0 ? nullptr
                         : mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (memory_ == MAP_FAILED) memory_ = nullptr;
}

ZeroPages::~ZeroPages() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
}

}  // namespace musimd::host
