#include "semantics/happens_before.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace musimd {

namespace {

bool is_wide(Scope scope) {
    return scope != Scope::block;
}

// The events of a block, as a key of a vector clock; the others are agents.
VectorClock::Key whole_block(std::uint64_t block) {
    return ~block;
}

// The asynchronous copies of a thread, likewise.
VectorClock::Key copies_of(std::uint64_t thread) {
    return thread | std::uint64_t{1} << 62;
}

}  // namespace

// ---- vector clocks

Time VectorClock::of(Key key) const {
    if (times_ == nullptr) return 0;
    const auto found = times_->find(key);
    return found == times_->end() ? 0 : found->second;
}

VectorClock::Times& VectorClock::own() {
    if (times_ == nullptr) {
        times_ = std::make_shared<Times>();
    } else if (times_.use_count() > 1) {
        times_ = std::make_shared<Times>(*times_);
    }
    return *times_;
}

void VectorClock::raise(Key key, Time time) {
    if (of(key) < time) own()[key] = time;
}

void VectorClock::join(const VectorClock& other) {
    if (times_ == nullptr) times_ = other.times_;
    if (times_ == other.times_ || other.times_ == nullptr) return;
    for (const auto& [key, time] : *other.times_) raise(key, time);
}

void VectorClock::append_to(std::vector<std::uint64_t>& numbers) const {
    numbers.push_back(empty() ? 0 : times_->size());
    if (empty()) return;
    for (const auto& [key, time] : *times_) numbers.insert(numbers.end(), {key, time});
}

// ---- the relation

HappensBefore::State& HappensBefore::state(Agent agent) {
    if (agent >= states_.size()) states_.resize(agent + 1);
    return states_[agent];
}

HappensBefore::Block& HappensBefore::block(std::uint64_t number) {
    if (number >= blocks_.size()) blocks_.resize(number + 1);
    return blocks_[number];
}

Moment HappensBefore::now(Agent agent) const {
    const std::uint64_t number = block_of(agent);
    return {number < blocks_.size() ? blocks_[number].openings : 0,
            agent < states_.size() ? states_[agent].now : 1};
}

bool HappensBefore::is_before(Agent a, Moment moment, Agent b) const {
    if (a == b) return true;
    const std::uint64_t of_a = block_of(a);
    const std::uint64_t of_b = block_of(b);
    const auto has = [&](const VectorClock& clock) {
        return !clock.empty() && (moment.own <= clock.of(a) || moment.opening < clock.of(whole_block(of_a)));
    };
    if (of_b < blocks_.size()) {
        const Block& block = blocks_[of_b];
        if (of_a == of_b && moment.opening < block.openings) return true;
        if (has(block.before)) return true;
    }
    return b < states_.size() && has(states_[b].before);
}

// ---- asynchronous copies

void HappensBefore::commit_copies(CopyThread thread) {
    const auto found = copies_.find(thread);
    if (found == copies_.end()) return;  // a group that is empty, and after which others count
    Copies& copies = found->second;
    if (copies.groups.empty() && copies.begun == copies.awaited) return;  // likewise
    copies.groups.push_back(copies.begun);
}

void HappensBefore::wait_for_copies(CopyThread thread, Agent agent, std::uint64_t latest) {
    const auto found = copies_.find(thread);
    if (found == copies_.end() || found->second.groups.size() <= latest) return;
    Copies& copies = found->second;
    const auto end = copies.groups.end() - static_cast<std::ptrdiff_t>(latest);
    copies.awaited = *std::prev(end);
    copies.groups.erase(copies.groups.begin(), end);
    if (copies.awaited != 0) state(agent).before.raise(copies_of(thread), copies.awaited);
}

bool HappensBefore::is_copy_before(CopyThread thread, Time number, Agent b) const {
    const VectorClock::Key key = copies_of(thread);
    const std::uint64_t of_b = block_of(b);
    return (b < states_.size() && number <= states_[b].before.of(key)) ||
           (of_b < blocks_.size() && number <= blocks_[of_b].before.of(key));
}

bool HappensBefore::has_copies_on_their_way() const {
    return std::ranges::any_of(
        copies_, [](const auto& of_thread) { return of_thread.second.awaited < of_thread.second.begun; });
}

bool HappensBefore::is_awaited(CopyThread thread, Time number) const {
    const auto found = copies_.find(thread);
    return found != copies_.end() && number <= found->second.awaited;
}

// ---- barriers

// Times go on, so that nothing that happened before is taken for something later.
void HappensBefore::barrier() {
    for (State& state : states_) state = {.now = state.now + 1, .before = {}, .fences = {}, .seen = {}};
    for (Block& block : blocks_) block = {.openings = block.openings + 1, .before = {}, .seq_cst = {}};
    seq_cst_ = {};
    locations_.clear();
}

void HappensBefore::meet(std::span<const Agent> agents) {
    VectorClock before;
    for (const Agent agent : agents) {
        before.join(state(agent).before);
        before.raise(agent, state(agent).now);
    }
    for (const Agent agent : agents) {
        state(agent).before = before;
        state(agent).now += 1;
    }
}

