#pragma once

#include <cstdint>
#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

struct ArrayReduction {
    Pointer original;  ///< its first element that is reduced
    Pointer partial;   ///< the elements of iteration 0, then those of iteration 1, …
    Expr elements;     ///< an i64
    Expr base = {};    ///< base of this iteration's elements
    Type type = Type::i32;
    Function function = {};
    std::uint64_t identity_bits = 0;
    const ast::Expr* name = nullptr;
    const ast::VarDecl* variable = nullptr;
};

/// Whether a name in a `reduction` clause is an array, or a part of one.
bool is_array_reduction(const ast::Expr* name);

/// Reductions of arrays.
class ArrayReductions : public Reader {
  public:
    using Reader::Reader;

    std::vector<ArrayReduction> begin(const Clauses& found, const Expr& count);
    void combine_part(const ArrayReduction& r, const Expr& base);
    std::vector<ArrayReduction> begin_shared(const Clauses& found);
    void begin_partial(ArrayReduction& r);
    std::vector<ArrayReduction> begin_lanes(const Clauses& found, const Expr& lanes);
    void begin_part(ArrayReduction& r, const Expr& number);
    void combine(const ArrayReduction& r, const Expr& count);

  private:
    /// The elements of a variable that a reduction names.
    struct ReducedPart {
        const ast::VarDecl* variable = nullptr;
        const ast::Expr* whole = nullptr;
        ast::QualType element;
        Expr first;     ///< an i64
        Expr elements;  ///< an i64
    };

    ArrayReduction array_reduction(const ast::OMPReductionClause* clause, const ast::Expr* name,
                                   const Expr& count);
    ReducedPart reduced_part(const ast::Expr* name);
    void add(std::vector<ArrayReduction>& list, ArrayReduction r) const;
};

}  // namespace musimd::reader
