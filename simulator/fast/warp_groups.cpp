#include "simulator/fast/warp_groups.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace musimd::fast {
using models::Policy;

GroupPlan::GroupPlan(const Program& program, bool target_first, std::uint32_t yield_after)
    : policy(models::policy_of(program.model)),
      joins(models::joins_of(program)),
      targets_first(program.end(), target_first && policy.side == Policy::FirstSide::free),
      yield(policy.next == Policy::Next::yielding ? yield_after : 0) {
    if (policy.side != Policy::FirstSide::loop_then_next) return;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        if (i.opcode != Opcode::bz && i.opcode != Opcode::bnz) continue;
        targets_first[pc] = models::only_target_leads_back(program, pc, join_of(pc));
    }
}

WarpGroups::WarpGroups(const GroupPlan& plan, std::uint64_t active) : plan_(plan), joins_(1), base_(active) {
    list_.push_back({.active = active});
}

Label WarpGroups::lowest_other() const {
    if (plan_.policy.next != Policy::Next::lowest_pc || list_.size() < 2)
        return std::numeric_limits<Label>::max();
    return list_[list_.size() - 2].pc;
}

std::uint64_t WarpGroups::threads() const {
    std::uint64_t all = stopped;
    const auto add = [&](const std::vector<Group>& list, const std::vector<Arrived>& arrived) {
        for (const Group& group : list) all |= group.active;
        for (const Arrived& group : arrived) all |= group.active;
    };
    add(list_, arrived_);
    for (const Block& block : blocks_) add(block.list, block.arrived);
    return all;
}

// ---- joins

