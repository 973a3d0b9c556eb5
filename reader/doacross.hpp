#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reader/ordered_loops.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Loops with `ordered(n)`.
class DoacrossLoops : public Reader {
  public:
    using Reader::Reader;

    std::size_t depth(const ast::OMPExecutableDirective* directive) const;
    Doacross begin(const ast::OMPLoopDirective* directive, std::vector<CanonicalLoop> loops,
                   std::size_t shared);
    void inner_loops(Doacross& d, const ast::Stmt* body);
    void end_of_iteration(const Doacross& d, const Expr& iteration, ast::SourceLocation where);
    void ordered_by_signs(const ast::OMPExecutableDirective* directive);
    Expr iterations_outside(const ast::OMPLoopDirective* directive, const std::vector<CanonicalLoop>& loops);

  private:
    Expr linear(const Doacross& d, const std::vector<Expr>& numbers) const;
    Expr sign_given(const Doacross& d, SourcePoint line) const;
    Pointer sign_of(const Doacross& d, const Expr& iteration) const;
    void give_sign(const Doacross& d, ast::SourceLocation where);
    void wait_for(const Doacross& d, const ast::OMPClause* clause, llvm::ArrayRef<const ast::Expr*> vector);
    void wait_for(const Doacross& d, const Expr& earlier, ast::SourceLocation where);
};

}  // namespace musimd::reader
