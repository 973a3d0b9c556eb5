#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Calls of functions of the file, which are inlined, and of mathematics.
class Calls : public Reader {
  public:
    using Reader::Reader;

    /// The function whose body is read.
    Call& current() { return calls_.back(); }
    /// The one that the reading began with.
    Call& outermost() { return calls_.front(); }
    bool is_in_outermost() const { return calls_.size() == 1; }
    Block read_outermost(Call call, const std::function<void()>& read);

    Expr returned_value(const ast::Expr* e);
    Called call(const ast::CallExpr* e, bool used, const Request& request = {});
    Called call_of_library(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                           const Request& request);
    Called recursive(const ast::CallExpr* e, const ast::FunctionDecl* callee, const Request& request);
    /// Of a function that the program defines.
    Called defined(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                   const Request& request);
    Called inlined(const ast::CallExpr* e, const ast::FunctionDecl* callee, bool used,
                   const Request& request);
    Statement new_call(const ast::Expr* e, const ast::FunctionDecl* callee) const;
    Call read_called(Call call, Statement& call_statement, const std::function<void()>& read);
    Binding argument_binding(const ast::Expr* argument, const ast::ParmVarDecl* parameter, Changes later,
                             Statement& call);
    void return_reference(const ast::Expr* to);
    std::optional<Expr> return_pointer(const ast::Expr* e);

  private:
    Expr library_call(const ast::CallExpr* e, Function function, std::size_t operands);
    Expr composed_call(const ast::CallExpr* e, std::string_view name);
    std::optional<Pointer> unchanged_structure(const ast::Expr* argument, const ast::ParmVarDecl* parameter);
    void bind_arguments(const ast::CallExpr* e, const ast::FunctionDecl* callee, Statement& call);

    std::vector<Call> calls_;
};

}  // namespace musimd::reader
