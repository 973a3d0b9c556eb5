#include "simulator/fast/memory.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "simulator/preload.hpp"

namespace musimd::fast {
namespace {

static_assert(kLanePage == host::Arena::kPage);
static_assert(sizeof(Cell) == host::Arena::kWordBytes);

// Agents have numbers of so many bits, of which two are kept for marks.
unsigned agent_bits(bool short_words, std::uint64_t agents) {
    constexpr unsigned kLong = 40;  // the phase is the rest of 64 bits
    return short_words ? static_cast<unsigned>(std::bit_width(agents + 1)) : kLong;
}

}  // namespace

SharedMemory::SharedMemory(std::int64_t max_address, bool short_words, std::uint64_t agents)
    : is_short_(short_words),
      own_(std::in_place, std::min(max_address, kMaxNear - 1) + 1,
           short_words   ? host::Arena::Kind::cells
           : agents != 0 ? host::Arena::Kind::words_and_claims
                         : host::Arena::Kind::words),
      arena_(*own_),
      limit_(arena_.good() ? std::min(max_address, kMaxNear - 1) + 1 : 0),
      phase_unit_(std::uint64_t{1} << (kAgentBit + agent_bits(short_words, agents))),
      several_(phase_unit_ - (std::uint64_t{1} << kAgentBit)),
      phase_(is_short_ ? phase_unit_ : arena_.phase) {}

SharedMemory::SharedMemory(host::Arena& kept, std::int64_t max_address)
    : is_short_(false),
      arena_(kept),
      limit_(max_address + 1),
      phase_unit_(host::Arena::kPhase),
      several_(phase_unit_ - (std::uint64_t{1} << kAgentBit)),
      phase_(arena_.phase) {
    forget_claims();
}

SharedMemory::Location SharedMemory::location(FarPage& page, std::int64_t address) const {
    const auto offset = static_cast<std::size_t>(address % kFarPage);
    if (is_short_) return Location(&page.cells[offset]);
    return {&page.words[offset], &page.defined[offset], &page.claims[offset]};
}

SharedMemory::Location SharedMemory::far(std::int64_t address) const {
    const std::scoped_lock lock(mutex_);
    const auto found = far_.find(address / kFarPage);
    if (found != far_.end()) return location(*found->second, address);
    return is_far_zero(address) ? location(add_far_page(address / kFarPage), address) : Location();
}

SharedMemory::Location SharedMemory::make_far(std::int64_t address) {
    const std::scoped_lock lock(mutex_);
    const auto found = far_.find(address / kFarPage);
    return location(found != far_.end() ? *found->second : add_far_page(address / kFarPage), address);
}

SharedMemory::FarPage& SharedMemory::add_far_page(std::int64_t number) const {
    auto& page = far_[number];
    page = std::make_unique<FarPage>();
    const std::int64_t first = number * kFarPage;
    for (std::int64_t i = 0; i < kFarPage; ++i) {
        if (is_far_zero(first + i)) location(*page, first + i).store(0);
    }
    return *page;
}

bool SharedMemory::is_far_zero(std::int64_t address) const {
    return std::ranges::any_of(
        far_zeros_, [&](const auto& range) { return range.first <= address && address <= range.second; });
}

// The claim `now` with one more use; nothing if they conflict. `mine` is the phase and the agent.
[[gnu::always_inline]] inline std::optional<std::uint64_t> SharedMemory::joined(std::uint64_t now,
                                                                                std::uint64_t mine,
                                                                                Use use) const {
    if (now < phase_) return mine | bit(use);
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
    return (only_compared ? mine : phase_ | several_) | bit(use) | others;
}

// Claims that are not just repeated. `mine` is the phase and the agent.
bool SharedMemory::take(const Location& location, std::uint64_t mine, Use use) const {
    while (true) {
        const std::uint64_t now = location.claim();
        const std::optional<std::uint64_t> next = joined(now, mine, use);
        if (!next) return false;
        if (*next == now) return true;
        if (single_threaded_) {
            location.set_claim(*next);
            return true;
        }
        if (location.change_claim(now, *next)) return true;
    }
}

void SharedMemory::forget_claims() {
    phase_ += phase_unit_;
    const bool is_last = is_short_ ? phase_ >> 32 != 0 : phase_ == 0;
    if (is_last) {
        forget_all_claims();
        phase_ = phase_unit_;
    }
    if (!is_short_) arena_.phase = phase_;
}

// Calls f with the first address and the end of each page of the arrays that is in use.
template <typename F>
void SharedMemory::each_used_page(F&& f) const {
    std::uint8_t* used = arena_.used;
    for (; limit_ > 0 && (used = arena_.next_used(used)) != nullptr; ++used) {
        const std::int64_t first = (used - arena_.used) * kLanePage;
        if (first >= limit_) break;
        f(first, std::min(first + kLanePage, limit_));
    }
}

// When the phases are used up. Only words on pages in use have claims.
void SharedMemory::forget_all_claims() {
    each_used_page([this](std::int64_t first, std::int64_t end) {
        for (std::int64_t a = first; a < end; ++a) near(a).set_claim(0);
    });
    for (auto& [number, page] : far_) {
        for (std::int64_t a = 0; a < kFarPage; ++a) location(*page, a).set_claim(0);
    }
}

bool SharedMemory::take_for_lane(void* memory, std::int64_t address, std::uint64_t mine, unsigned use) {
    const auto& it = *static_cast<const SharedMemory*>(memory);
    return it.take(it.near(address), mine, static_cast<Use>(use));
}

LaneMemory SharedMemory::lanes(std::uint64_t agent, bool each_lane, bool claims) {
    LaneMemory lanes;
    lanes.words = arena_.words;
    lanes.defined = arena_.defined;
    lanes.claims = arena_.claims;
    lanes.used = arena_.used;
    lanes.limit = limit_;
    lanes.watched = claims;
    lanes.alone = single_threaded_;
    lanes.phase = phase_;
    lanes.mine = phase_ | (agent << kAgentBit);
    lanes.next_mine = each_lane ? std::uint64_t{1} << kAgentBit : 0;
    lanes.shared = phase_ | several_;
    lanes.memory = this;
    lanes.take = take_for_lane;
    return lanes;
}

void SharedMemory::preload(const Program& program) {
    for (const Preload& preload : program.preloads) {
        arena_.expect(preload.count);
        each_word_of(preload, preload_zeros(preload), program, [this](std::int64_t a, Value word) {
            if (is_short_ && a < limit_) {  // most of the time of a short run
                note(a);
                cells()[a] = {static_cast<std::int32_t>(word), static_cast<std::uint32_t>(kDefined)};
            } else {
                make(a).store(word);
            }
        });
    }
}

// Many zeros that are far take memory when they are used. Returns how many words are to be stored.
std::int64_t SharedMemory::preload_zeros(const Preload& preload) {
    constexpr std::int64_t kMany = 1 << 20;
    const bool are_zeros = preload.words.empty() && preload.start == 0 && preload.step == 0;
    if (!are_zeros || preload.count < kMany) return preload.count;
    const std::int64_t first = std::max(preload.address, limit_);
    const std::int64_t last = preload.address + (preload.count - 1);
    if (last - first < kMany) return preload.count;
    const auto later = far_.lower_bound(first / kFarPage);
    if (later != far_.end() && later->first * kFarPage <= last) return preload.count;  // it has other words
    far_zeros_.emplace_back(first, last);
    return first - preload.address;
}

// Adds the defined words among those from an address on, at most a page of the arrays. Most are undefined;
// those that are defined lie close together.
void SharedMemory::add_cells(Memory& memory, std::int64_t first, std::span<const Cell> cells) {
    const auto is_defined = [](const Cell& cell) { return (cell.tag & kDefined) != 0; };
    const auto begin = std::ranges::find_if(cells, is_defined);
    const auto end = std::find_if(cells.rbegin(), cells.rend(), is_defined).base();
    if (begin >= end) return;
    const std::span<const Cell> between(begin, end);
    std::array<std::int32_t, kLanePage> words;
    std::array<std::uint8_t, kLanePage> defined;
    for (std::size_t i = 0; i < between.size(); ++i) {
        words[i] = between[i].word;
        defined[i] = static_cast<std::uint8_t>(between[i].tag & kDefined);
    }
    memory.append(first + (begin - cells.begin()), words.data(), std::span(defined).first(between.size()));
}

void SharedMemory::add_words(Memory& memory, std::int64_t first, std::size_t count) const {
    const std::uint8_t* const defined = arena_.defined + first;
    const auto* const begin = static_cast<const std::uint8_t*>(std::memchr(defined, 1, count));
    if (begin == nullptr) return;
    const std::uint8_t* end = defined + count;
    while (end[-1] == 0) --end;
    const std::int64_t address = begin - arena_.defined;
    memory.append(address, static_cast<const std::int64_t*>(arena_.words) + address, std::span(begin, end));
}

Memory SharedMemory::to_memory() const {
    Memory memory;
    if (!own_) return memory;
    each_used_page([&](std::int64_t first, std::int64_t end) {
        const auto count = static_cast<std::size_t>(end - first);
        if (is_short_) {
            add_cells(memory, first, {cells() + first, count});
        } else {
            add_words(memory, first, count);
        }
    });
    for (const auto& [number, page] : far_) {
        if (is_short_) {
            add_cells(memory, number * kFarPage, page->cells);
        } else {
            memory.append(number * kFarPage, page->words.data(), page->defined);
        }
    }
    return memory;
}

}  // namespace musimd::fast
