#include <algorithm>

#include "prove/execution.hpp"

// Pointers that may point into several arrays: an access by one is one to each of them, under a condition.

namespace musimd::prove {
namespace {

constexpr std::size_t kMostTargets = 4;

}  // namespace

bool Execution::has_address(Term term) {
    if (addresses_.contains(term)) return true;
    if (const auto at = have_address_.find(term); at != have_address_.end()) return at->second;
    const bool result = std::ranges::any_of(term->args, [&](Term arg) { return has_address(arg); });
    return have_address_[term] = result;
}

/// False if it is not understood.
bool Execution::add_targets(Term address, Term offset, Term when, const Known& known,
                            std::vector<Target>& targets) {
    if (Terms::is_false(when)) return true;
    if (const auto at = addresses_.find(address); at != addresses_.end()) {
        targets.push_back({.when = when, .buffer = at->second, .index = offset});
        return targets.size() <= kMostTargets;
    }
    if (address->op == Op::choose) {
        Term condition = address->args[0];
        return add_targets(address->args[1], offset, terms_.both(when, condition), known, targets) &&
               add_targets(address->args[2], offset, terms_.both(when, terms_.negation(condition)), known,
                           targets);
    }
    if (address->op != Op::sum) return is_impossible({when}, known);
    Term base = nullptr, others = terms_.number(address->value);
    for (std::size_t i = 0; i < address->args.size(); ++i) {
        Term arg = address->args[i];
        if (!has_address(arg)) {
            others = terms_.sum(others, terms_.scaled(arg, address->factors[i]));
            continue;
        }
        if (base != nullptr || address->factors[i] != 1) return false;
        base = arg;
    }
    if (base == nullptr) return is_impossible({when}, known);
    return add_targets(base, terms_.sum(offset, others), when, known, targets);
}

std::optional<std::vector<Execution::Target>> Execution::targets_of(dsl::BufferId buffer, Term index,
                                                                    Term active, const Known& known) {
    if (buffer != kernel_.code.memory) return std::vector<Target>{{active, buffer, index}};
    std::vector<Target> targets;
    if (!add_targets(index, terms_.number(0), active, known, targets)) return std::nullopt;
    return targets;
}

void Execution::record(Access access) {
    if (!is_recording_ || !is_accessing_) return;
    // What a kernel prints is in a buffer that only atomics divide.
    if (kernel_.printing && kernel_.printing->buffer == access.buffer) return;
    if (kernel_.code.memory == access.buffer) {
        const auto targets = targets_of(access.buffer, access.index, access.active, access.known);
        if (!targets) {
            const std::string reason = "it is not known into which array the pointer points";
            for (const Kind kind : {Kind::bounds, Kind::race}) set_unclear(kind, access.line, reason);
            return;
        }
        for (const Target& target : *targets) {
            access.buffer = target.buffer;
            access.index = target.index;
            access.active = target.when;
            record(access);
        }
        return;
    }
    access.is_bounded = is_bounding_;
    access.loop = loop_around_;
    if (level_ == Level::grid && is_shared(access.buffer)) access.intervals.clear();
    if (is_local(access.buffer)) access.intervals.clear();
    accesses.push_back(std::move(access));
}

void Execution::note_written(dsl::BufferId buffer, Term index, ThreadState& state) {
    const auto targets = targets_of(buffer, index, state.active, known_here());
    if (!targets) {
        writes_anywhere_ = true;
        return;
    }
    for (const Target& target : *targets) {
        ++stores_[target.buffer];
        state.stored.erase(target.buffer);
        state.dirty.insert(target.buffer);
        if (buffer == kernel_.code.memory) written_by_pointer_.insert(target.buffer);
        written_.insert(target.buffer);
    }
}

/// It still has the value: in the interval of the store, and in that of the load, a store of another thread
/// to this element is a race, and in those between, and in other trips, no store to the array was executed.
Term Execution::stored_at(const Target& from, Type type, const ThreadState& state) const {
    const auto at = state.stored.find(from.buffer);
    if (at == state.stored.end() || writes_anywhere_ || !remembers_stores_) return nullptr;
    const Stored& last = at->second;
    const bool is_it =
        last.index == from.index && last.type == type && last.number == stores_.at(from.buffer);
    return is_it ? last.value : nullptr;
}

/// What is written by pointers is found by executing: until nothing new is found, values that were read are
/// wrong.
void Execution::run() {
    for (;;) {
        const auto known = written_by_pointer_;
        const bool did_write_anywhere = writes_anywhere_;
        execute();
        if (known == written_by_pointer_ && did_write_anywhere == writes_anywhere_) return;
        accesses.clear();
        meetings.clear();
        assertions.clear();
        unclear.clear();
        tickets_.clear();
        facts_ = {{}};
        latest_ = statement_begin_ = 0;
    }
}

}  // namespace musimd::prove
