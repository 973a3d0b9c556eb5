#include "simulator/fast/memory.hpp"

#include <algorithm>
#include <span>

namespace musimd::fast {
namespace {

// A claim: 0 is nobody; an agent a that reads is 4a + 1, several that read are 2, an agent that wrote is 4a
// + 3.
constexpr std::uint64_t kNobody = 0;
constexpr std::uint64_t kReaders = 2;
constexpr std::uint64_t reader(std::uint64_t agent) {
    return 4 * agent + 1;
}
constexpr std::uint64_t writer(std::uint64_t agent) {
    return 4 * agent + 3;
}

}  // namespace

SharedMemory::SharedMemory(std::int64_t max_address)
    : indexed_(std::min(max_address / kPage + 1, kIndexed)),
      index_(std::make_unique<std::atomic<Page*>[]>(static_cast<std::size_t>(indexed_))) {}

SharedMemory::Page* SharedMemory::page(std::int64_t number) const {
    if (number < indexed_) return index_[static_cast<std::size_t>(number)].load(std::memory_order_acquire);
    const std::scoped_lock lock(mutex_);
    const auto found = pages_.find(number);
    return found == pages_.end() ? nullptr : found->second.get();
}

SharedMemory::Page& SharedMemory::make_page(std::int64_t number) {
    if (Page* there = page(number)) return *there;
    const std::scoped_lock lock(mutex_);
    auto& made = pages_[number];
    if (made == nullptr) made = std::make_unique<Page>();
    if (number < indexed_)
        index_[static_cast<std::size_t>(number)].store(made.get(), std::memory_order_release);
    return *made;
}

SharedMemory::Place SharedMemory::find(std::int64_t address) const {
    Page* there = page(address / kPage);
    if (there == nullptr) return {};
    const auto offset = static_cast<std::size_t>(address % kPage);
    return {&there->words[offset], &there->defined[offset]};
}

SharedMemory::Place SharedMemory::make(std::int64_t address) {
    Page& there = make_page(address / kPage);
    const auto offset = static_cast<std::size_t>(address % kPage);
    return {&there.words[offset], &there.defined[offset]};
}

bool SharedMemory::claim(std::int64_t address, std::uint64_t agent, bool writes) {
    Page& there = make_page(address / kPage);
    std::call_once(there.claims_made,
                   [&] { there.claims = std::make_unique<std::array<std::atomic<std::uint64_t>, kPage>>(); });
    auto& cell = (*there.claims)[static_cast<std::size_t>(address % kPage)];
    std::uint64_t now = cell.load(std::memory_order_relaxed);
    while (true) {
        std::uint64_t next = now;
        if (now == writer(agent)) return true;
        if (writes) {
            if (now != kNobody && now != reader(agent)) return false;
            next = writer(agent);
        } else {
            if (now == kReaders || now == reader(agent)) return true;
            if (now % 4 == 3) return false;
            next = now == kNobody ? reader(agent) : kReaders;
        }
        if (cell.compare_exchange_weak(now, next, std::memory_order_relaxed)) return true;
    }
}

void SharedMemory::forget_claims() {
    for (auto& [number, page] : pages_) {
        if (page->claims == nullptr) continue;
        for (auto& claim : *page->claims) claim.store(kNobody, std::memory_order_relaxed);
    }
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
