#pragma once

#include <functional>
#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// A number that a parallel loop reduces with `inscan`.
struct ScanVariable {
    const ast::DeclRefExpr* name = nullptr;
    ReductionOperator by = {};
    Place original;
    Pointer memory;  ///< what each iteration adds; later, what it sees
};

/// Loops with `scan`: their bodies are two phases. In the first one, each iteration computes what it adds.
/// One thread then computes what each iteration sees, and they see it in the second phase.
class Scans : public Reader {
  public:
    using Reader::Reader;

    /// Takes the reductions with `inscan` out of the clauses.
    static std::vector<const ast::OMPReductionClause*> take(Clauses& found);
    /// `outside`: where memory is made.
    std::vector<ScanVariable> begin(const std::vector<const ast::OMPReductionClause*>& clauses,
                                    const Expr& count, Block& outside);
    /// The phase of an iteration that adds, and the one that sees the sums.
    void input_phase(const std::vector<ScanVariable>& scanned, const Expr& number, const ast::Stmt* body);
    void scan_phase(const std::vector<ScanVariable>& scanned, const Expr& number, const ast::Stmt* body);
    /// Between them.
    void between(const std::vector<ScanVariable>& scanned, const Expr& count, const ast::Stmt* body);

  private:
    VariableId own_variable(const ScanVariable& s, Expr first);
    void read_phase(const ast::Stmt* body, bool is_input);
};

/// The `scan` directive in the body of a loop, or null.
const ast::OMPScanDirective* scan_in(const ast::Stmt* body);

}  // namespace musimd::reader
