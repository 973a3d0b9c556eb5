#pragma once

#include "reader/reader.hpp"

namespace musimd::reader {

/// `atomic`.
class Atomics : public Reader {
  public:
    using Reader::Reader;

    void atomic(const ast::OMPAtomicDirective* directive);

  private:
    struct AtomicComparison {
        Expr holds;  ///< a condition, computed from the old value
        Expr value;  ///< the new one
    };

    void check_clauses_of_atomic(const ast::OMPAtomicDirective* directive) const;
    Expr atomic_value(const ast::OMPAtomicDirective* directive, const Expr& old);
    Expr atomic_update(const ast::OMPAtomicDirective* directive, const Expr& old);
    AtomicComparison atomic_comparison(const ast::OMPAtomicDirective* directive, const Expr& old);
    void assign_captured(const ast::Expr* to, const Expr& value);
    Expr settled_operand(const ast::Expr* e);
};

}  // namespace musimd::reader
