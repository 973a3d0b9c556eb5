#pragma once

#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// A variable that a loop names in `linear`.
struct LinearVariable {
    const ast::VarDecl* name = nullptr;
    Place original;
    Expr first;  ///< its value before the loop
    Type type = Type::i32;
    Expr step;  ///< an i64
    const ast::Expr* at = nullptr;
};

/// `linear` variables of loops.
class LinearVariables : public Reader {
  public:
    using Reader::Reader;

    /// Computes their steps and first values.
    std::vector<LinearVariable> begin(const Clauses& found, const std::vector<CanonicalLoop>& loops);
    Expr value_in(const LinearVariable& v, const Expr& number) const;
    void declare_in(const LinearVariable& v, const Expr& number);
};

}  // namespace musimd::reader
