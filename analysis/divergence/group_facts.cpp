#include "analysis/divergence/group_facts.hpp"

#include <algorithm>

namespace musimd {
namespace {

bool join_all(VariableFacts& to, const VariableFacts& from) {
    bool changed = false;
    for (std::size_t v = 0; v < to.size(); ++v) {
        const LaneFact fact = join(to[v], from[v]);
        if (fact == to[v]) continue;
        to[v] = fact;
        changed = true;
    }
    return changed;
}

// A group gets the value, or only some of its threads do. An empty group remains empty.
void write(LaneFact& fact, const LaneFact& value, bool to_all) {
    if (fact.shape == LaneFact::Shape::nothing) return;
    fact = to_all ? value : mix(fact, value);
}

}  // namespace

GroupFacts::GroupFacts(const Program& program)
    : active_(program.variables.size(), LaneFact::undefined()),
      all_(active_),
      starts_with_all_(program.has_blocks() || program.active == ThreadSet::all(program.threads)) {}

std::size_t GroupFacts::groups(const Program& program, const OpenEntries& open) {
    std::size_t count = 2;
    for (const Label at : open) count += program.at(at).opcode == Opcode::everywhere ? 1 : 2;
    return count;
}

bool GroupFacts::has_waiting() const {
    // Where there are no variables, nothing is known.
    return entries_.back().waiting.empty() ||
           std::ranges::any_of(entries_.back().waiting,
                               [](const LaneFact& fact) { return fact.shape != LaneFact::Shape::nothing; });
}

bool GroupFacts::join(const GroupFacts& other) {
    bool changed = join_all(active_, other.active_);
    changed |= join_all(all_, other.all_);
    for (std::size_t n = 0; n < entries_.size(); ++n) {
        changed |= join_all(entries_[n].members, other.entries_[n].members);
        changed |= join_all(entries_[n].waiting, other.entries_[n].waiting);
    }
    return changed;
}

void GroupFacts::assign(const Program& program, const Instruction& i, const std::vector<bool>& divides) {
    const Variable v = i.destination;
    const LaneFact value = result_of(i, program, active_);
    active_[v] = value;
    // From the innermost entry outwards: whether all threads of the entry are active. In a block these are
    // all threads of the warp, so that what is outside of it does not matter.
    bool by_all = true;
    bool in_block = false;
    for (std::size_t n = entries_.size(); n > 0; --n) {
        Entry& entry = entries_[n - 1];
        in_block = in_block || entry.is_block;
        if (!in_block) by_all = by_all && (!divides[n - 1] || is_block_barrier(i.opcode));
        write(entry.members[v], value, by_all);
        if (in_block && !entry.is_block) write(entry.waiting[v], value, by_all);
    }
    write(all_[v], value, by_all && (in_block || starts_with_all_ || is_block_barrier(i.opcode)));
}

void GroupFacts::push_branch() {
    entries_.push_back({false, active_, VariableFacts(active_.size())});
}

void GroupFacts::wait() {
    Entry& entry = entries_.back();
    for (std::size_t v = 0; v < active_.size(); ++v) {
        const LaneFact together = mix(entry.waiting[v], active_[v]);
        const bool by_entry = together.shape == LaneFact::Shape::divergent;
        entry.waiting[v] = by_entry ? entry.members[v] : together;
    }
}

void GroupFacts::switch_to_waiting() {
    Entry& entry = entries_.back();
    active_ = std::move(entry.waiting);
    entry.waiting.assign(active_.size(), {});
}

void GroupFacts::pop_branch() {
    active_ = std::move(entries_.back().members);
    entries_.pop_back();
}

void GroupFacts::push_block() {
    entries_.push_back({true, active_, {}});
    active_ = all_;
}

void GroupFacts::pop_block() {
    active_ = std::move(entries_.back().members);
    entries_.pop_back();
}

}  // namespace musimd
