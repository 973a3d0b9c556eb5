#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "isa/word.hpp"

namespace musimd {

/// Σ, the shared memory: a partial map from addresses to words.
///
/// Stored in pages, so that a dense range takes a little more than eight bytes per word, and a single word
/// anywhere takes little.
class Memory {
  public:
    Memory() = default;
    Memory(const Memory& other) { *this = other; }
    Memory(Memory&& other) noexcept { *this = std::move(other); }
    Memory& operator=(Memory&& other) noexcept {
        pages_ = std::exchange(other.pages_, {});
        slabs_ = std::exchange(other.slabs_, {});
        next_ = std::exchange(other.next_, nullptr);
        free_ = std::exchange(other.free_, 0);
        return *this;
    }
    Memory& operator=(const Memory& other) {
        if (this == &other) return *this;
        *this = Memory();
        for (const auto& [number, page] : other.pages_) *end_page(number, true) = *page;
        return *this;
    }
    ~Memory() = default;

    /// Σ(a), or null if it is undefined; a ≥ 0.
    const Value* find(std::int64_t address) const {
        const auto page = pages_.find(address / kPage);
        if (page == pages_.end()) return nullptr;
        const auto offset = static_cast<std::size_t>(address % kPage);
        return page->second->defined[offset] ? &page->second->words[offset] : nullptr;
    }

    /// Σ(a) := c; a ≥ 0.
    void set(std::int64_t address, Value c) {
        if (free_ == 0) add_slab();
        Page*& page = pages_[address / kPage];
        if (page == nullptr) page = fresh_page();
        const auto offset = static_cast<std::size_t>(address % kPage);
        page->words[offset] = c;
        page->defined[offset] = true;
    }

    /// Σ(address + i) := words[i] if defined[i] is not 0. Fastest in ascending order of addresses.
    template <typename Word>
    void append(std::int64_t address, const Word* words, std::span<const std::uint8_t> defined) {
        for (std::size_t i = 0; i < defined.size();) {
            const std::int64_t at = address + static_cast<std::int64_t>(i);
            const std::size_t count =
                std::min(defined.size() - i, kPage - static_cast<std::size_t>(at) % kPage);
            append_to_page(at, words + i, defined.subspan(i, count));
            i += count;
        }
    }

    /// Calls f(address, word) for every defined address, ascending.
    template <typename F>
    void for_each(F&& f) const {
        for_each_in(0, INT64_MAX, f);
    }

    /// The same for those from `first` to `last`, both included; first ≥ 0.
    template <typename F>
    void for_each_in(std::int64_t first, std::int64_t last, F&& f) const {
        constexpr auto kLength = static_cast<std::int64_t>(kPage);
        for (auto page = pages_.lower_bound(first / kLength); page != pages_.end(); ++page) {
            const std::int64_t begin = page->first * kLength;
            if (begin > last) return;
            const std::int64_t end = std::min(kLength - 1, last - begin);
            for (std::int64_t i = std::max<std::int64_t>(first - begin, 0); i <= end; ++i) {
                const auto at = static_cast<std::size_t>(i);
                if (page->second->defined[at]) f(begin + i, page->second->words[at]);
            }
        }
    }

    friend bool operator==(const Memory& a, const Memory& b) {
        return std::ranges::equal(a.pages_, b.pages_, [](const auto& x, const auto& y) {
            return x.first == y.first && *x.second == *y.second;
        });
    }

  private:
    static constexpr std::size_t kPage = 256;
    struct Page {
        std::array<Value, kPage> words;  // 0 if undefined
        std::bitset<kPage> defined;
        friend bool operator==(const Page&, const Page&) = default;
    };

    // Pages are allocated several at a time, and freed in ascending order: one by one, from the last, the
    // heap would return them to the system many times.
    void add_slab() {
        const std::size_t count = std::clamp<std::size_t>(pages_.size(), 1, 64);
        slabs_.push_back(std::make_unique_for_overwrite<Page[]>(count));
        next_ = slabs_.back().get();
        free_ = count;
    }
    Page* fresh_page() {
        next_->words.fill(0);
        return unset_page();
    }
    Page* unset_page() {
        --free_;
        return next_++;
    }

    // The page, which mostly is past all others. `is_whole`: all of it will be set.
    Page* end_page(std::int64_t number, bool is_whole) {
        if (free_ == 0) add_slab();
        Page*& page = pages_.try_emplace(pages_.end(), number, nullptr)->second;
        if (page == nullptr) page = is_whole ? unset_page() : fresh_page();
        return page;
    }

    template <typename Word>
    void append_to_page(std::int64_t address, const Word* words, std::span<const std::uint8_t> defined) {
        const auto is_defined = [](std::uint8_t d) { return d != 0; };
        if (std::ranges::none_of(defined, is_defined)) return;
        const bool is_whole = defined.size() == kPage && std::ranges::all_of(defined, is_defined);
        Page& page = *end_page(address / static_cast<std::int64_t>(kPage), is_whole);
        if (is_whole) {
            std::copy_n(words, kPage, page.words.begin());
            page.defined.set();
            return;
        }
        const auto offset = static_cast<std::size_t>(address % static_cast<std::int64_t>(kPage));
        for (std::size_t i = 0; i < defined.size(); ++i) {
            if (!is_defined(defined[i])) continue;
            page.words[offset + i] = words[i];
            page.defined[offset + i] = true;
        }
    }

    std::map<std::int64_t, Page*> pages_;  ///< by number
    std::vector<std::unique_ptr<Page[]>> slabs_;
    Page* next_ = nullptr;  ///< the next page of the last slab, of which so many are left
    std::size_t free_ = 0;
};

}  // namespace musimd
