#pragma once

#include <vector>

#include "differential/programs/generate/tree.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

// The variables that the lowering adds to those of a tree: one of each kind for each nesting level of loops
// or blocks.
inline constexpr Variable kLoops = 4;
inline constexpr Variable kLevels = 4;
inline constexpr Variable kFuel = kTreeVariables;
inline constexpr Variable kLeft = kFuel + kLoops;
inline constexpr Variable kMatch = kLeft + kLevels;
inline constexpr Variable kTest = kMatch + kLevels;
inline constexpr Variable kLane = kTest + 1;

/// Writes the program of a tree, instruction by instruction, and common sequences of instructions.
class Writer {
  public:
    explicit Writer(const Tree& tree);

    Label here() const { return program_.end(); }

    /// Returns the instruction's number.
    Label emit(const Instruction& instruction);
    void emit(const std::vector<Instruction>& instructions);

    /// The branch, or jump, at pc goes to the target, or to the next instruction.
    void bind(Label pc, Label target, const char* name);
    void bind(Label pc, const char* name) { bind(pc, here(), name); }

    /// What an operand of the tree is in the program: kCounter is `counter`.
    Operand meant(const Operand& operand) const {
        return operand == Operand::of(kCounter) ? counter : operand;
    }

    void elect(const Statement& s);
    void observe(const Statement& s);

    const Program& program() const { return program_; }

    /// The program, canonical; the writer is empty then.
    Program finish();

    Operand counter = Operand::tid();

  private:
    bool can_vote() const { return program_.threads < static_cast<std::uint32_t>(program_.word.width); }
    void own_slot(std::int64_t slot);
    void elect_by_vote(bool highest);
    void elect_in_block(bool highest);

    const Tree& tree_;
    Program program_;
};

}  // namespace musimd::differential
