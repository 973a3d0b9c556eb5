#include "simulator/fast/race_filter.hpp"

#include <algorithm>
#include <bit>

namespace musimd::fast {
namespace {

// Pages that an array has room for: those of the lowest addresses, which programs use.
constexpr std::int64_t kNearPages = std::int64_t{1} << 18;

}  // namespace

bool RaceFilter::can_watch(const Program& program) {
    const Agent agents = Agent{program.warps} * program.threads;
    const auto orders = [&](const Instruction& i) {
        return i.opcode == Opcode::fence || i.order != MemoryOrder::relaxed || i.scope == Scope::block ||
               (i.opcode == Opcode::syncwarp && program.races == RaceMode::thread);
    };
    return agents <= UINT32_MAX && std::ranges::none_of(program.instructions, orders);
}

RaceFilter::RaceFilter(const Program& program)
    : mode_(program.races),
      threads_(program.races == RaceMode::thread ? program.threads : 1),
      warps_per_block_(program.warps_per_block()),
      openings_(program.warps / warps_per_block_, 1) {}

RaceFilter::Page& RaceFilter::page(std::int64_t number) {
    if (number < 0 || number >= kNearPages) {
        std::unique_ptr<Page>& page = far_[number];
        if (page == nullptr) page = std::make_unique<Page>();
        return *page;
    }
    const auto at = static_cast<std::size_t>(number);
    if (at >= near_.size()) near_.resize(at + 1);
    if (near_[at] == nullptr) near_[at] = std::make_unique<Page>();
    return *near_[at];
}

// Whether the use races with that of `user`, if the two conflict.
inline bool RaceFilter::may_conflict(User user, const Block& block, User self) {
    if (user == 0 || (user & ~kOpening) == (self & ~kOpening)) return false;  // nobody, or itself alone
    return (user & kSeveralBlocks) != 0 || !block.is_before(user);
}

// One more among those whose uses do not conflict.
inline void RaceFilter::join(User& users, const Block& block, User self) {
    if (users == self || (users & kSeveralBlocks) != 0) return;
    if (users == 0 || block.is_before(users)) {
        users = self;
    } else if (!block.contains(users)) {
        users = kSeveralBlocks;
    } else {
        users |= kSeveralAgents;
    }
}

template <Use kUse>
inline bool RaceFilter::take_one(Page& page, std::size_t at, const Block& block, User self) {
    if (may_conflict(page.writer[at], block, self)) return false;
    if (kUse != Use::atomic && page.updaters != nullptr && may_conflict((*page.updaters)[at], block, self))
        return false;
    if (kUse == Use::read) {
        join(page.readers[at], block, self);
        return true;
    }
    if (may_conflict(page.readers[at], block, self)) return false;
    if (kUse == Use::atomic) {
        if (page.updaters == nullptr) page.updaters = std::make_unique<Users>();
        join((*page.updaters)[at], block, self);
        return true;
    }
    // All others are ordered before a write, so what conflicts with them conflicts with it.
    page.writer[at] = self;
    page.readers[at] = 0;
    if (page.updaters != nullptr) (*page.updaters)[at] = 0;
    return true;
}

template <Use kUse>
bool RaceFilter::take_each(const Block& block, User self, std::span<const std::int64_t> addresses,
                           const std::uint64_t* active) {
    const std::uint64_t step = mode_ == RaceMode::thread ? 1 : 0;
    Page* here = nullptr;
    std::int64_t number = 0;
    std::size_t next = 0;
    std::uint64_t bits = *active;
    User lane_0 = self;
    for (const std::int64_t address : addresses) {
        while (bits == 0) {
            bits = active[++next];
            lane_0 += 64 * step;
        }
        const User agent = lane_0 + step * static_cast<std::uint64_t>(std::countr_zero(bits));
        bits &= bits - 1;
        if (here == nullptr || address >> 9 != number) {
            number = address >> 9;
            here = &page(number);
        }
        if (!take_one<kUse>(*here, static_cast<std::size_t>(address & (kPage - 1)), block, agent))
            return false;
    }
    return true;
}

bool RaceFilter::take_done(Use use, std::uint32_t warp, std::span<const std::int64_t> addresses,
                           const std::uint64_t* active) {
    const std::uint32_t number = warp / warps_per_block_;
    const std::uint64_t count = warps_per_block_ * threads_;
    const Block block{number * count, count, openings_[number]};
    if (block.opening > kMaxOpenings) return false;
    const User self = User{block.opening} << kOpeningBit | warp * threads_;
    switch (use) {
        case Use::read:
            return take_each<Use::read>(block, self, addresses, active);
        case Use::write:
            return take_each<Use::write>(block, self, addresses, active);
        case Use::atomic:
        case Use::atomic_read:
            break;
    }
    return take_each<Use::atomic>(block, self, addresses, active);
}

// ---- asynchronous copies

// Until its thread waits, whatever meets a copy races with it; then it counts as done by the wait.
bool RaceFilter::meets_copies(bool writes, std::span<const std::int64_t> addresses) const {
    return std::ranges::any_of(addresses, [&](std::int64_t address) {
        const auto found = on_their_way_.find(address);
        return found != on_their_way_.end() && (writes || found->second.writes != 0);
    });
}

bool RaceFilter::take_copies(std::uint32_t warp, std::span<const std::int64_t> sources,
                             std::span<const std::int64_t> targets, const std::uint64_t* active) {
    if (!take(Use::read, warp, sources, active) || !take(Use::write, warp, targets, active)) return false;
    std::size_t word = 0;
    std::uint64_t bits = *active;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        while (bits == 0) bits = active[++word];
        const std::uint64_t lane = 64 * word + static_cast<std::uint64_t>(std::countr_zero(bits));
        bits &= bits - 1;
        copies_[std::uint64_t{warp} << 32 | lane].begun.push_back({sources[i], targets[i]});
        on_their_way_[sources[i]].reads += 1;
        on_their_way_[targets[i]].writes += 1;
    }
    return true;
}

