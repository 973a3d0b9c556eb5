#include "semantics/happens_before.hpp"

#include <algorithm>
#include <vector>

namespace musimd {

// ---- vector clocks

Time VectorClock::of(Agent agent) const {
    Time time = 0;
    if (shared_ != nullptr) {
        if (const auto found = shared_->find(agent); found != shared_->end()) time = found->second;
    }
    if (const auto found = own_.find(agent); found != own_.end()) time = std::max(time, found->second);
    return time;
}

void VectorClock::raise(Agent agent, Time time) {
    if (of(agent) < time) own_[agent] = time;
}

void VectorClock::join(const VectorClock& other) {
    if (other.shared_ != nullptr && other.shared_ != shared_) {
        if (shared_ == nullptr) {
            shared_ = other.shared_;
        } else {
            for (const auto& [agent, time] : *other.shared_) raise(agent, time);
        }
    }
    for (const auto& [agent, time] : other.own_) raise(agent, time);
}

void VectorClock::share() {
    if (own_.empty()) return;
    auto all = shared_ == nullptr ? std::make_shared<Times>() : std::make_shared<Times>(*shared_);
    for (const auto& [agent, time] : own_) (*all)[agent] = time;
    shared_ = std::move(all);
    own_.clear();
}

// ---- the relation

Time HappensBefore::now(Agent agent) const {
    const auto state = states_.find(agent);
    return state == states_.end() ? 1 : state->second.now;
}

bool HappensBefore::is_before(Agent a, Time time, Agent b) const {
    if (a == b) return true;
    const auto state = states_.find(b);
    return state != states_.end() && time <= state->second.before.of(a);
}

// Times go on, so that nothing that happened before is taken for something later.
void HappensBefore::barrier() {
    for (auto& [agent, state] : states_)
        state = {
            .now = state.now + 1, .before = {}, .fence = {}, .grid_fence = {}, .seen = {}, .seen_by_all = {}};
    published_.clear();
}

void HappensBefore::meet(std::span<const Agent> agents) {
    VectorClock before;
    for (const Agent agent : agents) {
        State& state = states_[agent];
        before.join(state.before);
        before.raise(agent, state.now);
    }
    before.share();
    for (const Agent agent : agents) {
        State& state = states_[agent];
        state.before = before;
        state.now += 1;
    }
}

void HappensBefore::block_barrier(std::uint64_t block) {
    std::vector<Agent> agents(per_block_);
    for (Agent i = 0; i < per_block_; ++i) agents[i] = block * per_block_ + i;
    meet(agents);
}

void HappensBefore::fence(Agent agent, bool grid) {
    State& state = states_[agent];
    state.before.join(state.seen);
    if (grid) state.before.join(state.seen_by_all);
    state.fence = state.before;
    state.fence.raise(agent, state.now);
    if (grid) state.grid_fence = state.fence;
    state.now += 1;
}

void HappensBefore::observe(Agent agent, std::int64_t address) {
    const auto published = published_.find(address);
    if (published == published_.end()) return;
    State& state = states_[agent];
    state.seen_by_all.join(published->second.by_all);
    const auto of_block = published->second.blocks.find(block_of(agent));
    if (of_block != published->second.blocks.end()) state.seen.join(of_block->second);
}

void HappensBefore::publish(Agent agent, std::int64_t address) {
    const auto found = states_.find(agent);
    if (found == states_.end() || found->second.fence.empty()) return;
    Published& published = published_[address];
    published.by_all.join(found->second.grid_fence);
    published.blocks[block_of(agent)].join(found->second.fence);
}

}  // namespace musimd
