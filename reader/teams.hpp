#pragma once

#include <functional>
#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Teams, and the loops that they distribute. In host code, one after the other does its part; what they do
/// at the same time is marked by `team` statements, see openmp::LoopFunction.
class Teams : public Reader {
  public:
    using Reader::Reader;

    void teams(const ast::OMPExecutableDirective* directive);
    /// Also with `teams`, with `parallel for`, and with `simd`; and a `loop` whose iterations teams share.
    void distribute(const ast::OMPLoopDirective* directive);

  private:
    struct Reduced;
    /// A variable of `lastprivate`, and this iteration's own.
    struct LastOfTeams {
        const ast::DeclRefExpr* name = nullptr;
        Place original;
        Place own;
    };
    std::vector<LastOfTeams> last_values(const Clauses& found, const std::vector<CanonicalLoop>& loops);

    void apart(const ast::OMPExecutableDirective* directive, const std::function<void(const Clauses&)>& read);
    void each_team(const ast::OMPExecutableDirective* directive, const Clauses& found,
                   const std::function<void()>& read);
    void one_loop(const ast::OMPExecutableDirective* directive, const ast::Stmt* loop);
    void launch(const ast::OMPLoopDirective* directive);
    void regions_of(const ast::OMPLoopDirective* directive);
    std::vector<Reduced> begin_reductions(const Clauses& found);
    void end_reductions(const std::vector<Reduced>& reduced, ast::SourceLocation where);
    Statement& mark(TeamAct act, Expr value, ast::SourceLocation where);
    void begin_strand(const char* what, const Expr& number, ast::SourceLocation where);
};

}  // namespace musimd::reader
