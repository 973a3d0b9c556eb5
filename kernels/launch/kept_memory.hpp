#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "host/arena.hpp"
#include "kernels/launch/part.hpp"

namespace musimd::kernels::openmp {

/// The memory of a call, where the engine's runs find it and leave it: nothing is copied between two parts.
/// While it holds the words, those of the state are out of date.
class KeptMemory {
  public:
    /// With so many words, 0 at first, before and after each object.
    explicit KeptMemory(std::int64_t margin) : margin_(margin) {}

    /// Takes the words of the state, if it has not yet, or if it must grow. Returns null if addresses are too
    /// high for the engine; then the state has the words.
    host::Arena* hold(CallState& state);
    /// Takes the words of an array that has been allocated.
    void take(const dsl::Region& region);
    /// Where the words are that end before this address; null: the state has them.
    const host::Arena* held(std::int64_t end) const { return words_ && end <= limit_ ? &*words_ : nullptr; }
    /// The state gets the words back.
    void give_back(CallState& state);
    /// The word at the address of an object, and whether it is defined; nothing if the state has the words.
    std::optional<std::pair<Value*, std::uint8_t*>> word_at(std::int64_t address) const;

  private:
    void take_margin(std::int64_t address);
    void mark_used(std::int64_t first, std::int64_t end);
    void give_back(dsl::Region& region) const;

    std::optional<host::Arena> words_;
    std::int64_t limit_ = 0;  ///< addresses in it
    std::int64_t margin_;
};

}  // namespace musimd::kernels::openmp