// The agents' events before the opening are known by their moments; what else is ordered before them is
// ordered before all that follows in the block.
void HappensBefore::block_barrier(std::uint64_t number) {
    Block& opened = block(number);
    opened.openings += 1;
    const Agent end = std::min<Agent>((number + 1) * per_block_, states_.size());
    for (Agent agent = number * per_block_; agent < end; ++agent)
        opened.before.join(std::exchange(states_[agent].before, {}));
}

// All events of the agent up to its next one, and what is ordered before them.
VectorClock HappensBefore::through(Agent agent) {
    const std::uint64_t number = block_of(agent);
    const Block& of_agent = block(number);
    VectorClock clock = state(agent).before;
    clock.join(of_agent.before);
    clock.raise(agent, state(agent).now);
    clock.raise(whole_block(number), of_agent.openings);
    return clock;
}

// A fence that acquires is the tail of the agent's earlier reads; one that releases is the head of its later
// writes. Under PTX, earlier fences that are seq_cst are ordered before it, if it is one (P3).
void HappensBefore::fence(std::span<const Agent> agents, Strength strength) {
    const bool wide = is_wide(strength.scope);
    const bool is_seq_cst = is_ptx_ && strength.order == MemoryOrder::seq_cst;
    for (const Agent agent : agents) {
        State& self = state(agent);
        if (acquires(strength.order)) {
            self.before.join(self.seen.of_block);
            if (wide) self.before.join(self.seen.of_all);
        }
        if (!is_seq_cst) continue;
        self.before.join(block(block_of(agent)).seq_cst);
        if (wide) self.before.join(seq_cst_);
    }
    for (const Agent agent : agents) {
        State& self = state(agent);
        if (releases(strength.order)) {
            self.fences.of_block = through(agent);
            if (wide) self.fences.of_all = self.fences.of_block;
        }
        if (is_seq_cst) {
            block(block_of(agent)).seq_cst.join(self.fences.of_block);
            if (wide) seq_cst_.join(self.fences.of_block);
        }
        self.now += 1;
    }
}

// ---- atomics

// Whether an atomic of the agent and the last write are morally strong.
bool HappensBefore::reaches(Agent agent, Scope scope, const Location& written) const {
    return written.is_written &&
           (block_of(agent) == written.writer_block || (is_wide(scope) && is_wide(written.writer_scope)));
}

// The heads that a read of the agent observes.
HappensBefore::Heads HappensBefore::heads_at(Agent agent, const Location& written) const {
    const auto of_block = written.blocks.find(block_of(agent));
    return {of_block == written.blocks.end() ? VectorClock() : of_block->second, written.of_all};
}

// A read is the tail of itself, if it acquires, and under PTX of the agent's earlier reads there (P2).
void HappensBefore::acquire(Agent agent, std::int64_t address, Strength strength) {
    const auto found = locations_.find(address);
    if (found == locations_.end() || !acquires(strength.order)) return;
    State& self = state(agent);
    const auto take = [&](const Heads& heads) {
        self.before.join(heads.of_block);
        if (is_wide(strength.scope)) self.before.join(heads.of_all);
    };
    if (reaches(agent, strength.scope, found->second)) take(heads_at(agent, found->second));
    const auto earlier = found->second.observed.find(agent);
    if (earlier != found->second.observed.end()) take(earlier->second);
}

void HappensBefore::observe(Agent agent, std::int64_t address, Strength strength) {
    acquire(agent, address, strength);
    const auto found = locations_.find(address);
    if (found == locations_.end() || !reaches(agent, strength.scope, found->second)) return;
    Location& written = found->second;
    const Heads heads = heads_at(agent, written);
    State& self = state(agent);
    self.seen.of_block.join(heads.of_block);
    self.seen.of_all.join(heads.of_all);
    if (!is_ptx_) return;
    written.observed[agent].of_block.join(heads.of_block);
    written.observed[agent].of_all.join(heads.of_all);
    see(agent, written);
}

// A read that observes no more than the agent's last one there adds nothing: that was earlier.
void HappensBefore::see(Agent agent, Location& written) {
    std::vector<Sight>& sights = written.sights[agent];
    if (!sights.empty() && sights.back().first <= written.chain && sights.back().last == written.writes)
        return;
    sights.push_back({agent, now(agent), written.chain, written.writes});
    if (sights.size() > 2 * written.last_writes.size() + 8) forget_sights(written, sights);
}

// Only the first sight of each agent's last write is asked for.
void HappensBefore::forget_sights(const Location& written, std::vector<Sight>& sights) {
    std::vector<Sight> kept;
    for (const Sight& sight : sights) {
        const auto is_first = [&](const auto& write) {
            const auto has = [&](const Sight& s) {
                return s.first <= write.second && write.second <= s.last;
            };
            return has(sight) && std::ranges::none_of(kept, has);
        };
        if (std::ranges::any_of(written.last_writes, is_first)) kept.push_back(sight);
    }
    sights = std::move(kept);
}

