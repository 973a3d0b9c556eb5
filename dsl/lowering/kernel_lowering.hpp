#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "dsl/lowering/atomic.hpp"
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

/// Instructions of a simd loop: see SimdLoopCode.
struct SimdLoopMarks {
    BranchTarget begin = 0;
    BranchTarget step = 0;
    BranchTarget end = 0;
};

/// See TeamCode::Atomic.
struct AtomicMarks {
    BranchTarget begin = 0;
    BranchTarget end = 0;
    bool acquires = false;
    bool releases = false;
};

/// Lowers a kernel to a program, one function per statement kind.
class KernelLowering {
  public:
    /// All must outlive it.
    KernelLowering(const Kernel& kernel, const Launch& launch,
                   const std::map<VariableId, SimdLoopCode>& simd_loops);

    Program run();
    std::vector<SimdLoopCode> simd_loops() const;  ///< after run()
    const std::vector<std::optional<BufferId>>& objects() const { return writer_.objects(); }
    const std::vector<std::optional<BufferId>>& sources() const { return writer_.sources(); }
    const std::vector<std::uint32_t>& columns() const { return writer_.columns(); }
    TeamCode team() const;  ///< after run()
    InlinedCalls calls() const { return {sites_, writer_.calls()}; }

    /// After the run: the program's variable, if it mentions it.
    std::optional<Variable> variable(VariableId v) const {
        return writer_.number_of(expressions_.variable(v));
    }

  private:
    // Before the first statement.
    bool is_grid() const { return launch_.elements > threads(); }
    std::int64_t threads() const { return writer_.machine().threads; }
    Operand index();
    Operand index_in_launch();
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
    void copy(const Statement& s);
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
    void combine(const Statement& s, const std::vector<Variable>& last_values);
    template <typename F>
    void if_there_are_iterations(const Statement& s, const F& write);
    void fetch_last_values(const Statement& s, const std::vector<Variable>& last_values);
    void take_last_values(const Statement& s, const std::vector<Variable>& last_values);
    void mark_begin(VariableId iteration);
    void mark_step(VariableId iteration);
    void mark_end(const Statement& loop);

    // Threads of a team (team.cpp).
    void team(const Statement& s);

    // Threads in blocks (blocks.cpp).
    Operand index_in_grid();
    void set_numbers();
    void number(Variable v, ThreadNumber number);
    void instruction(const Statement& s);

    // Atomic accesses (atomic.cpp).
    void atomic(const Statement& s);
    void access(const Statement& s);
    void fetch(const Statement& s, const AtomicUpdate& update);
    void exchange_until_unchanged(const Statement& s);
    void read_atomically(const Operand& to, const Operand& address, const Statement& s);
    void emit_fetch(FetchOperation operation, std::optional<Type> type, Scope scope, const Operand& to,
                    const std::array<Operand, 3>& operands);

    const Kernel& kernel_;
    const Launch& launch_;
    const std::map<VariableId, SimdLoopCode>& simd_loops_;
    std::map<VariableId, SimdLoopMarks> marks_;
    std::vector<std::pair<BranchTarget, TeamAct>> acts_;
    std::vector<AtomicMarks> atomics_;
    std::vector<InlinedCalls::Site> sites_;
    std::uint32_t site_ = 0;       ///< around the statement
    std::optional<Variable> act_;  ///< assigned where an act is
    ProgramWriter writer_;
    Addresses addresses_;
    Expressions expressions_;
    ExitFinder exits_;
    std::vector<Left> around_;   ///< the kernel and the enclosing calls and loops, outermost first
    std::size_t loops_ = 0;      ///< the number of enclosing loops, including those outside calls
    std::vector<int> declared_;  ///< by VariableId: how many statements declare it
};

}  // namespace musimd::dsl
