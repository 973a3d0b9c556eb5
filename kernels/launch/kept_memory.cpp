#include "kernels/launch/kept_memory.hpp"

#include <algorithm>
#include <bit>

namespace musimd::kernels::openmp {
namespace {

constexpr std::int64_t kLeast = std::int64_t{1} << 20;
constexpr std::int64_t kMost = std::int64_t{1} << 26;

}  // namespace

host::Arena* KeptMemory::hold(CallState& state) {
    if (words_ && state.end <= limit_) return &*words_;
    give_back(state);
    if (state.end > kMost) return nullptr;
    limit_ =
        std::max(kLeast, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(state.end))));
    words_.emplace(limit_, true);
    if (!words_->good()) {
        words_.reset();
        return nullptr;
    }
    words_->expect(state.end);
    for (const auto* list : {&state.memory, &state.unnamed}) {
        for (const dsl::Region& region : *list) take(region);
    }
    return &*words_;
}

void KeptMemory::take(const dsl::Region& region) {
    const auto end = region.address + std::ssize(region.words);
    if (!words_ || region.address == 0 || end > limit_ || region.words.empty()) return;
    std::ranges::copy(region.words, static_cast<Value*>(words_->words) + region.address);
    std::uint8_t* const defined = words_->defined + region.address;
    if (region.defined.empty())
        std::fill_n(defined, region.words.size(), std::uint8_t{1});
    else
        std::ranges::copy(region.defined, defined);
    mark_used(region.address, end);
    if (margin_ == 0 || end + margin_ > limit_) return;
    take_margin(region.address - margin_);
    take_margin(end);
}

void KeptMemory::take_margin(std::int64_t address) {
    std::fill_n(static_cast<Value*>(words_->words) + address, margin_, Value{0});
    std::fill_n(words_->defined + address, margin_, std::uint8_t{1});
    mark_used(address, address + margin_);
}

void KeptMemory::mark_used(std::int64_t first, std::int64_t end) {
    for (std::int64_t page = first / host::Arena::kPage; page <= (end - 1) / host::Arena::kPage; ++page)
        words_->used[page] = 1;
}

void KeptMemory::give_back(CallState& state) {
    if (!words_) return;
    for (auto* list : {&state.memory, &state.unnamed}) {
        for (dsl::Region& region : *list) give_back(region);
    }
    words_.reset();
}

std::optional<std::pair<Value*, std::uint8_t*>> KeptMemory::word_at(std::int64_t address) const {
    if (!words_ || address >= limit_) return std::nullopt;
    return std::pair(static_cast<Value*>(words_->words) + address, words_->defined + address);
}

void KeptMemory::give_back(dsl::Region& region) const {
    if (region.address == 0 || region.address + std::ssize(region.words) > limit_) return;
    const Value* const words = static_cast<const Value*>(words_->words) + region.address;
    const std::uint8_t* const defined = words_->defined + region.address;
    for (std::size_t i = 0; i < region.words.size(); ++i) {
        if (defined[i] == 0) continue;
        region.words[i] = words[i];
        if (!region.defined.empty()) region.defined[i] = 1;
    }
}

}  // namespace musimd::kernels::openmp
