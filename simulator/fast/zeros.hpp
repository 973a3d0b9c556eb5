#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace musimd::fast {

/// Zeros, aligned to a cache line: vectors of lanes do not cross lines.
template <typename T>
class Zeros {
  public:
    explicit Zeros(std::size_t count)
        : memory_(std::calloc(count * sizeof(T) + kLine,
                              1)) {  // calloc: pages that are never written are never mapped
        if (memory_ == nullptr) throw std::bad_alloc();
        std::size_t room = count * sizeof(T) + kLine;
        void* first = memory_.get();
        first_ = static_cast<T*>(std::align(kLine, count * sizeof(T), first, room));
    }
    T* at(std::size_t i) { return first_ + i; }

  private:
    static constexpr std::size_t kLine = 64;
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    T* first_;
};

}  // namespace musimd::fast
