#pragma once

#include "reader/array_reductions.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// The `declare reduction` by which a clause reduces what it names; null: an operator of the language.
const ast::OMPDeclareReductionDecl* declared_reduction(const ast::OMPReductionClause* clause,
                                                       const ast::Expr* name);

/// Reductions that the program declares: their combiners and initialisers are its text.
class DeclaredReductions : public Reader {
  public:
    using Reader::Reader;

    /// A partial value begins.
    void begin(const ArrayReduction& r, const Pointer& partial);
    void combine(const ArrayReduction& r, const Binding& original, const Pointer& partial);
    /// The binding of an object of the type that a reduction names.
    Binding object(ast::QualType type, const Pointer& at) const;
};

}  // namespace musimd::reader
