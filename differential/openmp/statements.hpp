#pragma once

#include "differential/openmp/expressions.hpp"
#include "dsl/openmp/loop_form.hpp"

namespace musimd::differential::openmp {

/// Random statements for the body of a parallel loop.
class NestStatements {
  public:
    explicit NestStatements(Draft& draft) : draft_(draft), expressions_(draft) {}

    /// About so many statements, and at least one that stores.
    dsl::Block body(unsigned statements);

    dsl::Statement store();
    /// Of the loop; `before` declares the variable.
    void add_reduction(dsl::Statement& loop, dsl::Block& before);
    /// What an iteration combines.
    dsl::Statement combine(const dsl::Reduction& reduction);

  private:
    void update(dsl::Block& to);
    void call(dsl::Block& to);
    void any(dsl::Block& to, unsigned& budget);
    dsl::Block block(unsigned& budget, unsigned most);
    dsl::Block trip(const NestLocal& counter, unsigned& budget, unsigned most);
    void declare(dsl::Block& to);
    void set(dsl::Block& to);
    void conditional(dsl::Block& to, unsigned& budget);
    void counted_loop(dsl::Block& to, unsigned& budget);
    void while_loop(dsl::Block& to, unsigned& budget);
    void do_loop(dsl::Block& to, unsigned& budget);
    void leave(dsl::Block& to);
    void truncated(dsl::Block& to);
    void simd_loop(dsl::Block& to, unsigned& budget);
    void simd_body(dsl::Statement& loop, dsl::Block first, unsigned& budget);
    dsl::openmp::LoopForm simd_form(dsl::VariableId variable, Type type, std::int64_t& most,
                                    dsl::Block& before);
    Known term(dsl::Function function, Type type);
    const NestLocal* assignable();
    dsl::Expr read(const NestLocal& local) const;

    template <typename F>
    void nested(const F& make);

    Draft& draft_;
    NestExpressions expressions_;
};

dsl::Statement declaration(dsl::VariableId variable, dsl::Expr value);
dsl::Statement assignment(dsl::VariableId variable, dsl::Expr value);
dsl::Statement while_statement(dsl::Expr condition, dsl::Block body, dsl::Block step);
dsl::Statement if_statement(dsl::Expr condition, dsl::Block then, dsl::Block otherwise = {});

}  // namespace musimd::differential::openmp
