#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "reader/reader.hpp"

namespace clang {
class CXXCatchStmt;
class CXXThrowExpr;
class CXXTryStmt;
}  // namespace clang

namespace musimd::reader {

/// `try`, `catch` and `throw`. What a `try` block contains is a call, which `throw` ends, also from functions
/// that are called there: after each call in which something is thrown, its caller ends, too.
class Exceptions : public Reader {
  public:
    using Reader::Reader;

    void try_(const ast::CXXTryStmt* s);
    void throw_(const ast::CXXThrowExpr* e);
    /// Whether what is thrown here gets to a `try` block.
    bool are_caught() { return innermost() != nullptr; }
    /// How many statements that throw have been read.
    std::size_t raised() const { return raised_; }
    /// After a call, which has been read since this many of them had been.
    void after_call(std::size_t raised_before, ast::SourceLocation where);

  private:
    /// What has been thrown.
    struct Thrown {
        VariableId type = 0;  ///< an i32: the number of the type, from 1; 0: nothing
        VariableId at = 0;    ///< an i64: the address of the object
        std::set<std::size_t> types = {};
    };
    /// A `try` block that is read.
    struct Try {
        Thrown thrown;
        unsigned region = 0;
        std::size_t depth = 0;  ///< of `around` in its block
    };

    Thrown new_thrown(ast::SourceLocation where);
    Expr type_of(const Thrown& thrown, SourcePoint at) const;
    Expr is_thrown(const Thrown& thrown, std::size_t type, SourcePoint at) const;
    std::size_t number_of(ast::QualType type);
    std::optional<Expr> distance_to(ast::QualType from, ast::QualType base, ast::SourceLocation where) const;
    /// The innermost `try` block around, if what is thrown here gets there; else null.
    Try* innermost();
    void raise(const Expr& type, const Expr& at, const std::set<std::size_t>& types,
               ast::SourceLocation where);
    void leave(ast::SourceLocation where);
    void handle(const Thrown& thrown, const ast::CXXTryStmt* s, unsigned first);
    void handler(const Thrown& thrown, const Expr& object, const ast::CXXCatchStmt* s);

    std::vector<ast::QualType> types_;
    std::vector<Try> tries_;       ///< the innermost is the last one
    std::vector<Thrown> handled_;  ///< by the handlers that are read
    std::size_t raised_ = 0;
};

}  // namespace musimd::reader
