#pragma once

#include <map>
#include <set>

#include "reader/reader.hpp"

namespace musimd::reader {

/// What names mean, and whether they can be assigned.
class Bindings : public Reader {
  public:
    using Reader::Reader;

    /// In which region the variable was declared.
    void note_region(VariableId v, unsigned region) { regions_[v] = region; }
    void note_loop_variable(VariableId v) { loop_variables_.insert(v); }

    void bind(const ast::VarDecl* v, Binding binding) { here_.bindings[v] = std::move(binding); }
    const Binding& binding(const ast::VarDecl* v, ast::SourceLocation where);
    void check_assignable(const ast::Expr* e) const;
    void check_assignable(const Place& p, const ast::Expr* at) const;
    void freeze(const char* reason);

  private:
    const Binding& captured_for_clause(const ast::VarDecl* v);
    Binding value_in_clause(const ast::VarDecl* v);

    Binding captured_;  ///< the last of clauses
    std::map<const ast::VarDecl*, Binding> globals_;
    std::set<const ast::VarDecl*> failed_;    ///< those with an error in their declaration
    std::map<VariableId, unsigned> regions_;  ///< regions of cells and of variables whose address is known
    std::set<VariableId> loop_variables_;
};

}  // namespace musimd::reader
