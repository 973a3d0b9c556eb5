#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dsl/lowering/exits.hpp"
#include "dsl/lowering/expressions.hpp"
#include "dsl/lowering/lowering.hpp"
#include "dsl/lowering/program_writer.hpp"

namespace musimd::dsl {

/// A loop, a call, or the kernel, which lanes may leave early. Its flags are 1 in the remaining lanes.
struct Left {
    bool loop = false;
    std::optional<Variable> stays = {};  ///< in the loop, or the call; nullopt if no lane leaves early
    std::optional<Variable> trip = {};   ///< in this iteration of the loop; nullopt if `stays` is equivalent
};

/// A list of the statements that follow; `next` continues it.
struct Rest {
    std::span<const Statement> statements;
    const Rest* next = nullptr;
};

/// Lowers a kernel to a program, one function per statement kind.
class KernelLowering {
  public:
    /// Both must outlive it.
    KernelLowering(const Kernel& kernel, const Launch& launch);

    Program run();

    /// After the run: the program's variable, if it mentions it.
    std::optional<Variable> variable(VariableId v) const {
        return writer_.number_of(expressions_.variable(v));
    }

  private:
    // Before the first statement.
    bool is_grid() const { return launch_.elements > threads(); }
    std::int64_t threads() const { return writer_.machine().threads; }
    Operand index();
    void set_parameters();
    std::vector<Variable> variables();
    void count_declarations();
    void keep_addresses();
    void keep_address(const ElementRef& element, std::int64_t distance);

    // Statements.
    void body();
    void block(std::span<const Statement> statements, const Rest* after);
    void statement(const Statement& s, std::span<const Statement> following);
    void declare(const Statement& s, std::span<const Statement> following);
    void set(const Statement& s);
    void store(const Statement& s);
    template <typename F>
    void act(const Statement& s, const F& action);
    void call(const Statement& s);
    void enter_function(const Block& body);

    // Control (control.cpp).
    void conditional(const Statement& s, const Rest* after_body, const Rest* after_otherwise);
    void loop(const Statement& s);
    void step(const Statement& s, bool lanes_leave);
    Test goes_on(const Statement& s, bool lanes_leave);
    void break_();
    void continue_();
    void return_();
    void clear(std::optional<Variable> flag);
    void those_that_stay(const Rest& rest);
    template <typename F>
    void diverged(const F& write);

    // Loops of which several iterations run at once (simd_loop.cpp).
    void simd_loop(const Statement& s);
    void take_from(std::uint32_t lane, Variable v);
    template <typename F>
    void lanes_below(std::uint32_t width, const F& write);
    void combine(const Statement& s);

    const Kernel& kernel_;
    const Launch& launch_;
    ProgramWriter writer_;
    Addresses addresses_;
    Expressions expressions_;
    ExitFinder exits_;
    std::vector<Left> around_;   ///< the kernel and the enclosing calls and loops, outermost first
    std::size_t loops_ = 0;      ///< the number of enclosing loops, including those outside calls
    std::vector<int> declared_;  ///< by VariableId: how many statements declare it
};

}  // namespace musimd::dsl
