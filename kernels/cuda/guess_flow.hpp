#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::kernels::cuda {

/// The values of variables that are assigned once, without reading memory: what indices are made of.
class Definitions {
  public:
    explicit Definitions(const dsl::Block& body);

    /// With such variables replaced by their values.
    dsl::Expr expanded(const dsl::Expr& e) const;

  private:
    void add(const dsl::Block& block);
    void define(dsl::VariableId variable, const dsl::Expr& value);

    std::map<dsl::VariableId, dsl::Expr> values_;  ///< null: there is no such value
};

/// Follows the value of a plain read through all paths of a kernel, and says whether it is a guess; see
/// Guesses. Paths count as equal if all variables hold the same sorts of values.
class GuessFlow {
  public:
    GuessFlow(const dsl::Block& body, const Definitions& definitions, const dsl::Expr& load);

    bool is_guess() const { return is_expected_ && !is_used_; }

  private:
    /// What a variable holds, as far as it matters.
    enum class Sort : std::uint8_t {
        other,
        read,      ///< the value, or the bits of it
        computed,  ///< from it
        swapped,   ///< what atomicCAS of the element has found
        holds,     ///< true: a condition that holds
    };
    using State = std::map<dsl::VariableId, Sort>;  ///< without Sort::other
    using States = std::set<State>;
    /// The states in which paths leave a block.
    struct Ends {
        States ends, breaks, continues, returns;
    };

    Ends run(const dsl::Block& block, States begin);
    void run(const dsl::Statement& s, State state, Ends& to);
    void run_call(const dsl::Statement& s, State state, Ends& to);
    void run_if(const dsl::Statement& s, const State& state, Ends& to);
    void run_loop(const dsl::Statement& s, State state, Ends& to);
    void run_atomic(const dsl::Statement& s, State& state);
    Sort sort_of(const dsl::Expr& e, const State& state);
    Sort sort_of_function(const dsl::Expression& e, const State& state);
    void assign(dsl::VariableId variable, Sort sort, State& state);
    /// The value decides on something else.
    void use(const dsl::Expr& e, const State& state);
    bool is_element(dsl::ElementRef element, const dsl::Expr& index) const;

    const Definitions& definitions_;
    const dsl::Expression* load_;
    dsl::Expr index_;
    std::set<dsl::VariableId> of_index_;
    bool is_expected_ = false;  ///< by an atomicCAS
    bool is_used_ = false;
    int statements_ = 0;
};

}  // namespace musimd::kernels::cuda
