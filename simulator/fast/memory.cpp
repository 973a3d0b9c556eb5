#include "simulator/fast/memory.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "simulator/preload.hpp"

namespace musimd::fast {

static_assert(kLanePage == host::Arena::kPage);

SharedMemory::SharedMemory(std::int64_t max_address, bool short_words, bool claims)
    : is_short_(short_words),
      own_(std::in_place, std::min(max_address, kMaxNear - 1) + 1, claims),
      arena_(*own_),
      limit_(arena_.good() ? std::min(max_address, kMaxNear - 1) + 1 : 0) {}

SharedMemory::SharedMemory(host::Arena& kept, std::int64_t max_address)
    : is_short_(false), arena_(kept), limit_(max_address + 1) {
    forget_claims();
}

SharedMemory::Cell SharedMemory::cell(FarPage& page, std::int64_t address) const {
    const auto offset = static_cast<std::size_t>(address % kFarPage);
    return {page.words.data() + offset * (is_short_ ? 4 : 8), &page.defined[offset], &page.claims[offset],
            is_short_};
}

SharedMemory::Cell SharedMemory::far(std::int64_t address) const {
    const std::scoped_lock lock(mutex_);
    const auto found = far_.find(address / kFarPage);
    return found == far_.end() ? Cell{} : cell(*found->second, address);
}

SharedMemory::Cell SharedMemory::make_far(std::int64_t address) {
    const std::scoped_lock lock(mutex_);
    auto& page = far_[address / kFarPage];
    if (page == nullptr) page = std::make_unique<FarPage>();
    return cell(*page, address);
}

// The claim `now` with one more use; nothing if they conflict. `mine` is the phase and the agent.
[[gnu::always_inline]] inline std::optional<std::uint64_t> SharedMemory::joined(std::uint64_t now,
                                                                                std::uint64_t mine,
                                                                                Use use) const {
    if (now < arena_.phase) return mine | bit(use);
    const std::uint64_t uses = now & kUses;
    if ((now & ~kUses) == mine) {
        if (use == Use::write && (uses & kOthersCompare) != 0) return std::nullopt;
        return now | bit(use);
    }
    if (use == Use::write || (uses & bit(Use::write)) != 0) return std::nullopt;
    if (use == Use::read && (uses & bit(Use::atomic)) != 0) return std::nullopt;
    if (use == Use::atomic && (uses & bit(Use::read)) != 0) return std::nullopt;
    if (use == Use::atomic_read) return now | kOthersCompare;
    const std::uint64_t compares = bit(Use::atomic_read) | kOthersCompare;
    const std::uint64_t others = (uses & compares) != 0 ? kOthersCompare : 0;
    const bool only_compared = (uses & ~compares) == 0;
    return (only_compared ? mine : arena_.phase | kSeveral) | bit(use) | others;
}

// Claims that are not just repeated. `mine` is the phase and the agent.
bool SharedMemory::take(std::uint64_t& claim, std::uint64_t mine, Use use) const {
    const std::atomic_ref<std::uint64_t> cell(claim);
    std::uint64_t now = cell.load(std::memory_order_relaxed);
    while (true) {
        const std::optional<std::uint64_t> next = joined(now, mine, use);
        if (!next) return false;
        if (*next == now) return true;
        if (single_threaded_) {
            cell.store(*next, std::memory_order_relaxed);
            return true;
        }
        if (cell.compare_exchange_weak(now, *next, std::memory_order_relaxed)) return true;
    }
}

void SharedMemory::forget_claims() {
    arena_.phase += kPhase;
    if (arena_.phase != 0) return;
    // Happens once in 2^24 barriers. Only defined words have claims.
    for (std::int64_t a = 0; a < limit_; ++a) {
        if (arena_.used[a / kLanePage] != 0) arena_.claims[a] = 0;
    }
    for (auto& [number, page] : far_) page->claims.fill(0);
    arena_.phase = kPhase;
}

bool SharedMemory::take_for_lane(void* memory, std::int64_t address, std::uint64_t mine, unsigned use) {
    auto& it = *static_cast<SharedMemory*>(memory);
    return it.take(it.arena_.claims[address], mine, static_cast<Use>(use));
}

LaneMemory SharedMemory::lanes(std::uint64_t agent, bool each_lane, bool claims) {
    LaneMemory lanes;
    lanes.words = arena_.words;
    lanes.defined = arena_.defined;
    lanes.used = arena_.used;
    lanes.limit = limit_;
    if (!claims) return lanes;
    lanes.claims = arena_.claims;
    lanes.mine = arena_.phase | (agent << kUseBits);
    lanes.next_mine = each_lane ? std::uint64_t{1} << kUseBits : 0;
    lanes.shared = arena_.phase | kSeveral;
    lanes.uses = kUses;
    lanes.memory = this;
    lanes.take = take_for_lane;
    return lanes;
}

void SharedMemory::preload(const Program& program) {
    each_preloaded_word(program, [this](std::int64_t a, Value word) { make(a).store(word); });
}

// Most words of a page are undefined; those that are defined lie close together.
template <typename Word>
void SharedMemory::append_defined(std::int64_t first, std::int64_t end, Memory& memory) const {
    constexpr std::int64_t kTogether = 64;
    while (first < end) {
        const auto* next = static_cast<const std::uint8_t*>(
            std::memchr(arena_.defined + first, 1, static_cast<std::size_t>(end - first)));
        if (next == nullptr) return;
        first = next - arena_.defined;
        const std::int64_t count = std::min(kTogether, end - first);
        memory.append(first, static_cast<const Word*>(arena_.words) + first,
                      {next, static_cast<std::size_t>(count)});
        first += count;
    }
}

template <typename Word>
Memory SharedMemory::copied() const {
    Memory memory;
    std::uint8_t* used = arena_.used;
    for (; limit_ > 0 && (used = arena_.next_used(used)) != nullptr; ++used) {
        const std::int64_t first = (used - arena_.used) * kLanePage;
        if (first >= limit_) break;
        append_defined<Word>(first, std::min(first + kLanePage, limit_), memory);
    }
    for (const auto& [number, page] : far_) {
        memory.append(number * kFarPage, reinterpret_cast<const Word*>(page->words.data()), page->defined);
    }
    return memory;
}

Memory SharedMemory::to_memory() const {
    if (!own_) return {};
    return is_short_ ? copied<std::int32_t>() : copied<std::int64_t>();
}

}  // namespace musimd::fast
