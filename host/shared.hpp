#pragma once

#include <new>

#include "host/memory_map.hpp"

namespace musimd::host {

/// A value in memory that this process and its children share. Children may end at any time: use atomics.
template <class T>
class Shared {
  public:
    /// Throws std::bad_alloc if memory is exhausted.
    Shared() : memory_(sizeof(T), MemoryMap::Sharing::children) {
        if (memory_.get() == nullptr) throw std::bad_alloc();
        value_ = new (memory_.get()) T;
    }
    T* operator->() const { return value_; }
    T* get() const { return value_; }

  private:
    MemoryMap memory_;
    T* value_;
};

}  // namespace musimd::host
