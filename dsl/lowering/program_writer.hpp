#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"
#include "dsl/lowering/unique_names.hpp"
#include "isa/program.hpp"

namespace musimd::dsl {

/// A branch target, possibly not bound yet: an index into the writer's targets.
using BranchTarget = std::uint32_t;

/// Writes a program instruction by instruction, and cleans it up: flags that nothing reads are not written.
class ProgramWriter {
  public:
    /// `machine`: all of the program but its instructions, variables and labels.
    explicit ProgramWriter(Program machine);

    const Program& machine() const { return made_; }

    /// A new variable with this name or a similar one: names are unique identifiers, and not reserved words.
    Variable variable(std::string_view name);

    /// A new variable whose writes are left out if nothing reads it. Only constants are copied to it.
    Variable flag(std::string_view name);

    /// Later instructions come from this line of the source; 0 keeps the previous line.
    void set_line(SourcePoint line);
    SourcePoint line() const { return line_; }

    /// The next instruction accesses memory of this object alone.
    void accesses(std::uint32_t object) { accessed_ = object; }
    /// The next instruction copies from memory of `source` alone.
    void accesses(std::uint32_t object, std::uint32_t source) {
        accessed_ = object;
        source_ = source;
    }
    /// Later instructions are in this call; see InlinedCalls::of. Returns in which they were.
    std::uint32_t enter(std::uint32_t call) { return std::exchange(call_, call); }
    void emit(Instruction instruction);
    void emit(Opcode plain);
    void copy(Variable v, const Operand& o);
    void binary(Variable v, const Operand& a, Operation operation, const Operand& b);
    /// Both are relaxed atomics if they have a scope.
    void load(Variable v, const Operand& address, std::optional<Scope> atomic = {});
    void store(const Operand& address, const Operand& o, std::optional<Scope> atomic = {});
    void undefine(Variable v);  ///< in the active threads
    void branch(Opcode opcode, Variable v, BranchTarget target);
    void jump(BranchTarget target);

    BranchTarget target(std::string_view name);
    void bind(BranchTarget target);  ///< to the next instruction

    /// Returns the program; the writer can only be asked for places afterwards.
    Program finish();
    Label place(BranchTarget target) const { return targets_[target].at; }
    /// By instruction of the finished program, what accesses() has said.
    const std::vector<std::optional<std::uint32_t>>& objects() const { return objects_; }
    const std::vector<std::optional<std::uint32_t>>& sources() const { return sources_; }
    /// By instruction of the finished program, that of its line.
    const std::vector<std::uint32_t>& columns() const { return columns_; }
    /// By instruction of the finished program, what enter() has said.
    const std::vector<std::uint32_t>& calls() const { return calls_; }

    /// Of a variable, in the finished program; nullopt if no instruction mentions it.
    std::optional<Variable> number_of(Variable v) const;

  private:
    struct Placed {
        std::string name;
        Label at = 0;  ///< 0: not bound yet
    };

    bool is_copy_to_unread_flag(const Instruction& i, const std::vector<bool>& read) const;
    std::vector<bool> unread_flags() const;
    std::vector<bool> jumps_to_the_next() const;
    std::vector<bool> turned_branches();
    void erase(const std::vector<bool>& which);
    void number_variables();
    void name_labels();

    Program made_;
    std::vector<bool> is_flag_;                     ///< by variable
    std::vector<std::optional<Variable>> numbers_;  ///< by variable
    std::vector<Placed> targets_;
    std::optional<std::uint32_t> accessed_;
    std::optional<std::uint32_t> source_;
    std::vector<std::optional<std::uint32_t>> objects_;  ///< by instruction
    std::vector<std::optional<std::uint32_t>> sources_;  ///< by instruction: of copies
    std::uint32_t call_ = 0;
    std::vector<std::uint32_t> calls_;  ///< by instruction
    UniqueNames names_;
    SourcePoint line_ = {};
    std::vector<std::uint32_t> columns_;  ///< by instruction
};

}  // namespace musimd::dsl
