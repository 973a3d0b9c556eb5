#include "semantics/races.hpp"

namespace musimd {

AccessHistory::Agents& AccessHistory::Uses::of(Use use) {
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

bool AccessHistory::conflicts(std::uint32_t warp, Use use, const Access& access) const {
    const auto found = history_.find(access.address);
    if (found == history_.end()) return false;
    const Uses& uses = found->second;
    const std::uint64_t self = agent(warp, access.thread);
    if (uses.write.others_than(self)) return true;
    const bool writes = use == Use::write || use == Use::atomic;
    if (writes && uses.read.others_than(self)) return true;
    const bool is_atomic = use == Use::atomic || use == Use::atomic_read;
    if (!is_atomic && uses.atomic.others_than(self)) return true;
    return use == Use::write && uses.atomic_read.others_than(self);
}

std::optional<Access> AccessHistory::conflict(std::uint32_t warp, Use use,
                                              std::span<const Access> accesses) const {
    // In thread mode, threads of this instruction that write to one address conflict with each other.
    std::unordered_map<std::int64_t, int> users;
    if (mode_ == RaceMode::thread && use == Use::write) {
        for (const Access& access : accesses) ++users[access.address];
    }
    for (const Access& access : accesses) {
        if (conflicts(warp, access.only_reads ? Use::atomic_read : use, access)) return access;
        const auto here = users.find(access.address);
        if (here != users.end() && here->second > 1) return access;
    }
    return std::nullopt;
}

void AccessHistory::add(std::uint32_t warp, Use use, std::span<const Access> accesses) {
    for (const Access& access : accesses) {
        const Use done = access.only_reads ? Use::atomic_read : use;
        history_[access.address].of(done).add(agent(warp, access.thread));
    }
}

}  // namespace musimd
