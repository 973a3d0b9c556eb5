#pragma once

#include <optional>
#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

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

    /// For the step that the machine has just done, or attempted, with the threads in ascending order.
    Orders(const Machine& machine, const Step& step, const Program& program, const Instruction& instruction,
           const ThreadSet& active);

    /// The next of the remaining orders; the ascending one, which came first, is not among them.
    std::optional<std::vector<Thread>> next();

  private:
    std::vector<Thread> with_group_first(std::size_t group) const;
    void add_overflows(const Machine& machine, const Program& program);

    std::vector<std::vector<Thread>> groups_;       // the threads of each address
    std::vector<std::vector<Thread>> overflowing_;  // remaining orders
    bool overflows_ = false;
    std::size_t addresses_ = 0;  // that have a turn to be the first, those that had it included
    std::size_t turn_ = 0;       // the address that has it
};

}  // namespace musimd::explore
