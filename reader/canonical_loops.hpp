#pragma once

#include <cstdint>
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
    void set_loop_variables(const std::vector<CanonicalLoop>& loops);
    Expr iterations_of(std::vector<CanonicalLoop>& loops, ast::SourceLocation where);

  private:
    CanonicalLoop over_range(const ast::CXXForRangeStmt* range);
    void begin_at(CanonicalLoop& loop, const ast::Expr* first);
    Expr distance_to(const CanonicalLoop& loop, const ast::Expr* end);
    Pointer element(const CanonicalLoop& loop, const Expr& number);
    void declare_pointer(const CanonicalLoop& loop, const Expr& number);
    void read_start(CanonicalLoop& loop);
    void read_step(CanonicalLoop& loop);
    void read_count(CanonicalLoop& loop);
    void check_rectangular(const std::vector<CanonicalLoop>& outer, const ast::Stmt* inner) const;
};

}  // namespace musimd::reader