// Its heads: the agent's fences; itself, if it releases; and under PTX the agent's earlier releases there
// (P1). An update has those of the write that it observes, too.
void HappensBefore::publish(Agent agent, std::int64_t address, Strength strength, bool is_update) {
    Heads heads = state(agent).fences;
    if (releases(strength.order)) {
        const VectorClock self = through(agent);
        heads.of_block.join(self);
        if (is_wide(strength.scope)) heads.of_all.join(self);
        state(agent).now += 1;
    }
    const auto found = locations_.find(address);
    if (found == locations_.end() && heads.of_block.empty() && !is_ptx_) return;
    Location& written = found == locations_.end() ? locations_[address] : found->second;
    if (!is_update || !reaches(agent, strength.scope, written)) {
        written.of_all = {};
        written.blocks.clear();
        written.chain = written.writes + 1;
    }
    if (is_ptx_) {
        if (const auto earlier = written.released.find(agent); earlier != written.released.end()) {
            heads.of_block.join(earlier->second.of_block);
            heads.of_all.join(earlier->second.of_all);
        }
        if (releases(strength.order)) written.released[agent] = heads;
        written.last_writes[agent] = ++written.writes;
    }
    written.of_all.join(heads.of_all);
    if (!heads.of_block.empty()) written.blocks[block_of(agent)].join(heads.of_block);
    written.is_written = true;
    written.writer_block = block_of(agent);
    written.writer_scope = strength.scope;
}

void HappensBefore::overwrite(std::int64_t address) {
    if (locations_.empty()) return;
    const auto found = locations_.find(address);
    if (found == locations_.end()) return;
    found->second.is_written = false;
    found->second.of_all = {};
    found->second.blocks.clear();
}

bool HappensBefore::is_seen(Agent a, std::int64_t address, Agent b) const {
    const auto found = locations_.find(address);
    if (!is_ptx_ || found == locations_.end()) return false;
    const auto write = found->second.last_writes.find(a);
    if (write == found->second.last_writes.end()) return false;
    const std::uint32_t number = write->second;
    for (const auto& [reader, sights] : found->second.sights) {
        for (const Sight& sight : sights) {
            if (sight.first <= number && number <= sight.last)
                if (is_before(reader, sight.moment, b)) return true;
        }
    }
    return false;
}

// ---- as numbers

// States that have not changed are left out: how many there are depends on which agent was the last to
// appear.
void HappensBefore::append_to(std::vector<std::uint64_t>& numbers) const {
    for (Agent agent = 0; agent < states_.size(); ++agent) {
        const State& s = states_[agent];
        const auto clocks = {&s.before, &s.fences.of_block, &s.fences.of_all, &s.seen.of_block,
                             &s.seen.of_all};
        if (s.now == 1 && std::ranges::all_of(clocks, &VectorClock::empty)) continue;
        numbers.insert(numbers.end(), {agent, s.now});
        for (const VectorClock* clock : clocks) clock->append_to(numbers);
    }
    numbers.push_back(UINT64_MAX);
    for (std::uint64_t block = 0; block < blocks_.size(); ++block) {
        const Block& of_number = blocks_[block];
        if (of_number.openings == 0 && of_number.before.empty() && of_number.seq_cst.empty()) continue;
        numbers.insert(numbers.end(), {block, of_number.openings});
        of_number.before.append_to(numbers);
        of_number.seq_cst.append_to(numbers);
    }
    numbers.push_back(UINT64_MAX);
    seq_cst_.append_to(numbers);
    std::map<std::int64_t, const Location*> sorted;
    for (const auto& [address, location] : locations_) sorted.emplace(address, &location);
    for (const auto& [address, location] : sorted) append_location(address, *location, numbers);
    for (const auto& [thread, copies] : copies_) {
        numbers.insert(numbers.end(), {UINT64_MAX, thread, copies.begun, copies.awaited});
        numbers.insert(numbers.end(), copies.groups.begin(), copies.groups.end());
    }
}

void HappensBefore::append_location(std::int64_t address, const Location& location,
                                    std::vector<std::uint64_t>& numbers) const {
    numbers.push_back(static_cast<std::uint64_t>(address));
    location.of_all.append_to(numbers);
    for (const auto& [block, clock] : std::map(location.blocks.begin(), location.blocks.end())) {
        numbers.push_back(block);
        clock.append_to(numbers);
    }
    numbers.insert(numbers.end(), {UINT64_MAX, location.is_written ? 1U : 0U, location.writer_block,
                                   static_cast<std::uint64_t>(location.writer_scope)});
    for (const auto* heads : {&location.released, &location.observed}) {
        for (const auto& [agent, of_agent] : *heads) {
            numbers.push_back(agent);
            of_agent.of_block.append_to(numbers);
            of_agent.of_all.append_to(numbers);
        }
        numbers.push_back(UINT64_MAX);
    }
    numbers.insert(numbers.end(), {location.writes, location.chain});
    for (const auto& [agent, write] : location.last_writes) numbers.insert(numbers.end(), {agent, write});
    for (const auto& [agent, sights] : location.sights) {
        for (const Sight& sight : sights) {
            numbers.insert(numbers.end(),
                           {agent, sight.moment.opening, sight.moment.own, sight.first, sight.last});
        }
    }
    numbers.push_back(UINT64_MAX);
}

}  // namespace musimd
