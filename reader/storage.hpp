#pragma once

#include <map>
#include <set>

#include "reader/call_graph.hpp"
#include "reader/context.hpp"

// Whether a local variable can be split into variables of the tree, or must be in memory.

namespace musimd::reader {

class Storage {
  public:
    /// `calls` may be null: then no function calls itself.
    Storage(const Context& context, const std::set<const ast::VarDecl*>& assigned, CallGraph* calls)
        : context_(context), assigned_(assigned), calls_(calls) {}

    /// Whether every use of the variable names parts of it that are known here: constant indices, members,
    /// and its address only as an argument of a function that does no more with it.
    bool has_fixed_uses(const ast::VarDecl* v);

  private:
    bool fixed(const ast::Stmt* s);
    bool fixed_call(const ast::CallExpr* call);
    bool fixed_construction(const ast::CXXConstructExpr* e);
    bool fixed_object(const ast::Expr* object);
    bool fixed_directive(const ast::OMPExecutableDirective* directive);
    bool gives_address(const ast::FunctionDecl* f);
    bool takes_address(const ast::Stmt* s);
    bool fixed_declaration(const ast::DeclStmt* s);
    bool passes(const ast::VarDecl* pointer);
    bool is_recursive(const ast::FunctionDecl* f) const {
        return calls_ != nullptr && calls_->is_recursive(f);
    }
    bool is_part(const ast::Expr* e) const;
    bool points_to_part(const ast::Expr* e) const;
    bool in_range(const ast::ArraySubscriptExpr* e) const;

    const Context& context_;
    const std::set<const ast::VarDecl*>& assigned_;
    CallGraph* calls_;
    const ast::VarDecl* of_ = nullptr;
    std::map<const ast::VarDecl*, bool> known_;
    std::map<const ast::FunctionDecl*, bool> gives_address_;
};

/// The object on which a member function is called, an argument of an operator; null of other functions.
const ast::Expr* object_of(const ast::CallExpr* e);
/// The number of the call's argument for this parameter.
unsigned argument_number(const ast::CallExpr* e, unsigned parameter);

/// The body of the function that declares the variable.
const ast::Stmt* body_around(const ast::VarDecl* v);

}  // namespace musimd::reader
