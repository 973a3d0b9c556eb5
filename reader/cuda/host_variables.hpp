#pragma once

#include <clang/AST/ExprCXX.h>

#include <map>
#include <vector>

#include "reader/context.hpp"

// How the variables of a function of host code are used.

namespace musimd::reader {

/// A use of a variable, and what is around it, from the inside.
struct HostUse {
    const ast::DeclRefExpr* name = nullptr;
    std::vector<const ast::Stmt*> around = {};
};

/// The uses of variables in the body of a function.
class HostVariables {
  public:
    explicit HostVariables(const ast::Stmt* body);

    /// Whether it has the value that it was declared with as long as it exists. Of a parameter: that of the
    /// call.
    bool is_constant(const ast::VarDecl* v) const;
    /// The one call `f(&v, …)` by which the variable gets its value, directly in the block that declares it;
    /// null if it may get it in another way.
    const ast::CallExpr* call_that_sets(const ast::VarDecl* v) const;
    /// Whether a call of the function with the variable is before this location.
    bool is_passed_before(const Context& context, const ast::VarDecl* v, llvm::StringRef function,
                          ast::SourceLocation where) const;

    bool has_jumps() const { return has_jumps_; }
    /// All launches of kernels in the body.
    const std::vector<const ast::CUDAKernelCallExpr*>& launches() const { return launches_; }

  private:
    void look(const ast::Stmt* s, std::vector<const ast::Stmt*>& around);

    std::map<const ast::VarDecl*, std::vector<HostUse>> uses_;
    std::map<const ast::VarDecl*, const ast::Stmt*> blocks_;  ///< that declare them
    std::vector<const ast::CUDAKernelCallExpr*> launches_;
    bool has_jumps_ = false;
};

}  // namespace musimd::reader
