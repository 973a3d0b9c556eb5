#pragma once

#include <optional>
#include <vector>

#include "semantics/machine.hpp"

namespace musimd::explore {

/// The distinguishable orders of the threads of one atomic_inc.
///
/// Threads that increment different addresses are independent: all orders of the threads with the same order
/// at each address have the same result, and one of them is enough. Only a trap `overflow` names the first
/// thread that overflows: then there is one order for each thread that can be the first.
class Orders {
  public:
    /// Only the ascending order.
    Orders() = default;

    /// For the step that the machine has just done, or attempted, with the threads in ascending order.
    Orders(const Machine& machine, const Step& step, const Program& program, const ThreadSet& active);

    /// The next of the remaining orders; the ascending one, which came first, is not among them.
    std::optional<std::vector<Thread>> next();

  private:
    void add_overflows(const Machine& machine, const Program& program);

    std::vector<std::vector<Thread>> groups_;       // the threads of each address
    std::vector<std::vector<Thread>> overflowing_;  // remaining orders
    bool overflows_ = false;
};

}  // namespace musimd::explore
