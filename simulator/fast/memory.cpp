#include "simulator/fast/memory.hpp"

#include <algorithm>

namespace musimd::fast {

SharedMemory::SharedMemory(std::int64_t max_address, bool claims)
    : claims_(claims),
      indexed_(std::min(max_address / kPage + 1, kIndexed)),
      index_(std::make_unique<std::atomic<Page*>[]>(static_cast<std::size_t>(indexed_))) {}

SharedMemory::Page* SharedMemory::far_page(std::int64_t number) const {
    const std::scoped_lock lock(mutex_);
    const auto found = pages_.find(number);
    return found == pages_.end() ? nullptr : found->second.get();
}

SharedMemory::Page& SharedMemory::make_page(std::int64_t number) {
    const std::scoped_lock lock(mutex_);
    auto& made = pages_[number];
    if (made == nullptr) {
        made = std::make_unique<Page>();
        if (claims_) made->claims = std::make_unique<Claims>();
    }
    if (number < indexed_)
        index_[static_cast<std::size_t>(number)].store(made.get(), std::memory_order_release);
    return *made;
}

// Whether the use conflicts with what others did.
bool SharedMemory::conflict(std::uint64_t uses, Use use) {
    return (uses & bit(Use::write)) != 0 || (use != Use::read && (uses & bit(Use::read)) != 0) ||
           (use != Use::atomic && (uses & bit(Use::atomic)) != 0);
}

// The claims that are no plain repetition. `mine` is the phase and the agent.
bool SharedMemory::take(std::atomic<std::uint64_t>& cell, std::uint64_t mine, Use use) const {
    std::uint64_t now = cell.load(std::memory_order_relaxed);
    while (true) {
        std::uint64_t next = mine | bit(use);
        if ((now & ~kUses) == mine) {
            next |= now;
        } else if (now >= phase_) {
            if (conflict(now & kUses, use)) return false;
            next = phase_ | kSeveral | bit(use);
        }
        if (next == now) return true;
        if (cell.compare_exchange_weak(now, next, std::memory_order_relaxed)) return true;
    }
}

void SharedMemory::forget_claims() {
    phase_ += kPhase;
    if (phase_ != 0) return;
    for (auto& [number, page] : pages_) {  // once in 2^24 barriers
        for (auto& claim : *page->claims) claim.store(0, std::memory_order_relaxed);
    }
    phase_ = kPhase;
}

void SharedMemory::preload(const Program& program) {
    for (const Preload& preload : program.preloads) {
        for (std::int64_t i = 0; i < preload.count; ++i) {
            make(preload.address + i).store(program.word.wrapped(preload.word(i)));
        }
    }
}

Memory SharedMemory::to_memory() const {
    Memory memory;
    for (const auto& [number, page] : pages_) {
        for (std::size_t i = 0; i < page->words.size(); ++i) {
            if (page->defined[i] != 0)
                memory.set(number * kPage + static_cast<std::int64_t>(i), page->words[i]);
        }
    }
    return memory;
}

}  // namespace musimd::fast
