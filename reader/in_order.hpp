#pragma once

#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// A variable that a simd loop carries from one iteration to the next.
struct Carried {
    const ast::Expr* name = nullptr;
    Pointer memory;
    Binding original;
};

/// Simd loops that the order of C gives a meaning: with `scan`, `ordered simd`, or `lastprivate` with
/// `conditional`. Their iterations are executed one after the other; what else races is found.
class InOrder : public Reader {
  public:
    using Reader::Reader;

    /// Whether the loop is such a one.
    static bool applies(const Clauses& found, const ast::Stmt* body);
    /// Takes the variables out of the clauses.
    std::vector<Carried> begin(Clauses& found);
    void end(const std::vector<Carried>& carried);
    void ordered_simd(const ast::OMPExecutableDirective* directive);

  private:
    void carry(const ast::Expr* name, std::vector<Carried>& result);
};

}  // namespace musimd::reader
