#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "reader/binding.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

struct ArrayReduction {
    Pointer original;  ///< its first element that is reduced
    Pointer partial;   ///< the elements of iteration 0, then those of iteration 1, …
    Expr elements;     ///< an i64
    Expr base = {};    ///< base of this iteration's elements
    Type type = Type::i32;
    ReductionOperator by = {};
    const ast::Expr* name = nullptr;
    const ast::VarDecl* variable = nullptr;
    /// Of `declare reduction`; null: by the operator.
    const ast::OMPDeclareReductionDecl* declared = nullptr;
    ast::QualType element = {};
    std::int64_t cells = 1;                         ///< of an element
    const ast::Expr* own_initialiser = nullptr;     ///< of a class
    Binding original_object = {};                   ///< of what is no array
    std::optional<std::int64_t> lanes_inside = {};  ///< of a simd loop in a parallel loop

    bool is_complex() const { return element->isAnyComplexType(); }
};

/// Reductions of arrays.
class ArrayReductions : public Reader {
  public:
    using Reader::Reader;

    /// Whether a name in a clause is an array, or a part of one, or is reduced by `declare reduction`.
    bool takes(const ast::OMPReductionClause* clause, const ast::Expr* name) const;
    std::vector<ArrayReduction> begin(const Clauses& found, const Expr& count);
    void combine_part(const ArrayReduction& r, const Expr& base);
    std::vector<ArrayReduction> begin_shared(const Clauses& found);
    void begin_partial(ArrayReduction& r);
    std::vector<ArrayReduction> begin_lanes(const Clauses& found, const Expr& lanes);
    /// In the body of a simd loop.
    void begin_lane(ArrayReduction& r, const Expr& lane);
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
    void begin_part(ArrayReduction& r, const Expr& number);
    void begin_elements(const ArrayReduction& r);
    void each_element(const ArrayReduction& r, ast::SourceLocation where,
                      const std::function<void(const Expr&)>& read);
    static Expr part_of_lane(const ArrayReduction& r, const Expr& lane, SourcePoint at);
    void make_partial(ArrayReduction& r, const Expr& count);
    void add(std::vector<ArrayReduction>& list, ArrayReduction r) const;
};

}  // namespace musimd::reader
