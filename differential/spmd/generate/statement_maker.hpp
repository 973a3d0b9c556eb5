#pragma once

#include <functional>
#include <optional>

#include "differential/spmd/generate/expression_maker.hpp"

namespace musimd::differential::spmd {

/// Draws the statements of a kernel and of the device functions that it calls.
class StatementMaker {
  public:
    explicit StatementMaker(Draft& draft);

    /// The kernel's body: some variables, about `budget` statements, and stores of the results.
    dsl::Block body(int budget);

  private:
    /// A loop around the current statement, in the same function.
    struct Loop {
        dsl::VariableId counter = 0;
        dsl::Expr limit;                   ///< the loop's condition fails where the counter has this value
        std::vector<dsl::Statement> quit;  ///< makes the condition fail
        std::vector<dsl::Statement> step;  ///< what must run before `continue`; empty if it has run
    };
    /// What a loop counts with.
    struct Counter {
        dsl::VariableId variable = 0;
        dsl::Expr limit;  ///< its last value
        dsl::Expr condition;
        dsl::Statement step;
    };
    /// The function that the statements are of: the kernel, or one that it calls.
    struct Frame {
        std::vector<Loop> loops;
        int calls = 0;  ///< around it
    };

    void block(dsl::Block& to, int budget, int depth);
    void inner(dsl::Block& to, int budget, int depth);  ///< with its own scope
    void statement(dsl::Block& to, int& budget, int depth);

    dsl::ValueType any_value_type(unsigned conditions);  ///< percent of k_bool
    void declare(dsl::Block& to);
    bool set(dsl::Block& to);
    void leave_mark(dsl::Block& to);
    bool store(dsl::Block& to);
    void conditional(dsl::Block& to, int& budget, int depth);
    void set_in_branches(dsl::Block& to);
    void exit(dsl::Block& to, int depth);
    dsl::Block leaving();  ///< break, continue or return, and the statements that loops need before it
    void guarded(dsl::Block& to, bool may_exit);
    void guarded_division(dsl::Block& to, bool may_exit);
    void guarded_shift(dsl::Block& to);
    dsl::Expr repeatable(dsl::Block& to, Type type);         ///< may be evaluated twice; not a literal
    dsl::Expr defined(dsl::Expr number, dsl::Expr divisor);  ///< the condition for their division
    dsl::VariableId settable(dsl::Block& to, Type type);
    Counter counter(dsl::Block& to);
    dsl::Statement counted(dsl::Block& to, const Counter& counter, Loop& frame);
    void loop(dsl::Block& to, int& budget, int depth);
    void call(dsl::Block& to, int& budget, int depth);
    /// A call; one whose result is `wanted` in an expression does not store.
    dsl::Statement device_call(std::optional<dsl::ValueType> wanted, int& budget, int depth);
    /// The result of a call within an expression; null if none is allowed, or none is drawn.
    dsl::Expr call_in_place(dsl::ValueType type);
    /// The result of `make`. The calls in it are appended to the block; the statement must be next.
    dsl::Expr with_calls(dsl::Block& to, const std::function<dsl::Expr()>& make);

    dsl::Statement declared(dsl::VariableId variable, dsl::Expr value);
    dsl::Statement assigned(dsl::VariableId variable, dsl::Expr value);
    dsl::VariableId fresh(dsl::Block& to, const std::string& stem, dsl::Expr value, bool fixed);

    Draft& draft_;
    ExpressionMaker make_;
    Frame frame_;
    bool careful_ = false;
    int functions_ = 0;
    dsl::Block* calls_ = nullptr;  ///< the calls in the current expression; null: calls are not allowed in it
    int places_ = 0;               ///< how many more calls expressions may have
    dsl::VariableId mark_ = 0;
};

}  // namespace musimd::differential::spmd
