#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "reader/reader.hpp"

namespace musimd::reader {

/// What `declare simd` promises of the arguments of calls in a simd loop of host code, or a parallel one.
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
    void check_alignment(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call,
                         const std::string& of, std::int64_t bytes);
    /// Of the loop, from before it on.
    Expr kept(const char* name, std::int64_t first, ast::SourceLocation where);
    void note_broken(std::string message, const Expr& broken, ast::SourceLocation where);
    /// Reads what is done for each call in the order of the iterations, of which it gets the number.
    void each_call(const Expr& value, ast::SourceLocation where,
                   const std::function<void(const Expr& value, const Expr& now)>& read);
    void compare(const Expr& value, const Expr& now, std::int64_t step, const Expr& last,
                 const Expr& last_value, const std::vector<Expr>& broken, ast::SourceLocation where);
    Expr argument(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call);
};

}  // namespace musimd::reader
