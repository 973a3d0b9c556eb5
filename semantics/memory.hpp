#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "isa/word.hpp"

namespace musimd {

/// Σ, the shared memory: a partial map from addresses to words.
///
/// Stored in pages, so that a dense range takes a little more than eight bytes per word, and a single word
/// anywhere takes little.
class Memory {
  public:
    /// Σ(a), or null if it is undefined; a ≥ 0.
    const Value* find(std::int64_t address) const {
        const auto page = pages_.find(address / kPage);
        if (page == pages_.end()) return nullptr;
        const auto offset = static_cast<std::size_t>(address % kPage);
        return page->second.defined[offset] ? &page->second.words[offset] : nullptr;
    }

    /// Σ(a) := c; a ≥ 0.
    void set(std::int64_t address, Value c) {
        Page& page = pages_[address / kPage];
        const auto offset = static_cast<std::size_t>(address % kPage);
        page.words[offset] = c;
        page.defined[offset] = true;
    }

    /// Σ(address + i) := words[i] if defined[i] is not 0. Fastest in ascending order of addresses.
    template <typename Word>
    void append(std::int64_t address, const Word* words, std::span<const std::uint8_t> defined) {
        auto page = pages_.end();
        for (std::size_t i = 0; i < defined.size(); ++i) {
            if (defined[i] == 0) continue;
            const std::int64_t at = address + static_cast<std::int64_t>(i);
            if (page == pages_.end() || page->first != at / kPage)
                page = pages_.try_emplace(pages_.end(), at / kPage);
            const auto offset = static_cast<std::size_t>(at % kPage);
            page->second.words[offset] = words[i];
            page->second.defined[offset] = true;
        }
    }

    /// Calls f(address, word) for every defined address, ascending.
    template <typename F>
    void for_each(F&& f) const {
        for (const auto& [number, page] : pages_) {
            for (std::size_t i = 0; i < page.words.size(); ++i) {
                if (page.defined[i]) f(number * kPage + static_cast<std::int64_t>(i), page.words[i]);
            }
        }
    }

    friend bool operator==(const Memory& a, const Memory& b) = default;

  private:
    static constexpr std::int64_t kPage = 256;
    struct Page {
        std::array<Value, kPage> words{};  // 0 if undefined
        std::bitset<kPage> defined;
        friend bool operator==(const Page&, const Page&) = default;
    };
    std::map<std::int64_t, Page> pages_;
};

}  // namespace musimd
