#include "semantics/races.hpp"

#include <vector>

namespace musimd {

AccessHistory::AccessHistory(RaceMode mode, Thread threads, std::uint32_t warps)
    : mode_(mode), threads_(threads), order_(mode == RaceMode::warp ? warps : Agent{warps} * threads) {}

AccessHistory::Entries& AccessHistory::Uses::of(Use use) {
    switch (use) {
        case Use::read:
            return read;
        case Use::write:
            return write;
        case Use::atomic:
            return atomic;
        case Use::atomic_read:
            break;
    }
    return atomic_read;
}

// The last access in the schedule that conflicts with this one and is not ordered before it; null if none
// does. Of one step, that of the lowest thread.
const AccessHistory::Entry* AccessHistory::last_unordered(Agent agent, Use use, std::int64_t address) const {
    const auto found = history_.find(address);
    if (found == history_.end()) return nullptr;
    const Entry* last = nullptr;
    const auto consider = [&](const Entries& entries) {
        for (const auto& [other, entry] : entries) {
            if (order_.is_before(other, entry.time, agent)) continue;
            const bool is_later = last == nullptr || last->step < entry.step;
            if (is_later || (last->step == entry.step && entry.access.thread < last->access.thread))
                last = &entry;
        }
    };
    const bool writes = use == Use::write || use == Use::atomic;
    const bool is_atomic = use == Use::atomic || use == Use::atomic_read;
    consider(found->second.write);
    if (writes) consider(found->second.read);
    if (!is_atomic) consider(found->second.atomic);
    if (use == Use::write) consider(found->second.atomic_read);
    return last;
}

std::optional<AccessHistory::Conflict> AccessHistory::conflict(std::uint32_t warp, Use use,
                                                               std::span<const Access> accesses) const {
    // In thread mode, threads of this instruction that write to one address conflict with each other.
    std::unordered_map<std::int64_t, int> users;
    if (mode_ == RaceMode::thread && use == Use::write) {
        for (const Access& access : accesses) ++users[access.address];
    }
    for (const Access& access : accesses) {
        const Use done = access.only_reads ? Use::atomic_read : use;
        if (const Entry* other = last_unordered(agent(warp, access.thread), done, access.address))
            return Conflict{access, other->access};
        const auto here = users.find(access.address);
        if (here != users.end() && here->second > 1) return Conflict{access, std::nullopt};
    }
    return std::nullopt;
}

void AccessHistory::add(std::uint32_t warp, Label pc, const Instruction& instruction, Use use,
                        std::span<const Access> accesses) {
    step_ += 1;
    const bool is_atomic = use == Use::atomic;
    for (const Access& access : accesses) {
        const Agent self = agent(warp, access.thread);
        if (is_atomic) order_.observe(self, access.address);
        const Use done = access.only_reads ? Use::atomic_read : use;
        Uses& uses = history_[access.address];
        Entry& entry = uses.of(done)[self];
        if (entry.step == step_) continue;  // of a lower thread of the warp
        entry = {order_.now(self),
                 step_,
                 {only_rule_of(instruction.opcode), pc, instruction.line, warp, access.thread}};
        if (done != Use::write) continue;
        // All others are ordered before this one, so what conflicts with them conflicts with it.
        Uses only;
        only.write.emplace(self, entry);
        uses = std::move(only);
    }
    // Threads of one step do not see each other's updates.
    for (const Access& access : accesses) {
        if (is_atomic && !access.only_reads) order_.publish(agent(warp, access.thread), access.address);
    }
}

void AccessHistory::barrier() {
    history_.clear();
    order_.barrier();
}

void AccessHistory::fence(std::uint32_t warp, const ThreadSet& threads, bool grid) {
    if (mode_ == RaceMode::warp) return order_.fence(warp, grid);
    threads.for_each([&](Thread t) { order_.fence(agent(warp, t), grid); });
}

void AccessHistory::meet(std::uint32_t warp, const ThreadSet& lanes) {
    if (mode_ == RaceMode::warp) return;
    std::vector<Agent> agents;
    lanes.for_each([&](Thread t) { agents.push_back(agent(warp, t)); });
    order_.meet(agents);
}

}  // namespace musimd
