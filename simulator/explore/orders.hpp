#pragma once

#include <optional>
#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// The orders of the threads of one atomic_inc that can be told apart.
///
/// Threads that increment different addresses cannot see each other: the orders of all threads that agree on
/// the order at each address give the same result, and one of them is enough. Only a trap `overflow` names
/// the first of all: then there is an order for each thread that can be it.
class Orders {
  public:
    /// None but the ascending order.
    Orders() = default;

    /// Of the step that the machine has just done with the threads in ascending order, or tried to do.
    Orders(const Machine& machine, const Step& step, const Program& program, const ThreadSet& active);

    /// The next order, of those that are left; the ascending one, which came first, is not among them.
    std::optional<std::vector<Thread>> next();

  private:
    void add_overflows(const Machine& machine, const Program& program);

    std::vector<std::vector<Thread>> groups_;       // the threads of each address
    std::vector<std::vector<Thread>> overflowing_;  // orders that are left
    bool overflows_ = false;
};

}  // namespace musimd::explore
