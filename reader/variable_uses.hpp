#pragma once

#include <set>

#include "reader/call_graph.hpp"
#include "reader/context.hpp"
#include "reader/storage.hpp"
#include "reader/task_uses.hpp"

namespace musimd::reader {

/// The variable that an lvalue is a part of, if no pointer is in between; else null.
const ast::VarDecl* whole_variable(const ast::Expr* e);

/// What an expression may change.
struct Changes {
    bool variables = false;
    bool memory = false;
};

/// What the text does with variables, known before they are read.
class VariableUses {
  public:
    VariableUses(const Context& context, bool in_kernel) : context_(context), in_kernel_(in_kernel) {}
    VariableUses(const VariableUses&) = delete;
    VariableUses& operator=(const VariableUses&) = delete;

    /// Variables that are assigned somewhere in the statement, or whose address is taken.
    void find_assigned(const ast::Stmt* s);
    /// Regions in regions have threads of their own, which are tasks.
    void will_nest(bool is) { nests_ = is; }
    /// Those that several threads may assign.
    void find_shared(const ast::Stmt* body);
    /// The same for a function that is called.
    void look_through(const ast::FunctionDecl* callee);
    void look_through_destructor(ast::QualType type);

    bool is_assigned(const ast::VarDecl* v) const { return assigned_.contains(v); }
    std::set<const ast::VarDecl*> assigned_in(const ast::Stmt* s);
    bool is_shared(const ast::VarDecl* v) const { return shared_.contains(v); }
    /// Scalars that several threads may assign.
    const std::set<const ast::VarDecl*>& shared() const { return shared_; }
    const TaskUses& tasks() const { return tasks_; }
    /// Whether the variable is one or several variables of the tree.
    bool is_split(const ast::VarDecl* v);
    /// Whether some use of a structure or of a number asks for its address, or for an element by a variable.
    bool needs_memory(const ast::VarDecl* v);

    CallGraph& calls() { return calls_; }

    Changes changes(const ast::Expr* e) const;
    /// Of the call's arguments after this one.
    Changes changes_after(const ast::CallExpr* e, unsigned argument) const;

  private:
    void find_referred(const ast::CXXConstructExpr* e);
    void add_changes(const ast::Stmt* s, Changes& found) const;

    const Context& context_;
    bool in_kernel_;
    std::set<const ast::VarDecl*> assigned_;
    std::set<const ast::VarDecl*> address_taken_;
    std::set<const ast::VarDecl*> shared_;
    bool nests_ = false;
    TaskUses tasks_;
    std::set<const ast::FunctionDecl*> looked_through_;
    CallGraph calls_{context_};
    Storage storage_{context_, assigned_, in_kernel_ ? nullptr : &calls_};
};

}  // namespace musimd::reader
