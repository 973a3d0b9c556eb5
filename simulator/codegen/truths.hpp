#pragma once

#include <vector>

#include "isa/program.hpp"

namespace musimd::codegen {

/// Whether the instruction's result is computed as a lane mask; its word is 1 where that holds, else 0.
bool is_test(const Instruction& i);

/// The variables of which every instruction assigns 0 or 1: results of comparisons, these constants, and what
/// `&`, `|` and `^` make of them. A bit for each lane represents them. None is if blocks restore β.
class Truths {
  public:
    /// None if not `enabled`.
    Truths(const Program& program, bool enabled);

    bool has(Variable v) const { return has_[v]; }
    /// Whether the operand is such a variable, or the constant 0 or 1.
    bool is_truth(const Operand& o) const;
    /// Whether the instruction assigns such a variable from such operands: a copy, `&`, `|` or `^`.
    bool combines(const Instruction& i) const;

  private:
    std::vector<bool> has_;
};

}  // namespace musimd::codegen
