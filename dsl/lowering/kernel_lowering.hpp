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

/// A loop, a call, or the kernel, which lanes may leave early. Its flags are 1 in the lanes that stay.
struct Left {
    bool loop = false;
    std::optional<Variable> stays = {};  ///< in the loop, or the call; nothing if no lane leaves early
    std::optional<Variable> trip = {};   ///< in this trip of the loop; nothing where `stays` says the same
};

/// Statements that follow; behind them those of the next.
struct Rest {
    std::span<const Statement> statements;
    const Rest* next = nullptr;
};

/// Makes the program of a kernel, a function a kind of statement.
class KernelLowering {
  public:
    /// Both must outlive it.
    KernelLowering(const Kernel& kernel, const Launch& launch);

    Program run();

  private:
    // Before the first statement.
    bool is_grid() const { return launch_.elements > threads(); }
    std::int64_t threads() const { return writer_.machine().threads; }
    Operand index();
    std::vector<Variable> variables();
    void count_declarations();
    void keep_addresses();
    void keep_address(const Place& place, std::int64_t distance);

    // Statements.
    void body();
    void block(std::span<const Statement> statements, const Rest* after);
    void statement(const Statement& s, std::span<const Statement> behind);
    void declare(const Statement& s, std::span<const Statement> behind);
    void set(const Statement& s);
    void store(const Statement& s);
    template <typename F>
    void act(const Statement& s, const F& action);
    void call(const Statement& s);
    void enter_function(const Block& body);

    // Control (control.cpp).
    void conditional(const Statement& s, const Rest* behind_body, const Rest* behind_otherwise);
    void loop(const Statement& s);
    Test goes_on(const Statement& s, bool lanes_leave);
    void break_();
    void continue_();
    void return_();
    void clear(std::optional<Variable> flag);
    void those_that_stay(const Rest& rest);
    template <typename F>
    void diverged(const F& write);

    const Kernel& kernel_;
    const Launch& launch_;
    ProgramWriter writer_;
    Addresses addresses_;
    Expressions expressions_;
    ExitFinder exits_;
    std::vector<Left> around_;   ///< the kernel, the calls and the loops around, outermost first
    std::size_t loops_ = 0;      ///< around, outside of the calls around too
    std::vector<int> declared_;  ///< by VariableId: how many statements declare it
};

}  // namespace musimd::dsl
