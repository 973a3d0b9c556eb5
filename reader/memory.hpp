#pragma once

#include <set>

#include "reader/context.hpp"

// Questions to the text about memory that a program asks for: which functions return new memory, and which
// elements memory has that is reached by `void *`.

namespace musimd::reader {

/// The call that an expression is, under its conversions; null if it is none.
const ast::CallExpr* call_under_casts(const ast::Expr* e);

/// Whether it is a function of the library with this name.
bool is_library_call(const ast::CallExpr* call, llvm::StringRef name);

/// Whether the call's value is always new memory, which the call has asked for: `malloc`, and functions of
/// the file that return what it has returned.
bool allocates(const ast::CallExpr* call);

/// Whether the assignment of the local variable is its only one, and in the list of statements that declares
/// it: what follows it knows the value.
bool is_only_assignment(const ast::BinaryOperator* assignment, const ast::VarDecl* v);

/// The variable whose address is the first argument of `posix_memalign`; null if it is none.
const ast::VarDecl* variable_of_memalign(const ast::CallExpr* call);

/// Finds the first conversion of a variable or a member, a `void *`, to another pointer.
class FirstConversion {
  public:
    /// `returned`: the type of what the function's caller converts its result to; null if unknown.
    FirstConversion(const Context& context, const ast::FunctionDecl* function, ast::QualType returned)
        : context_(context), function_(function), returned_(returned) {}

    /// The type that the pointers point to; null if there is no conversion.
    ast::QualType of(const ast::Expr* e);
    ast::QualType of(const ast::ValueDecl* pointer);

  private:
    ast::QualType in(const ast::Stmt* s, const ast::ValueDecl* pointer);
    ast::QualType at(const ast::Stmt* s, const ast::ValueDecl* pointer);
    ast::QualType at_call(const ast::CallExpr* call, const ast::ValueDecl* pointer);

    const Context& context_;
    const ast::FunctionDecl* function_;
    ast::QualType returned_;
    std::set<const ast::ValueDecl*> seen_;
};

}  // namespace musimd::reader
