#include "semantics/happens_before.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace musimd {

namespace {

// The events of a block, as a key of a vector clock; the others are agents.
VectorClock::Key whole_block(std::uint64_t block) {
    return ~block;
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

// Times go on, so that nothing that happened before is taken for something later.
void HappensBefore::barrier() {
    for (State& state : states_)
        state = {
            .now = state.now + 1, .before = {}, .fence = {}, .grid_fence = {}, .seen = {}, .seen_by_all = {}};
    for (Block& block : blocks_) block = {.openings = block.openings + 1, .before = {}};
    published_.clear();
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

void HappensBefore::fence(Agent agent, bool grid) {
    State& self = state(agent);
    const Block& of_self = block(block_of(agent));
    self.before.join(self.seen);
    if (grid) self.before.join(self.seen_by_all);
    self.fence = self.before;
    self.fence.join(of_self.before);
    self.fence.raise(agent, self.now);
    self.fence.raise(whole_block(block_of(agent)), of_self.openings);
    if (grid) self.grid_fence = self.fence;
    self.now += 1;
}

void HappensBefore::observe(Agent agent, std::int64_t address) {
    const auto published = published_.find(address);
    if (published == published_.end()) return;
    State& self = state(agent);
    self.seen_by_all.join(published->second.by_all);
    const auto of_block = published->second.blocks.find(block_of(agent));
    if (of_block != published->second.blocks.end()) self.seen.join(of_block->second);
}

// States that have not changed are left out: how many there are depends on which agent was the last to
// appear.
void HappensBefore::append_to(std::vector<std::uint64_t>& numbers) const {
    for (Agent agent = 0; agent < states_.size(); ++agent) {
        const State& s = states_[agent];
        const auto clocks = {&s.before, &s.fence, &s.grid_fence, &s.seen, &s.seen_by_all};
        if (s.now == 1 && std::ranges::all_of(clocks, &VectorClock::empty)) continue;
        numbers.insert(numbers.end(), {agent, s.now});
        for (const VectorClock* clock : clocks) clock->append_to(numbers);
    }
    numbers.push_back(UINT64_MAX);
    for (std::uint64_t block = 0; block < blocks_.size(); ++block) {
        if (blocks_[block].openings == 0 && blocks_[block].before.empty()) continue;
        numbers.insert(numbers.end(), {block, blocks_[block].openings});
        blocks_[block].before.append_to(numbers);
    }
    numbers.push_back(UINT64_MAX);
    for (const auto& [address, published] : std::map(published_.begin(), published_.end())) {
        numbers.push_back(static_cast<std::uint64_t>(address));
        published.by_all.append_to(numbers);
        for (const auto& [block, clock] : std::map(published.blocks.begin(), published.blocks.end())) {
            numbers.push_back(block);
            clock.append_to(numbers);
        }
        numbers.push_back(UINT64_MAX);
    }
}

void HappensBefore::publish(Agent agent, std::int64_t address) {
    if (agent >= states_.size() || states_[agent].fence.empty()) return;
    Published& published = published_[address];
    published.by_all.join(states_[agent].grid_fence);
    published.blocks[block_of(agent)].join(states_[agent].fence);
}

}  // namespace musimd
