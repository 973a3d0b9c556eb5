#pragma once

#include <vector>

#include "prove/execution.hpp"

namespace musimd::prove {

/// What is known of a variable that the loop changes, at the head of the loop.
struct Execution::HeadVariable {
    dsl::VariableId id = 0;
    bool is_condition = false;
    Term begin = nullptr;  ///< null: not set before the loop
    Term step = nullptr;   ///< it is begin + trips * step
    /// It is begin * factor^trips, where begin > 0, or begin / divisor^trips; 0: it is not.
    Integer factor = 0, divisor = 0;
    std::vector<Term> cycle = {};  ///< it is the one of number trips mod their number
    bool may_wrap = false;         ///< it would change by the same amount in each trip, but for that
    bool is_common = false;        ///< the same in all threads of the block
    /// At least 0; at least, and at most, as at first; 0 or 1.
    bool is_natural = false, is_from_begin = false, is_to_begin = false, is_bit = false;

    /// Whether its value follows from the number of the trip.
    bool is_known() const { return step != nullptr || factor != 0 || divisor != 0 || !cycle.empty(); }
    void forget_change() {
        step = nullptr;
        factor = divisor = 0;
        cycle.clear();
    }
};

}  // namespace musimd::prove
