#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// The distinguishable orders of threads that update one address: of those that leave the same word and the
/// same results, one. In lexical order.
class OrdersAtAddress {
  public:
    struct Updater {
        Thread thread;
        Value o1 = 0, o2 = 0;
    };

    /// `word`: at the address. `drops`: the results are dead.
    OrdersAtAddress(const Program& program, const Instruction& instruction, Value word, bool drops)
        : program_(program), instruction_(instruction), words_{word}, drops_(drops) {}

    /// In ascending order.
    void add(const Updater& updater) { updaters_.push_back(updater); }
    void restart();
    /// Goes on to the next order; returns false after the last.
    bool next();
    std::vector<Thread> threads() const;

  private:
    bool search(std::size_t first);
    bool push(std::size_t updater);
    void pop();
    std::size_t lowest_left() const;
    bool is_settled() const;
    bool is_new();

    const Program& program_;
    const Instruction& instruction_;
    std::vector<Updater> updaters_;
    std::vector<std::size_t> chosen_;    ///< who comes first, second, …
    std::vector<bool> is_chosen_;        ///< for each updater
    std::vector<Value> words_;           ///< before the first, before the second, …
    std::vector<Value> results_;         ///< for each updater
    std::optional<std::size_t> failed_;  ///< how many come before the one that overflows
    bool drops_ = false;
    std::unordered_set<std::string> seen_;  ///< who has come, and what it has led to
};

/// The distinguishable orders of the threads of one atomic instruction.
///
/// Threads that update different addresses are independent: all orders of the threads with the same order at
/// each address have the same result, and one of them is enough. Only a trap `overflow` names the first
/// thread that overflows. For an atomic_inc that overflows there is one order for each thread that can be the
/// first. A fetch_add may overflow in some orders only: each address has its turn to be the first.
class Orders {
  public:
    /// Only the ascending order.
    Orders() = default;

    /// For the next step of the machine, an atomic instruction. `drops`: its results are dead.
    Orders(const Machine& machine, std::uint32_t number, const Program& program, bool drops);

    /// How that step ended, with the threads in ascending order.
    void end(const Machine& machine, const Step& step, const Program& program);

    /// The next of the remaining orders; the ascending one, which came first, is not among them.
    std::optional<std::vector<Thread>> next();

  private:
    std::vector<Thread> with_group_first(std::size_t group) const;
    void add_overflows(const Machine& machine, const Program& program);

    std::vector<OrdersAtAddress> groups_;
    std::vector<std::vector<Thread>> overflowing_;  // remaining orders
    bool increments_ = false;
    bool drops_ = false;
    bool overflows_ = false;
    std::size_t addresses_ = 0;  // that have a turn to be the first, those that had it included
    std::size_t turn_ = 0;       // the address that has it
};

}  // namespace musimd::explore
