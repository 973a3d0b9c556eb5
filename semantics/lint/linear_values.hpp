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

/// The values of variables that depend only on constants, `tid` and `wid`: those assigned by a single
/// instruction that copies, adds, subtracts, or multiplies or shifts left by a constant.
class LinearValues {
  public:
    explicit LinearValues(const Program& program);

    /// The operand's value wherever it is read; nullopt if unknown.
    std::optional<LinearValue> of(const Operand& operand) const;

  private:
    std::optional<LinearValue> result(const Instruction& instruction) const;

    std::vector<std::optional<LinearValue>> values_;  ///< of the variables
};

}  // namespace musimd
