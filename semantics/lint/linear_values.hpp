#pragma once

#include <optional>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// base + per_thread · tid + per_warp · wid
struct LinearValue {
    Integer base = 0;
    Integer per_thread = 0;
    Integer per_warp = 0;
};

/// What variables hold, as far as constants, `tid` and `wid` alone decide it: those that one instruction
/// assigns, by copying, adding, subtracting, or multiplying or shifting left by a constant.
class LinearValues {
  public:
    explicit LinearValues(const Program& program);

    /// What the operand is wherever it is read; nothing if that is not known.
    std::optional<LinearValue> of(const Operand& operand) const;

  private:
    std::optional<LinearValue> result(const Instruction& instruction) const;

    std::vector<std::optional<LinearValue>> values_;  ///< of the variables
};

}  // namespace musimd
