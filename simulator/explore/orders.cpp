#include "simulator/explore/orders.hpp"

#include <algorithm>
#include <map>

#include "semantics/arithmetic.hpp"

namespace musimd::explore {
namespace {

std::vector<Thread> joined(const std::vector<std::vector<Thread>>& groups) {
    std::vector<Thread> all;
    for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
    return all;
}

}  // namespace

Orders::Orders(const Machine& machine, const Step& step, const Program& program,
               const Instruction& instruction, const ThreadSet& active) {
    const auto* failure = std::get_if<Failure>(&step);
    const bool increments = instruction.opcode == Opcode::atomic_inc;
    if (machine.accesses().size() != active.size()) return;  // the failure comes before any update
    overflows_ = increments && failure != nullptr && failure->kind == TrapKind::overflow;
    if (increments && failure != nullptr && !overflows_) return;  // a race, in any order
    if (overflows_) {
        add_overflows(machine, program);
        return;
    }
    std::map<std::int64_t, std::vector<Thread>> at;
    for (const Access& access : machine.accesses()) at[access.address].push_back(access.thread);
    for (auto& [address, threads] : at) groups_.push_back(std::move(threads));
    const bool may_overflow = instruction.opcode == Opcode::fetch && !program.word.wrap &&
                              info(instruction.fetch_operation).failure == FailureMode::overflow;
    addresses_ = may_overflow ? groups_.size() : 1;
}

// For each thread whose increment can be the first to overflow: as many other threads of its address first
// as fit, then the thread, then the rest.
void Orders::add_overflows(const Machine& machine, const Program& program) {
    std::map<std::int64_t, std::vector<Thread>> at;
    for (const Access& access : machine.accesses()) at[access.address].push_back(access.thread);
    for (const auto& [address, threads] : at) {
        std::size_t fit = 0;
        Integer word = *machine.memory().find(address);
        while (fit < threads.size() && to_word(word + 1, program.word)) {
            ++word;
            ++fit;
        }
        if (fit == threads.size()) continue;
        for (const Thread first : threads) {
            std::vector<std::vector<Thread>> order(3);
            for (const Thread t : threads) {
                if (t != first) order[order[0].size() < fit ? 0 : 2].push_back(t);
            }
            order[1].push_back(first);
            for (const auto& [other, rest] : at) {
                if (other != address) order[2].insert(order[2].end(), rest.begin(), rest.end());
            }
            overflowing_.push_back(joined(order));
        }
    }
}

std::optional<std::vector<Thread>> Orders::next() {
    if (overflows_) {
        if (overflowing_.empty()) return std::nullopt;
        std::vector<Thread> order = std::move(overflowing_.back());
        overflowing_.pop_back();
        return order;
    }
    if (turn_ == 0) {
        for (auto& group : groups_) {
            if (std::next_permutation(group.begin(), group.end())) return joined(groups_);
        }
    } else if (std::next_permutation(groups_[turn_].begin(), groups_[turn_].end())) {
        return with_group_first(turn_);
    }
    if (++turn_ >= addresses_) return std::nullopt;
    return with_group_first(turn_);
}

std::vector<Thread> Orders::with_group_first(std::size_t group) const {
    std::vector<std::vector<Thread>> order = groups_;
    std::swap(order[0], order[group]);
    return joined(order);
}

}  // namespace musimd::explore
