#pragma once

#include <vector>

#include "reader/context.hpp"

namespace musimd::reader {

/// A for loop in OpenMP's canonical form.
struct CanonicalLoop {
    const ast::ForStmt* loop = nullptr;
    const ast::VarDecl* variable = nullptr;
    bool declared = false;  ///< by the loop
    Type type = Type::i32;  ///< type of the variable
    Expr low;               ///< its first value
    Expr step;              ///< an i64, positive
    bool down = false;      ///< the step is subtracted
    Expr count;             ///< number of iterations, an i64, not negative
    ast::SourceLocation where() const { return loop->getBeginLoc(); }
};

/// Whether the name is that of a variable of the loops.
bool is_of_loops(const ast::DeclRefExpr* name, const std::vector<CanonicalLoop>& loops);

}  // namespace musimd::reader
