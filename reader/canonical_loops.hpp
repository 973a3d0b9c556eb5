#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Loops of OpenMP's canonical form, alone and nested.
class CanonicalLoops : public Reader {
  public:
    using Reader::Reader;

    CanonicalLoop canonical(const ast::Stmt* s);
    Expr loop_value(const CanonicalLoop& loop, const Expr& number) const;
    void declare_loop_variable(const CanonicalLoop& loop, const Expr& number);
    /// Returns the numbers of the iterations of each loop.
    std::vector<Expr> declare_loop_variables(const std::vector<CanonicalLoop>& loops, const Expr& number);
    std::vector<CanonicalLoop> nest(const ast::OMPLoopDirective* directive, std::int64_t depth);
    /// `tile` and similar ones, alone.
    void transformation(const ast::OMPLoopTransformationDirective* directive);
    void read_body(const std::vector<CanonicalLoop>& loops, const std::function<void()>& inner);
    void check_rectangular(const std::vector<CanonicalLoop>& loops) const;
    /// `last`: only those that it names; null: all.
    void set_loop_variables(const std::vector<CanonicalLoop>& loops,
                            const std::vector<const ast::DeclRefExpr*>* last);
    Expr iterations_of(std::vector<CanonicalLoop>& loops, ast::SourceLocation where);
    /// How many of them there are up to the last one that exists.
    Expr up_to_last(const std::vector<CanonicalLoop>& loops, Expr count, ast::SourceLocation where);

  private:
    CanonicalLoop over_range(const ast::CXXForRangeStmt* range);
    void begin_at(CanonicalLoop& loop, const ast::Expr* first);
    Expr distance_to(const CanonicalLoop& loop, const ast::Expr* end);
    Pointer element(const CanonicalLoop& loop, const Expr& number);
    void declare_pointer(const CanonicalLoop& loop, const Expr& number);
    void read_start(CanonicalLoop& loop);
    void read_step(CanonicalLoop& loop);
    void read_count(CanonicalLoop& loop);
    CanonicalLoop dependent(const std::vector<CanonicalLoop>& outer, const ast::Stmt* loop);
    void at_corners(const std::vector<CanonicalLoop>& outer, std::size_t k,
                    const std::function<void()>& read);
    const ast::Stmt* transformed(const ast::Stmt* loop, std::vector<const ast::VarDecl*>& variables);
    void set_dependent_variable(const std::vector<CanonicalLoop>& loops, std::size_t k);
    void declare_afresh(const std::vector<const ast::VarDecl*>& variables, ast::SourceLocation where);

    std::map<const ast::Stmt*, Expr> exists_;  ///< whether this iteration does, by the innermost loop
};

}  // namespace musimd::reader
