#pragma once

#include <string>

#include "reader/reader.hpp"

namespace musimd::reader {

/// What `declare simd` promises of the arguments of calls in a simd loop of host code.
class SimdPromises : public Reader {
  public:
    using Reader::Reader;

    /// Before the call, whose parameters have been bound.
    void check(const ast::CallExpr* e, const ast::FunctionDecl* callee, Statement& call);

  private:
    struct Promise {
        std::string text;       ///< the clause
        std::int64_t step = 0;  ///< from one iteration to the next
    };
    void check(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call,
               const Promise& promise);
    void check_branch(const ast::CallExpr* e, const std::string& of, bool promised);
    Expr argument(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call);
};

}  // namespace musimd::reader