void RaceFilter::commit_copies(std::uint32_t warp, const ThreadSet& threads) {
    threads.for_each([&](Thread t) {
        const auto found = copies_.find(std::uint64_t{warp} << 32 | t);
        if (found == copies_.end()) return;
        Copies& copies = found->second;
        // A group that is empty, and the first, does not count.
        if (!copies.groups.empty() || !copies.begun.empty()) copies.groups.push_back(copies.begun.size());
    });
}

bool RaceFilter::wait_for_copies(std::uint32_t warp, const ThreadSet& threads, std::uint64_t latest) {
    return threads.all_of([&](Thread t) {
        const auto found = copies_.find(std::uint64_t{warp} << 32 | t);
        if (found == copies_.end() || found->second.groups.size() <= latest) return true;
        Copies& copies = found->second;
        const auto first = copies.groups.end() - static_cast<std::ptrdiff_t>(latest);
        const std::size_t ended = *std::prev(first);
        copies.groups.erase(copies.groups.begin(), first);
        for (std::size_t& end : copies.groups) end -= ended;
        bool ok = true;
        for (std::size_t i = 0; i < ended; ++i) ok = arrive(copies.begun[i], warp, t) && ok;
        copies.begun.erase(copies.begun.begin(), copies.begun.begin() + static_cast<std::ptrdiff_t>(ended));
        return ok;
    });
}

bool RaceFilter::arrive(const Copy& copy, std::uint32_t warp, std::uint64_t lane) {
    OnTheirWay& at_source = on_their_way_[copy.source];
    at_source.reads -= 1;
    if (at_source.reads + at_source.writes == 0) on_their_way_.erase(copy.source);
    OnTheirWay& at_target = on_their_way_[copy.target];
    at_target.writes -= 1;
    if (at_target.reads + at_target.writes == 0) on_their_way_.erase(copy.target);
    std::vector<std::uint64_t> active(lane / 64 + 1);
    active.back() = std::uint64_t{1} << lane % 64;
    return take_done(Use::read, warp, {&copy.source, 1}, active.data()) &&
           take_done(Use::write, warp, {&copy.target, 1}, active.data());
}

void RaceFilter::barrier() {
    near_.clear();
    far_.clear();
}

}  // namespace musimd::fast
