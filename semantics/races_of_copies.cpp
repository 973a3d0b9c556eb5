// The accesses of asynchronous copies (section 13.4), each of which is an agent of its own.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "semantics/copy_twins.hpp"
#include "semantics/races.hpp"

namespace musimd {

std::optional<Access> twin_of_copies(std::span<const Access> accesses) {
    struct Users {
        Thread first = 0;
        bool several = false;
        bool any_writes = false;
    };
    std::unordered_map<std::int64_t, Users> users;
    for (const Access& access : accesses) {
        const auto [at, is_new] = users.try_emplace(access.address, Users{access.thread});
        at->second.several |= at->second.first != access.thread;
        at->second.any_writes |= !access.only_reads;
    }
    for (const Access& access : accesses) {
        const Users& all = users[access.address];
        if (!all.several || !all.any_writes) continue;
        const bool meets_write =
            !access.only_reads || std::ranges::any_of(accesses, [&](const Access& other) {
                return other.address == access.address && other.thread != access.thread && !other.only_reads;
            });
        if (meets_write) return access;
    }
    return std::nullopt;
}

// A thread has one copy in a step, with two accesses. All others are ordered before its write, as before any,
// but those of the same step.
void AccessHistory::add_copies(std::uint32_t warp, Label pc, const AccessKind& kind) {
    std::optional<Thread> last;
    Moment moment;
    for (const Touch& touch : touched_) {
        const Thread t = touch.access.thread;
        const auto thread = copy_thread(warp, t);
        if (last != t) moment = {order_.now(touch.self).opening, order_.begin_copy(thread)};
        last = t;
        const Sort sort = sort_of(kind, touch.access);
        Entry* const entry = entry_of(*touch.entries, sort, thread);
        set(*entry, touch, warp, pc, sort, moment);
        if (sort.use != Use::write) continue;
        order_.overwrite(touch.access.address);
        const auto is_earlier = [this](const Entry& e) { return e.step != step_; };
        touch.entries->erase(std::remove_if(touch.entries->begin(), touch.entries->end(), is_earlier),
                             touch.entries->end());
    }
}

// A barrier orders all but copies that their thread has not waited for.
void AccessHistory::keep_copies_on_their_way() {
    if (!order_.has_copies_on_their_way()) return table_.pages.clear();
    const auto is_over = [this](const Entry& e) {
        return !e.is_copy || order_.is_awaited(copy_thread(e), e.moment.own);
    };
    for (auto& [number, page] : table_.pages) {
        for (Entries& entries : page)
            entries.erase(std::remove_if(entries.begin(), entries.end(), is_over), entries.end());
    }
}

void AccessHistory::commit_copies(std::uint32_t warp, const ThreadSet& threads) {
    threads.for_each([&](Thread t) { order_.commit_copies(copy_thread(warp, t)); });
}

void AccessHistory::wait_for_copies(std::uint32_t warp, const ThreadSet& threads, std::uint64_t latest) {
    threads.for_each([&](Thread t) { order_.wait_for_copies(copy_thread(warp, t), agent(warp, t), latest); });
}

}  // namespace musimd
