#include "semantics/races.hpp"

#include <algorithm>
#include <vector>

#include "semantics/copy_twins.hpp"

namespace musimd {

namespace {

// Under PTX, an atomic that sees another is enough (P4).
bool orders_accesses(const Instruction& i, Consistency consistency) {
    if (consistency == Consistency::ptx && info(i.opcode).memory == MemoryUse::updates) return true;
    return i.opcode == Opcode::fence || i.opcode == Opcode::syncwarp || i.opcode == Opcode::copy_async ||
           i.order != MemoryOrder::relaxed;
}

Use use_of(const Instruction& instruction) {
    switch (info(instruction.opcode).memory) {
        case MemoryUse::none:  // it has no accesses
        case MemoryUse::reads:
            return Use::read;
        case MemoryUse::writes:
        case MemoryUse::copies:
            return Use::write;
        case MemoryUse::updates:
            return Use::atomic;
    }
    return Use::read;
}

}  // namespace

bool has_copies(const Program& program) {
    return std::ranges::find(program.instructions, Opcode::copy_async, &Instruction::opcode) !=
           program.instructions.end();
}

AccessKind kind_of(const Instruction& instruction) {
    AccessKind kind{use_of(instruction),
                    {instruction.order, instruction.scope},
                    instruction.opcode != Opcode::strong_store};
    kind.is_copy = instruction.opcode == Opcode::copy_async;
    return kind;
}

AccessHistory::AccessHistory(RaceMode mode, Thread threads, std::uint32_t warps, OrderedBy ordered_by,
                             Consistency consistency)
    : mode_(mode),
      threads_(threads),
      agents_per_block_(Agent{warps} * (mode == RaceMode::warp ? 1 : threads)),
      ordered_by_(ordered_by),
      order_(agents_per_block_, consistency) {}

AccessHistory::AccessHistory(const Program& program, RaceMode mode)
    : AccessHistory(
          mode, program.threads, program.warps_per_block(),
          std::ranges::any_of(program.instructions,
                              [&](const Instruction& i) { return orders_accesses(i, program.consistency); })
              ? OrderedBy::anything
              : OrderedBy::barriers,
          program.consistency) {}

namespace {

// Whether two uses of one address conflict, of which `both_reach` says whether the scopes of two atomics
// include each other's agent: at least one writes, and they are not morally strong.
bool do_conflict(Use use, Use earlier, bool both_reach) {
    const auto is_atomic = [](Use u) { return u == Use::atomic || u == Use::atomic_read; };
    if (is_atomic(use) && is_atomic(earlier))
        return !both_reach && (use == Use::atomic || earlier == Use::atomic);
    switch (earlier) {
        case Use::read:
            return use == Use::write || use == Use::atomic;
        case Use::write:
            return true;
        case Use::atomic:
            return use == Use::read || use == Use::write;
        case Use::atomic_read:
            break;
    }
    return use == Use::write;
}

// Calls f(access) for the accesses whose address another one of them has, too.
template <typename F>
void each_twin(std::span<const Access> accesses, F&& f) {
    const auto does_not_rise = [](const Access& a, const Access& b) { return a.address >= b.address; };
    if (std::ranges::adjacent_find(accesses, does_not_rise) == accesses.end()) return;  // most instructions
    std::unordered_map<std::int64_t, int> users;
    for (const Access& access : accesses) ++users[access.address];
    for (const Access& access : accesses) {
        if (users[access.address] > 1) f(access);
    }
}

}  // namespace

// ---- the table

AccessHistory::Entries* AccessHistory::find(std::int64_t address) {
    const std::int64_t number = address / kPage;
    if (table_.last == nullptr || table_.last_number != number) {
        const auto page = table_.pages.find(number);
        if (page == table_.pages.end()) return nullptr;
        table_.last = &page->second;
        table_.last_number = number;
    }
    return &(*table_.last)[static_cast<std::size_t>(address % kPage)];
}

AccessHistory::Entries& AccessHistory::at(std::int64_t address) {
    if (Entries* const found = find(address)) return *found;
    return table_.pages[address / kPage][static_cast<std::size_t>(address % kPage)];
}

// The entry for a new access of the agent, or for a copy of the thread, created if it does not exist; null if
// none is needed.
AccessHistory::Entry* AccessHistory::entry_of(Entries& entries, Sort sort, std::uint64_t self) const {
    if (ordered_by_ == OrderedBy::barriers) return entry_by_barriers(entries, sort, self);
    const auto key = [this](const Entry& e) { return std::pair(sort_of(e), owner(e)); };
    const std::pair wanted(sort, self);
    // Agents mostly come in ascending order.
    auto place = entries.end();
    if (!entries.empty() && !(key(entries.back()) < wanted)) {
        place = std::ranges::lower_bound(entries, wanted, {}, key);
        if (key(*place) == wanted) return &*place;
    }
    return &*entries.insert(place, Entry{});
}

// Between two barriers of the grid nothing orders the accesses of two blocks, and an opening of a block's
// barrier orders all earlier ones of the block. So the agent that comes next conflicts with one of the last
// two agents of one of the last two blocks, or with nobody; and that is the last access with which it
// conflicts.
AccessHistory::Entry* AccessHistory::entry_by_barriers(Entries& entries, Sort sort, Agent self) const {
    std::array<Entry*, 2> here{};      // of the agent's block, the later one first
    const Entry* elsewhere = nullptr;  // the last one of another block
    const auto is_later = [](const Entry& a, const Entry& b) {
        return a.step != b.step ? a.step > b.step : a.access.thread < b.access.thread;
    };
    for (Entry& entry : entries) {
        if (sort_of(entry) != sort) continue;
        const Agent other = agent(entry);
        if (other == self) return &entry;
        if (entry.block != block_) {
            if (elsewhere == nullptr || is_later(entry, *elsewhere)) elsewhere = &entry;
        } else if (here[0] == nullptr || is_later(entry, *here[0])) {
            here = {&entry, here[0]};
        } else {
            here[1] = &entry;
        }
    }
    if (here[1] != nullptr)
        return here[1]->step == step_ ? nullptr : here[1];  // of a step, the lowest threads
    if (here[0] == nullptr && elsewhere != nullptr) {
        const std::uint32_t last = elsewhere->block;
        const auto is_old = [&](const Entry& entry) { return sort_of(entry) == sort && entry.block != last; };
        entries.erase(std::remove_if(entries.begin(), entries.end(), is_old), entries.end());
    }
    return &entries.emplace_back();
}

// ---- races

// Whether the warp's instruction has used the address already: then the access changes nothing.
bool AccessHistory::is_repeated(const Access& access) {
    Repeat& last = repeats_[static_cast<std::size_t>(access.address) % repeats_.size()];
    if (last.look == looks_ && last.address == access.address) return true;
    last = {access.address, looks_};
    return false;
}

// Finds what the accesses of the warp's instruction are about.
void AccessHistory::touch(std::uint32_t warp, const AccessKind& kind, std::span<const Access> accesses) {
    touched_.clear();
    looks_ += 1;
    block_ = block_of(agent(warp, 0));
    const bool may_repeat = mode_ == RaceMode::warp && kind.use != Use::atomic && !kind.is_copy;
    for (const Access& access : accesses) {
        if (!may_repeat || !is_repeated(access))
            touched_.push_back({access, agent(warp, access.thread), &at(access.address)});
    }
    // What an acquiring read takes is ordered before the step that reads.
    if (kind.use != Use::atomic || !kind.is_update || ordered_by_ == OrderedBy::barriers) return;
    for (const Touch& touch : touched_) order_.acquire(touch.self, touch.access.address, kind.strength);
}

AccessHistory::Sort AccessHistory::sort_of(const AccessKind& kind, const Access& access) {
    if (kind.is_copy) return {access.only_reads ? Use::read : Use::write, false, false, true};
    if (kind.use != Use::atomic) return {kind.use};
    return {access.only_reads ? Use::atomic_read : Use::atomic, kind.strength.scope == Scope::block,
            kind.is_volatile};
}

// Whether the access is ordered before the agent's next one: a copy also if it is the agent's own. Under PTX,
// an atomic write that has been seen is not a race (P4).
bool AccessHistory::is_ordered(const Entry& entry, const Touch& by) const {
    if (entry.is_copy) return order_.is_copy_before(copy_thread(entry), entry.moment.own, by.self);
    const Agent other = agent(entry);
    return order_.is_before(other, entry.moment, by.self) ||
           (entry.use == Use::atomic && order_.is_seen(other, by.access.address, by.self));
}

RacingAccess AccessHistory::access_of(const Entry& entry) const {
    RacingAccess access = entry.access;
    access.is_awaited = entry.is_copy && order_.is_awaited(copy_thread(entry), entry.moment.own);
    return access;
}

bool AccessHistory::may_conflict(Sort a, Sort b, bool both_reach, bool as_volatiles) {
    if (!as_volatiles) return do_conflict(a.use, b.use, both_reach);
    return a.is_volatile && b.is_volatile && (a.use == Use::atomic || b.use == Use::atomic);
}

// The last access in the schedule that conflicts with this one and is not ordered before it; null if none
// does. Of one step, that of the lowest thread. Entries of one sort are neighbours, unless there are few.
const AccessHistory::Entry* AccessHistory::last_unordered(const Touch& by, const AccessKind& kind, Moment now,
                                                          bool as_volatiles) const {
    const Entry* last = nullptr;
    const Sort sort = sort_of(kind, by.access);
    const Entries& entries = *by.entries;
    for (auto at = entries.begin(); at != entries.end();) {
        const Entry& entry = *at;
        const bool all_reach = !sort.of_block && !entry.of_block;
        if (!may_conflict(sort, sort_of(entry), all_reach, as_volatiles)) {
            at = ordered_by_ == OrderedBy::barriers
                     ? at + 1
                     : std::ranges::upper_bound(at, entries.end(), sort_of(entry), {},
                                                [](const Entry& e) { return sort_of(e); });
            continue;
        }
        ++at;
        const bool both_reach = all_reach || entry.block == block_;
        if (!may_conflict(sort, sort_of(entry), both_reach, as_volatiles)) continue;
        if (!entry.is_copy &&
            (agent(entry) == by.self || (entry.block == block_ && entry.moment.opening < now.opening)))
            continue;
        if (ordered_by_ == OrderedBy::anything && is_ordered(entry, by)) continue;
        const bool is_later = last == nullptr || last->step < entry.step;
        if (is_later || (last->step == entry.step && entry.access.thread < last->access.thread))
            last = &entry;
    }
    return last;
}

std::optional<AccessHistory::Conflict> AccessHistory::conflict_of_touched(
    const AccessKind& kind, std::span<const Access> accesses) const {
    // In thread mode, threads of this instruction that write to one address conflict with each other.
    std::optional<Access> twin;
    if (mode_ == RaceMode::thread && kind.is_copy) {
        twin = twin_of_copies(accesses);
    } else if (mode_ == RaceMode::thread && kind.use == Use::write) {
        each_twin(accesses, [&](const Access& access) {
            if (!twin) twin = access;
        });
    }
    const Moment now = touched_.empty() ? Moment{} : order_.now(touched_.front().self);  // of the block
    for (const Touch& touch : touched_) {
        const Access& access = touch.access;
        if (const Entry* other = last_unordered(touch, kind, now, false))
            return Conflict{access, access_of(*other)};
        if (twin && twin->thread == access.thread && twin->address == access.address &&
            twin->only_reads == access.only_reads)
            return Conflict{access, std::nullopt};
    }
    if (!kind.is_volatile) return std::nullopt;
    for (const Touch& touch : touched_) {
        if (const Entry* other = last_unordered(touch, kind, now, true))
            return Conflict{touch.access, access_of(*other), true};
    }
    return std::nullopt;
}

// One by one: a whole entry would be written by parts and read at once, which processors wait for.
void AccessHistory::set(Entry& entry, const Touch& touch, std::uint32_t warp, Label pc, Sort sort,
                        Moment moment) {
    entry.step = step_;
    entry.moment = moment;
    entry.access.pc = pc;
    entry.access.warp = warp;
    entry.access.thread = touch.access.thread;
    entry.access.only_reads = touch.access.only_reads;
    entry.use = sort.use;
    entry.of_block = sort.of_block;
    entry.is_volatile = sort.is_volatile;
    entry.is_copy = sort.is_copy;
    entry.block = block_;
}

void AccessHistory::add_touched(std::uint32_t warp, Label pc, const AccessKind& kind) {
    step_ += 1;
    if (kind.is_copy) return add_copies(warp, pc, kind);
    const bool orders = ordered_by_ == OrderedBy::anything;
    if (kind.use == Use::atomic) observe(kind);
    for (const Touch& touch : touched_) {
        const auto& [access, self, entries] = touch;
        if (orders && kind.use == Use::write) order_.overwrite(access.address);
        const Sort sort = sort_of(kind, access);
        Entry* const entry = entry_of(*entries, sort, self);
        if (entry == nullptr || entry->step == step_) continue;  // of a lower thread of the warp
        set(*entry, touch, warp, pc, sort, order_.now(self));
        // All others are ordered before a write, so what conflicts with them conflicts with it.
        if (sort.use == Use::write && entries->size() > 1) *entries = Entries(1, Entry(*entry));
    }
    if (kind.use == Use::atomic) publish(kind);
}

// An update observes earlier steps; a store reads nothing.
void AccessHistory::observe(const AccessKind& kind) {
    if (ordered_by_ == OrderedBy::barriers || !kind.is_update) return;
    for (const Touch& touch : touched_) order_.observe(touch.self, touch.access.address, kind.strength);
}

// Threads of one step do not see each other's writes. Of stores to one address, the last one remains.
void AccessHistory::publish(const AccessKind& kind) {
    if (ordered_by_ == OrderedBy::barriers) return;
    for (const bool overwritten : {true, false}) {
        for (const auto& [access, self, entries] : touched_) {
            if (!access.only_reads && access.overwritten == overwritten)
                order_.publish(self, access.address, kind.strength, kind.is_update);
        }
    }
}

std::optional<AccessHistory::Conflict> AccessHistory::conflict(std::uint32_t warp, AccessKind kind,
                                                               std::span<const Access> accesses) {
    touch(warp, kind, accesses);
    return conflict_of_touched(kind, accesses);
}

void AccessHistory::add(std::uint32_t warp, Label pc, AccessKind kind, std::span<const Access> accesses) {
    touch(warp, kind, accesses);
    add_touched(warp, pc, kind);
}

std::optional<AccessHistory::Conflict> AccessHistory::take(std::uint32_t warp, Label pc, AccessKind kind,
                                                           std::span<const Access> accesses) {
    touch(warp, kind, accesses);
    auto found = conflict_of_touched(kind, accesses);
    if (!found) add_touched(warp, pc, kind);
    return found;
}

void AccessHistory::barrier() {
    keep_copies_on_their_way();
    table_.last = nullptr;
    order_.barrier();
}

void AccessHistory::fence(std::uint32_t warp, const ThreadSet& threads, Strength strength) {
    if (mode_ == RaceMode::warp) return order_.fence(warp, strength);
    std::vector<Agent> agents;
    threads.for_each([&](Thread t) { agents.push_back(agent(warp, t)); });
    order_.fence(agents, strength);
}

void AccessHistory::meet(std::uint32_t warp, const ThreadSet& lanes) {
    if (mode_ == RaceMode::warp) return;
    std::vector<Agent> agents;
    lanes.for_each([&](Thread t) { agents.push_back(agent(warp, t)); });
    order_.meet(agents);
}

// ---- as numbers

// Whether an access races with those of one use, where nothing but barriers orders accesses: it does if they
// are of several blocks; if of one, in another block, or if an agent besides its own has used the address
// since the block's last opening. Which entries there are depends on the order of the accesses; this does
// not.
void AccessHistory::append_by_barriers(const Entries& entries, Sort sort,
                                       std::vector<std::uint64_t>& numbers) const {
    constexpr std::uint64_t kNone = UINT64_MAX;
    constexpr std::uint64_t kSeveral = UINT64_MAX - 1;
    std::uint64_t block = kNone;
    std::uint64_t user = kNone;
    for (const Entry& entry : entries) {
        if (sort_of(entry) != sort) continue;
        block = block == kNone || block == entry.block ? entry.block : kSeveral;
        const Agent self = agent(entry);
        if (entry.moment.opening != order_.now(self).opening) continue;
        user = user == kNone || user == self ? self : kSeveral;
    }
    if (block == kNone) return;
    numbers.insert(numbers.end(), {2 * static_cast<std::uint64_t>(sort.use) + (sort.of_block ? 1U : 0U),
                                   block, block == kSeveral ? kNone : user});
}

void AccessHistory::append_to(std::vector<std::uint64_t>& numbers) const {
    std::vector<std::pair<std::int64_t, const Entries*>> used;
    for (const auto& [number, page] : table_.pages) {
        for (std::size_t i = 0; i < page.size(); ++i) {
            if (!page[i].empty()) used.emplace_back(number * kPage + static_cast<std::int64_t>(i), &page[i]);
        }
    }
    std::ranges::sort(used);
    for (const auto& [address, entries] : used) {
        numbers.insert(numbers.end(), {UINT64_MAX, static_cast<std::uint64_t>(address)});
        if (ordered_by_ == OrderedBy::barriers) {
            for (const Use use : {Use::read, Use::write, Use::atomic, Use::atomic_read}) {
                for (const bool of_block : {false, true})
                    append_by_barriers(*entries, {use, of_block}, numbers);
            }
            continue;
        }
        for (const Entry& entry : *entries) {
            const std::uint64_t use = 2 * static_cast<std::uint64_t>(entry.use) + (entry.of_block ? 1U : 0U);
            numbers.insert(numbers.end(), {2 * use + (entry.is_copy ? 1U : 0U), owner(entry),
                                           entry.moment.opening, entry.moment.own});
        }
    }
    if (ordered_by_ == OrderedBy::anything) order_.append_to(numbers);
}

}  // namespace musimd
