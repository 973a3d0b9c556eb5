#pragma once

#include "reader/reader.hpp"

namespace musimd::reader {

/// `memset` and `memcpy`.
class WholeObjects : public Reader {
  public:
    using Reader::Reader;

    Expr fill(const ast::CallExpr* e);
    /// `down`: the last number first.
    Expr copy(const ast::CallExpr* e, bool down = false);
    ast::QualType elements_at(const ast::Expr* argument) const;

  private:
    Pointer after_bytes(const Pointer& p, const ast::CallExpr* e, unsigned argument, ast::QualType element);
    bool is_null(const ast::Expr* argument) const;
    ast::QualType number_in(ast::QualType element) const;
    Expr cells_in(const ast::CallExpr* e, ast::QualType element, unsigned size_argument = 2);
    void refuse_layout(const Pointer& p, const ast::Expr* at) const;
    Pointer settled_argument(const ast::Expr* argument);
};

}  // namespace musimd::reader
