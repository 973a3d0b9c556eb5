#pragma once

#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "dsl/kernel.hpp"
#include "dsl/lowering/program_writer.hpp"

namespace musimd::dsl {

/// The addresses that a kernel uses in element i: i plus a constant of each place.
class Addresses {
  public:
    /// `index` is i: tid, or a variable.
    Addresses(const std::vector<std::int64_t>& origins, Operand index) : origins_(origins), index_(index) {}

    Operand index() const { return index_; }
    std::int64_t distance(const Place& place) const { return origins_[place.buffer] + place.offset; }

    /// The variable has i + distance, from here on.
    void keep(std::int64_t distance, Variable variable) { kept_[distance] = variable; }

    /// Where i + distance is; nothing if it must be computed.
    std::optional<Operand> find(std::int64_t distance) const;

  private:
    const std::vector<std::int64_t>& origins_;
    Operand index_;
    std::map<std::int64_t, Variable> kept_;
};

/// What a condition is in every lane, where that is plain to see.
std::optional<bool> constant_of(const Expr& condition);

/// A condition to branch on: a constant, or a variable that is not 0 where it holds (0 if negated).
struct Test {
    std::optional<bool> constant;
    Variable variable = 0;
    bool negated = false;

    Opcode branch_unless() const { return negated ? Opcode::bnz : Opcode::bz; }
    Opcode branch_if() const { return negated ? Opcode::bz : Opcode::bnz; }
};

/// Writes expressions in three-address code. What it gives stays good until the statement is finished.
class Expressions {
  public:
    Expressions(ProgramWriter& writer, const Addresses& addresses, std::vector<Variable> variables)
        : writer_(writer), addresses_(addresses), variables_(std::move(variables)) {}

    Variable variable(VariableId id) const { return variables_[id]; }

    Operand value(const Expr& e);
    void assign(Variable v, const Expr& e);
    Test condition(const Expr& e);
    Operand address(const Place& place);

    /// The value in every lane is about to be computed, but only active lanes read memory by k_load: loads
    /// what they do before that. In dormant lanes such a load gives 0, as on a CPU.
    void load_in_active_lanes(const Expr& e);

    /// The statement's temporary variables are free again.
    void finish_statement();

    /// Writes `inside` for every lane of the warp.
    void everywhere(const std::function<void()>& inside);

    /// Lanes past the end of the launch have 0 in this variable, and never act.
    void set_guard(Variable guard) { guard_ = guard; }

    /// Lanes may be dormant here, and an unmasked load acts in them.
    bool wakes = false;

  private:
    Operand compute(const Expr& e);
    Operand write(const Expression& e, std::optional<Variable> destination);
    Operand read_memory(const Expression& e, std::optional<Variable> destination);
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
    std::vector<Temporary> temporaries_;
    std::unordered_map<const Expression*, int> uses_;  ///< in the statement, of loads and functions
    std::unordered_map<const Expression*, Operand> known_;
    std::optional<Variable> guard_;
};

}  // namespace musimd::dsl
