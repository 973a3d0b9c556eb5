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

Orders::Orders(const Machine& machine, const Step& step, const Program& program, const ThreadSet& active) {
    const auto* failure = std::get_if<Failure>(&step);
    overflows_ = failure != nullptr && failure->kind == TrapKind::overflow;
    if (failure != nullptr && !overflows_) return;  // that check comes before any increment
    if (machine.accesses().size() != active.size()) return;
    if (overflows_) {
        add_overflows(machine, program);
        return;
    }
    std::map<std::int64_t, std::vector<Thread>> at;
    for (const Access& access : machine.accesses()) at[access.address].push_back(access.thread);
    for (auto& [address, threads] : at) groups_.push_back(std::move(threads));
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
    for (auto& group : groups_) {
        if (std::next_permutation(group.begin(), group.end())) return joined(groups_);
    }
    return std::nullopt;
}

}  // namespace musimd::explore
