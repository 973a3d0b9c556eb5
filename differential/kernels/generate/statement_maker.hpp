#pragma once

#include <functional>
#include <optional>

#include "differential/kernels/generate/expression_maker.hpp"

namespace musimd::differential::kernels {

/// Draws the statements of a kernel and of the device functions that it calls.
class StatementMaker {
  public:
    explicit StatementMaker(Draft& draft);

    /// The kernel's body: some variables, `budget` statements or so, and stores of what came of it.
    dsl::Block body(int budget);

  private:
    /// A loop around a statement, of the function that the statement is in.
    struct Loop {
        dsl::VariableId counter = 0;
        dsl::Expr limit;                   ///< the loop's condition fails where the counter has this value
        std::vector<dsl::Statement> quit;  ///< makes the condition fail
        std::vector<dsl::Statement> step;  ///< what must be done before `continue`; empty if it is done
    };
    /// The function that the statements are of: the kernel, or one that it calls.
    struct Frame {
        std::vector<Loop> loops;
        int calls = 0;  ///< around it
    };

    void block(dsl::Block& to, int budget, int depth);
    void inner(dsl::Block& to, int budget, int depth);  ///< with variables of its own
    void statement(dsl::Block& to, int& budget, int depth);

    dsl::ValueType any_value_type(unsigned conditions);  ///< percent of k_bool
    void declare(dsl::Block& to);
    bool set(dsl::Block& to);
    void leave_mark(dsl::Block& to);
    bool store(dsl::Block& to);
    void conditional(dsl::Block& to, int& budget, int depth);
    void set_in_branches(dsl::Block& to);
    void exit(dsl::Block& to, int depth);
    dsl::Block leaving();  ///< break, continue or return, and what loops need before it
    void guarded(dsl::Block& to, bool may_exit);
    void guarded_division(dsl::Block& to, bool may_exit);
    void guarded_shift(dsl::Block& to);
    dsl::Expr repeatable(dsl::Block& to, Type type);         ///< that may be evaluated twice: no literal
    dsl::Expr defined(dsl::Expr number, dsl::Expr divisor);  ///< the condition for their division
    dsl::VariableId settable(dsl::Block& to, Type type);
    void loop(dsl::Block& to, int& budget, int depth);
    void call(dsl::Block& to, int& budget, int depth);
    /// A call in the frame; one whose result is `wanted` in an expression stores nothing.
    dsl::Statement device_call(std::optional<dsl::ValueType> wanted, int& budget, int depth);
    /// The result of a call inside the expression that reads it; null if none is allowed, or none is drawn.
    dsl::Expr call_in_place(dsl::ValueType type);
    /// The result of `make`; the calls in it are added to the block, in which the statement must be next.
    dsl::Expr with_calls(dsl::Block& to, const std::function<dsl::Expr()>& make);

    dsl::Statement declared(dsl::VariableId variable, dsl::Expr value);
    dsl::Statement assigned(dsl::VariableId variable, dsl::Expr value);
    dsl::VariableId fresh(dsl::Block& to, const std::string& stem, dsl::Expr value, bool fixed);

    Draft& draft_;
    ExpressionMaker make_;
    Frame frame_;
    bool careful_ = false;
    int functions_ = 0;
    dsl::Block* calls_ = nullptr;  ///< of the expression that is being made; null: no calls may stand in it
    int places_ = 0;               ///< how many calls may still stand in expressions
    dsl::VariableId mark_ = 0;
};

}  // namespace musimd::differential::kernels
