#include "simulator/explore/orders.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "semantics/arithmetic.hpp"
#include "semantics/update.hpp"
#include "simulator/explore/key.hpp"

namespace musimd::explore {

// ---- one address

namespace {

/// How many situations are recorded; later ones may be tried twice.
constexpr std::size_t kMaxSeen = 4096;

tl::expected<Update, TrapKind> updated(const Instruction& i, Value word,
                                       const OrdersAtAddress::Updater& updater, Word of_words) {
    if (i.opcode != Opcode::atomic_inc) return update(i, word, updater.o1, updater.o2, of_words);
    return to_word(Integer{word} + 1, of_words).map([](Value next) { return Update{next, next}; });
}

}  // namespace

void OrdersAtAddress::restart() {
    words_.resize(1);
    chosen_.clear();
    seen_.clear();
    failed_.reset();
    is_chosen_.assign(updaters_.size(), false);
    results_.assign(updaters_.size(), 0);
    search(0);
}

bool OrdersAtAddress::next() {
    while (failed_ && chosen_.size() > *failed_ + 1) pop();
    failed_.reset();
    if (chosen_.empty()) return false;
    const std::size_t last = chosen_.back();
    pop();
    return search(last + 1);
}

// Depth first: the lowest thread from `first` on comes next, then the lowest of the others, and so on.
bool OrdersAtAddress::search(std::size_t first) {
    while (chosen_.size() < updaters_.size()) {
        while (first < updaters_.size() && is_chosen_[first]) ++first;
        if (first == updaters_.size() || (lowest_left() < first && is_settled())) {
            if (chosen_.empty()) return false;
            first = chosen_.back() + 1;
            pop();
        } else if (!push(first)) {  // it overflows: who comes after it does not matter
            failed_ = chosen_.size() - 1;
            for (std::size_t i = 0; i < updaters_.size(); ++i) {
                if (is_chosen_[i]) continue;
                is_chosen_[i] = true;
                chosen_.push_back(i);
                words_.push_back(words_.back());
            }
        } else if (is_new()) {
            first = 0;
        } else {
            pop();
            ++first;
        }
    }
    return true;
}

bool OrdersAtAddress::push(std::size_t updater) {
    const auto done = updated(instruction_, words_.back(), updaters_[updater], program_.word);
    chosen_.push_back(updater);
    is_chosen_[updater] = true;
    words_.push_back(done ? done->word : words_.back());
    // Of a fetch_cas whose result is dead, it still matters for races whether it only reads.
    if (done) results_[updater] = drops_ ? Value{done->only_reads} : done->before;
    return done.has_value();
}

void OrdersAtAddress::pop() {
    is_chosen_[chosen_.back()] = false;
    chosen_.pop_back();
    words_.pop_back();
}

std::size_t OrdersAtAddress::lowest_left() const {
    return static_cast<std::size_t>(std::ranges::find(is_chosen_, false) - is_chosen_.begin());
}

// Whether nobody who is left changes the word: then their order does not matter.
bool OrdersAtAddress::is_settled() const {
    for (std::size_t i = 0; i < updaters_.size(); ++i) {
        if (is_chosen_[i]) continue;
        const auto done = updated(instruction_, words_.back(), updaters_[i], program_.word);
        if (!done || done->word != words_.back()) return false;
    }
    return true;
}

bool OrdersAtAddress::is_new() {
    if (!drops_ && instruction_.opcode == Opcode::atomic_inc) return true;
    Key key;
    key.number(words_.back());
    for (std::size_t i = 0; i < updaters_.size(); ++i) {
        key.number(is_chosen_[i] ? 1 : 0);
        if (is_chosen_[i]) key.number(results_[i]);
    }
    if (seen_.size() >= kMaxSeen) return !seen_.contains(key.take());
    return seen_.insert(key.take()).second;
}

std::vector<Thread> OrdersAtAddress::threads() const {
    std::vector<Thread> threads;
    for (const std::size_t i : chosen_) threads.push_back(updaters_[i].thread);
    return threads;
}

// ---- all addresses

namespace {

std::vector<Thread> joined(const std::vector<std::vector<Thread>>& groups) {
    std::vector<Thread> all;
    for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
    return all;
}

}  // namespace

Orders::Orders(const Machine& machine, std::uint32_t number, const Program& program, bool drops) {
    const Warp& warp = machine.warp(number);
    const Instruction& i = program.at(warp.pc);
    increments_ = i.opcode == Opcode::atomic_inc;
    drops_ = drops;
    std::map<std::int64_t, OrdersAtAddress> at;
    const bool is_valid = warp.active.all_of([&](Thread t) {
        RuleSet rules;
        std::array<Value, 3> operands{};
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            const auto value = evaluate(i.operands[o], t, warp, program, rules);
            if (!value) return false;
            operands[o] = *value;
        }
        const Value* word = operands[0] < 0 ? nullptr : machine.memory().find(operands[0]);
        if (word == nullptr) return false;
        at.try_emplace(operands[0], program, i, *word, drops)
            .first->second.add({t, operands[1], operands[2]});
        return true;
    });
    if (!is_valid) return;  // the step fails before any update
    for (auto& [address, orders] : at) {
        orders.restart();
        groups_.push_back(std::move(orders));
    }
    const bool may_overflow = i.opcode == Opcode::fetch && !program.word.wrap &&
                              info(i.fetch_operation).failure == FailureMode::overflow;
    addresses_ = may_overflow ? groups_.size() : 1;
}

void Orders::end(const Machine& machine, const Step& step, const Program& program) {
    const auto* failure = std::get_if<Failure>(&step);
    // Increments of which none overflows leave the same word in any order.
    if (failure == nullptr && increments_ && drops_) groups_.clear();
    if (failure == nullptr || groups_.empty()) return;
    overflows_ = increments_ && failure->kind == TrapKind::overflow;
    if (failure->kind != TrapKind::overflow) groups_.clear();  // a race, in any order
    if (overflows_) add_overflows(machine, program);
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
    if (groups_.empty()) return std::nullopt;
    if (turn_ == 0) {
        for (OrdersAtAddress& group : groups_) {
            if (group.next()) return with_group_first(0);
            group.restart();
        }
    } else if (groups_[turn_].next()) {
        return with_group_first(turn_);
    } else {
        groups_[turn_].restart();
    }
    if (++turn_ >= addresses_) return std::nullopt;
    return with_group_first(turn_);
}

std::vector<Thread> Orders::with_group_first(std::size_t group) const {
    std::vector<std::vector<Thread>> order;
    for (const OrdersAtAddress& at_address : groups_) order.push_back(at_address.threads());
    std::swap(order[0], order[group]);
    return joined(order);
}

}  // namespace musimd::explore
