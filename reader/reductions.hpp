#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Numbers in memory into which a loop reduces, and the variables that do so for them.
using Copies = std::vector<std::pair<Place, VariableId>>;

/// What the reductions of a loop become.
struct Reduced {
    std::vector<Reduction> list;
    Copies copies;
    std::vector<std::pair<VariableId, ReductionOperator>> logical = {};  ///< partial values of `&&` and `||`
};

/// Reductions of numbers and of single elements.
class Reductions : public Reader {
  public:
    using Reader::Reader;

    Reduction partial_of(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name, Type type,
                         unsigned region);
    /// Binds the names to the partial values.
    Reduced begin(const Clauses& found, unsigned region);
    /// At the end of an iteration.
    void end_logical(const Reduced& reduced, ast::SourceLocation where);
    void store_reduced(const Copies& copies, ast::SourceLocation where);
    bool is_element(const ast::Expr* e) const;
    /// Of each variable that is a number: its clause, and its name there.
    using NamedReduction = std::pair<const ast::OMPReductionClause*, const ast::DeclRefExpr*>;
    static std::vector<NamedReduction> of_numbers(const Clauses& found);

  private:
    void begin_logical(const ast::OMPReductionClause* clause, Reduced& reduced, const ast::Expr* at);
    Reduction reduction(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name, unsigned region,
                        Copies& copies);
    VariableId copy_to_reduce(const Place& original, const std::string& name, const ast::Expr* at,
                              Copies& copies);
    Reduction reduction_of_element(const ast::OMPReductionClause* clause, const ast::Expr* element,
                                   unsigned region, Copies& copies);
    Place reduced_element(const ast::Expr* element);
};

}  // namespace musimd::reader
