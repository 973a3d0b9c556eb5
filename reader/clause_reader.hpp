#pragma once

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Reads clauses.
class ClauseReader : public Reader {
  public:
    using Reader::Reader;

    /// `team`: of a region or construct whose threads are threads by themselves.
    Clauses read(const ast::OMPExecutableDirective* directive, bool simd, bool team = false) const;
    ReductionOperator operator_named(const ast::DeclarationNameInfo& name) const;
    ReductionOperator operator_of_reduction(const ast::OMPReductionClause* clause) const;

  private:
    void read_clause(const ast::OMPClause* clause, bool simd, bool parallel, bool target,
                     Clauses& found) const;
    void read_if(const ast::OMPIfClause* clause, bool simd, Clauses& found) const;
};

}  // namespace musimd::reader