std::uint32_t WarpGroups::open(Label branch, Label at, std::uint32_t outer, std::uint64_t expected) {
    const Join join{branch, at, outer, expected};
    if (free_.empty()) {
        joins_.push_back(join);
        return static_cast<std::uint32_t>(joins_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    joins_[number] = join;
    return number;
}

bool WarpGroups::opens_join(const Group& group, Label at) const {
    if (at == 0) return false;
    if (plan_.policy.opens == Policy::Opens::if_split_and_whole && group.active != base_) return false;
    return joins_[group.join].at != at;
}

bool WarpGroups::has(std::uint32_t innermost, std::uint32_t join) const {
    for (; innermost != 0; innermost = joins_[innermost].outer) {
        if (innermost == join) return true;
    }
    return false;
}

std::uint64_t WarpGroups::arrived_at(std::uint32_t join) const {
    std::uint64_t all = 0;
    for (const Arrived& group : arrived_) all |= group.join == join ? group.active : 0;
    return all;
}

// The join closes: (A, r, J'). Nobody else has it ahead, or `forget` follows.
WarpGroups::Group WarpGroups::released(std::uint32_t join) {
    Group group{.active = arrived_at(join), .pc = joins_[join].at, .join = joins_[join].outer};
    std::erase_if(arrived_, [&](const Arrived& a) { return a.join == join; });
    return group;
}

// Nobody has the join ahead any more.
void WarpGroups::forget(std::uint32_t join) {
    const std::uint32_t outer = joins_[join].outer;
    for (Group& group : list_) group.join = group.join == join ? outer : group.join;
    for (Arrived& group : arrived_) group.join = group.join == join ? outer : group.join;
    for (Join& inner : joins_) inner.outer = inner.outer == join ? outer : inner.outer;
    joins_[join] = {};
    free_.push_back(join);
}

// ---- split, arrival

void WarpGroups::split(const Halves& halves) {
    Group first = current();
    const Label branch = first.pc;
    const std::uint64_t all = first.active;
    const Label at = plan_.join_of(branch);
    if (opens_join(first, at)) first.join = open(branch, at, first.join, all);
    Group second = first;
    first.active = halves.going_on;
    first.pc = branch + 1;
    second.active = halves.branching;
    second.pc = halves.target;
    const bool leads_back = halves.target <= branch;
    if (plan_.targets_first[branch]) std::swap(first, second);
    list_[current_] = second;
    list_.insert(place(current_ + 1), first);
    if (!leads_back) return;
    current_ += list_[current_].active == halves.branching ? 0 : 1;
    count_round();
}

// The group at place k waits at its join, or closes it and goes on. Returns false if it waits.
bool WarpGroups::arrive_one(std::size_t k) {
    while (list_[k].join != 0 && joins_[list_[k].join].at == list_[k].pc) {
        const std::uint32_t join = list_[k].join;
        arrived_.push_back({list_[k].active, join});
        if (arrived_at(join) != joins_[join].expected) return false;
        list_[k] = released(join);
        joins_[join] = {};
        free_.push_back(join);
    }
    return true;
}

void WarpGroups::arrive() {
    for (std::size_t k = list_.size(); k-- > 0;) {
        if (!arrive_one(k)) list_.erase(place(k));
    }
}

// Under the lowest pc: the group at place k may have moved on.
void WarpGroups::sink(std::size_t k) {
    for (; k > 0 && list_[k - 1].pc < list_[k].pc; --k) std::swap(list_[k - 1], list_[k]);
    if (k == 0 || list_[k - 1].pc != list_[k].pc) return;
    list_[k - 1].active |= list_[k].active;
    list_.erase(place(k));
}

void WarpGroups::settle() {
    if (plan_.policy.unites == Policy::Unites::equal_pc) {
        for (std::size_t k = list_.size() < 2 ? 0 : list_.size() - 2; k < list_.size(); ++k) sink(k);
    } else {
        arrive();
    }
}

// ---- ends

void WarpGroups::end() {
    const Group gone = current();
    const std::size_t k = current_;
    list_.erase(place(k));
    for (std::uint32_t join = gone.join; join != 0; join = joins_[join].outer)
        joins_[join].expected &= ~gone.active;
    std::size_t before = k;
    for (std::uint32_t join = gone.join, outer = 0; join != 0; join = outer) {
        outer = joins_[join].outer;
        if (plan_.policy.opens == Policy::Opens::if_split_and_whole) {
            before = let_go(before, join);
            continue;
        }
        const std::uint64_t here = arrived_at(join);
        if (here == 0 && joins_[join].expected == 0) {  // it has nobody any more
            forget(join);
            continue;
        }
        if (here == 0 || here != joins_[join].expected) continue;
        list_.insert(place(k), released(join));
        forget(join);
        break;
    }
}

// The join is void: each set of those who wait goes on as a group, in front of place k. Returns the place in
// front of them.
std::size_t WarpGroups::let_go(std::size_t k, std::uint32_t join) {
    const Join of = joins_[join];
    std::vector<Group> gone;
    for (const Arrived& a : arrived_) {
        if (a.join == join) gone.push_back({.active = a.active, .pc = of.at, .join = of.outer});
    }
    std::erase_if(arrived_, [&](const Arrived& a) { return a.join == join; });
    list_.insert(place(k), gone.rbegin(), gone.rend());
    forget(join);
    return k + gone.size();
}

// ---- unions, yields

void WarpGroups::unite_leavers(Label branch, std::uint64_t branched) {
    for (std::size_t k = list_.size(); k-- > 0;) {
        const Group group = list_[k];
        if (joins_[group.join].branch != branch || (branched & group.active & -group.active) == 0) continue;
        for (std::size_t other = list_.size(); other-- > 0;) {
            if (other == k || list_[other].pc != group.pc || list_[other].join != group.join) continue;
            list_[other].active |= group.active;
            list_.erase(place(k));
            break;
        }
    }
}

void WarpGroups::count_round() {
    if (plan_.yield == 0) return;
    Group& group = current();
    group.rounds += 1;
    if (group.rounds % plan_.yield == 0) group.has_yielded = true;
}

// Whether some wait at the join, and all others that it expects have yielded.
bool WarpGroups::may_open(std::uint32_t join) const {
    const auto holds_up = [&](const Group& g) { return !g.has_yielded && has(g.join, join); };
    const auto is_further_in = [&](const Arrived& a) { return a.join != join && has(a.join, join); };
    return arrived_at(join) != 0 && std::ranges::none_of(list_, holds_up) &&
           std::ranges::none_of(arrived_, is_further_in);
}

bool WarpGroups::open_for_yielded() {
    if (std::ranges::none_of(list_, &Group::has_yielded)) return false;
    std::vector<std::uint32_t> ahead;
    for (std::size_t k = list_.size(); k-- > 0;) {
        for (std::uint32_t join = list_[k].join; join != 0; join = joins_[join].outer) {
            if (std::ranges::find(ahead, join) == ahead.end()) ahead.push_back(join);
        }
    }
    for (const std::uint32_t join : ahead) {
        if (!may_open(join)) continue;
        const Group opened = released(join);
        forget(join);
        list_.push_back(opened);
    }
    for (Group& group : list_) group.has_yielded = false;
    arrive();
    return true;
}

// ---- blocks, steps of several groups

void WarpGroups::enter_block(std::uint64_t everybody, Label pc) {
    blocks_.push_back({std::exchange(list_, {}), std::exchange(arrived_, {}), base_, current_});
    base_ = everybody;
    list_.push_back({.active = everybody, .pc = pc});
    current_ = 0;
}

void WarpGroups::leave_block(Label pc) {
    Block& block = blocks_.back();
    list_ = std::move(block.list);
    arrived_ = std::move(block.arrived);
    base_ = block.base;
    current_ = block.current;
    blocks_.pop_back();
    current().pc = pc;
}

std::uint64_t WarpGroups::step_together(std::uint64_t threads) {
    std::uint64_t count = 0;
    for (Group& group : list_) {
        if ((group.active & threads) == 0) continue;
        group.pc += 1;
        count += 1;
    }
    return count;
}

}  // namespace musimd::fast
