#pragma once

#include <cstddef>

namespace musimd::host {

/// Memory from the system: zeros, mapped page by page on first touch.
class MemoryMap {
  public:
    enum class Sharing {
        none,      ///< private to this process
        children,  ///< this process and the children that it forks from now on
    };

    explicit MemoryMap(std::size_t bytes, Sharing sharing = Sharing::none);
    ~MemoryMap();
    MemoryMap(const MemoryMap&) = delete;
    MemoryMap& operator=(const MemoryMap&) = delete;

    /// Null if no bytes were asked for, or memory is exhausted.
    void* get() const { return memory_; }
    std::size_t size() const { return bytes_; }

    /// Makes all of it zeros, as at the beginning, and may move it.
    void clear();

    /// What is touched from now on is mapped in pages of the processor's larger size, where there is one:
    /// fewer faults, but up to 2 MiB for a single byte.
    void use_large_pages();

    /// Makes every access to these whole pages of it a fault.
    static void guard(void* begin, std::size_t bytes);

  private:
    std::size_t bytes_;
    Sharing sharing_;
    void* memory_ = nullptr;
};

}  // namespace musimd::host
