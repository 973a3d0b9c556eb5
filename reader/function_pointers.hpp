#pragma once

#include <optional>
#include <vector>

#include "reader/call.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Pointers to functions: their values are numbers of functions. A call chooses among those of its type whose
/// address the program takes.
class FunctionPointers : public Reader {
  public:
    using Reader::Reader;

    /// Of an expression that is a pointer to a function, or names one.
    std::optional<Pointer> value_of(const ast::Expr* e);
    Called call(const ast::CallExpr* e, bool used, const Request& request);

  private:
    Pointer number_of(const ast::FunctionDecl* f, SourcePoint at);
    Expr pointed_to(const ast::CallExpr* e);
    Called choose(const ast::CallExpr* e, const Expr& number, const Request& request);

    std::vector<const ast::FunctionDecl*> functions_;  ///< by number, from 1
};

}  // namespace musimd::reader
