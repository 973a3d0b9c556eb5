#pragma once

#include <cstddef>

namespace musimd::host {

/// Zeros from the system, mapped page by page on first touch. Null if memory is exhausted.
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

}  // namespace musimd::host
