#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dsl/kernel.hpp"
#include "dsl/lowering/program_writer.hpp"
#include "dsl/lowering/value_numbers.hpp"

namespace musimd::dsl {

/// The addresses that a kernel uses in element i: i plus a constant per ElementRef.
class Addresses {
  public:
    /// `index` is i: tid, or a variable.
    Addresses(const std::vector<std::int64_t>& origins, Operand index) : origins_(origins), index_(index) {}

    Operand index() const { return index_; }
    std::int64_t origin(BufferId buffer) const { return origins_[buffer]; }
    std::int64_t distance(const ElementRef& element) const {
        return origins_[element.buffer] + element.offset;
    }

    /// Of a buffer in shared memory, whose address differs between blocks: its offset.
    void put_in_shared_memory(BufferId buffer, std::int64_t offset) { shared_[buffer] = offset; }
    std::optional<Operand> shared(BufferId buffer) const;

    /// From here on, the variable holds i + distance.
    void keep(std::int64_t distance, Variable variable) { kept_[distance] = variable; }

    /// The operand that holds i + distance; nullopt if it must be computed.
    std::optional<Operand> find(std::int64_t distance) const;

  private:
    const std::vector<std::int64_t>& origins_;
    Operand index_;
    std::map<std::int64_t, Variable> kept_;
    std::map<BufferId, std::int64_t> shared_;
};

/// The value of a condition in every lane, if it is a constant.
std::optional<bool> constant_of(const Expr& condition);

/// A condition to branch on: a constant, or a variable that is nonzero if the condition holds (0 if negated).
struct Test {
    std::optional<bool> constant;
    Variable variable = 0;
    bool negated = false;

    Opcode branch_unless() const { return negated ? Opcode::bnz : Opcode::bz; }
    Opcode branch_if() const { return negated ? Opcode::bz : Opcode::bnz; }
};

/// Writes expressions in three-address code. Results are valid until the statement is finished.
class Expressions {
  public:
    /// `number`: of the element, for Expression::Kind::element.
    Expressions(ProgramWriter& writer, const Addresses& addresses, std::vector<Variable> variables,
                const Operand& number, bool signed_overflow_traps,
                const std::vector<std::uint32_t>& wrapping_lines)
        : writer_(writer),
          addresses_(addresses),
          variables_(std::move(variables)),
          number_(number),
          signed_overflow_traps_(signed_overflow_traps),
          wrapping_lines_(wrapping_lines),
          numbers_(wrapping_lines) {}

    Variable variable(VariableId id) const { return variables_[id]; }
    /// Whether a signed result that does not fit its type is a trap on this line.
    bool traps_on(std::uint32_t line) const { return signed_overflow_traps_ && !wraps_on(line); }
    /// Whether what C leaves undefined has a result on this line: sums wrap, and shifts lose all bits.
    bool wraps_on(std::uint32_t line) const { return std::ranges::binary_search(wrapping_lines_, line); }
    /// From now on, the variable of the tree is this one of the program.
    void rebind(VariableId id, Variable variable) { variables_[id] = variable; }

    Operand value(const Expr& e);
    void assign(Variable v, const Expr& e);
    Test condition(const Expr& e);
    /// What Expression::Kind::element is from now on.
    void set_number(const Operand& number) { number_ = number; }
    Operand address(const ElementRef& element);
    /// Of the element with this index.
    Operand address(const ElementRef& element, const Expr& index);

    /// Called before an expression is computed in every lane: only active lanes may read memory by k_load, so
    /// its loads are emitted first. In dormant lanes they return 0, as on a CPU.
    void load_in_active_lanes(const Expr& e);

    /// Called before any of the expressions of a statement that has several: what they share is computed
    /// once.
    void count(const Expr& e);

    /// Releases the statement's temporary variables.
    void finish_statement();

    /// Writes `inside` so that every lane of the warp executes it.
    void everywhere(const std::function<void()>& inside);

    /// This variable is 0 in lanes past the end of the launch, which never act.
    void set_guard(Variable guard) { guard_ = guard; }

    /// Whether lanes may be dormant here, in which an unmasked load acts.
    bool wakes = false;

  private:
    /// Where C computes an expression: where the test is true, or negated, where it is false.
    struct Arm {
        Operand test;
        bool negated = false;
    };

    Operand compute(const Expr& e);
    Operand compute_arm(const Expr& e, const Arm& arm);
    static Instruction zero_outside(const Arm& arm, const Operand& value, Type type);
    Operand write(const Expression& e, std::optional<Variable> destination);
    Operand read_memory(const Expression& e, std::optional<Variable> destination);
    Operand address_of(const Operand& index, const ElementRef& element);
    Operand apply(const Expression& e, std::optional<Variable> destination);

    void count_uses(const Expr& e);
    void know(const Expression* e, const Operand& result);
    Operand temporary();
    void release(const Operand& o);

    struct Temporary {
        Variable variable;
        bool used = false;
        bool pinned = false;  ///< until the statement is finished
    };

    ProgramWriter& writer_;
    const Addresses& addresses_;
    std::vector<Variable> variables_;
    Operand number_;
    bool signed_overflow_traps_;
    const std::vector<std::uint32_t>& wrapping_lines_;
    std::vector<Temporary> temporaries_;
    ValueNumbers numbers_;
    std::unordered_map<std::uint64_t, int> uses_;  ///< uses of loads and functions in the statement
    std::unordered_map<std::uint64_t, Operand> known_;
    std::vector<Expr> counted_;  ///< whole expressions of the statement, kept alive
    std::optional<Variable> guard_;
    std::vector<Arm> arms_;  ///< around what is computed, from the outermost
};

}  // namespace musimd::dsl
