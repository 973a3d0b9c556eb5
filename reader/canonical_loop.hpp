#pragma once

#include <clang/AST/StmtCXX.h>

#include <optional>
#include <vector>

#include "reader/context.hpp"
#include "reader/pointer.hpp"

namespace musimd::reader {

/// A for loop in OpenMP's canonical form, or one over a range.
struct CanonicalLoop {
    const ast::ForStmt* loop = nullptr;  ///< null if it is over a range
    const ast::CXXForRangeStmt* range = nullptr;
    const ast::VarDecl* variable = nullptr;
    bool declared = false;  ///< by the loop
    Type type = Type::i32;  ///< type of the variable
    Expr low;               ///< its first value
    /// Of a range, or if the variable is a pointer: where it begins. `low` is 0 then, and `type` i64.
    std::optional<Pointer> first = {};
    Expr step;             ///< an i64, positive
    bool down = false;     ///< the step is subtracted
    Expr count;            ///< number of iterations, an i64, not negative
    bool depends = false;  ///< its bounds name a loop around it: `count` is the most that it has
    std::vector<const ast::Stmt*> before = {};  ///< statements of its body before the next inner loop
    std::vector<const ast::Stmt*> after = {};
    /// Of a loop that `tile` or its like has made: those of the loops in the text.
    std::vector<const ast::VarDecl*> variables = {};

    ast::SourceLocation where() const {
        return range != nullptr ? range->getBeginLoc() : loop->getBeginLoc();
    }
    const ast::Expr* condition() const { return range != nullptr ? range->getCond() : loop->getCond(); }
    const ast::Stmt* body() const { return range != nullptr ? range->getBody() : loop->getBody(); }
};

/// Whether the name is that of a variable of the loops.
bool is_of_loops(const ast::DeclRefExpr* name, const std::vector<CanonicalLoop>& loops);

}  // namespace musimd::reader
