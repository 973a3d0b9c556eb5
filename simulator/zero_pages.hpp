#pragma once

#include <cstddef>

namespace musimd {

/// Zeros from the system, page by page as they are touched. Null where there is no room for them.
class ZeroPages {
  public:
    explicit ZeroPages(std::size_t bytes);
    ~ZeroPages();
    ZeroPages(const ZeroPages&) = delete;
    ZeroPages& operator=(const ZeroPages&) = delete;

    void* get() const { return memory_; }

  private:
    std::size_t bytes_;
    void* memory_;
};

}  // namespace musimd
