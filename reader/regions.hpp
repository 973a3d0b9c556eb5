#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"
#include "reader/team.hpp"

namespace musimd::reader {

/// Parallel regions whose threads share work or wait for each other.
class Regions : public Reader {
  public:
    using Reader::Reader;

    /// What `compute` reads, computed where the region has not begun.
    Expr before_region(const ast::Stmt* from, const ast::VarDecl* except, ast::SourceLocation where,
                       const std::function<Expr()>& compute);
    void check_known_outside(const ast::Stmt* from, const ast::VarDecl* except,
                             ast::SourceLocation where) const;
    void team_region(const ast::OMPExecutableDirective* directive, const std::function<void()>& read);
    bool team_directive(const ast::OMPExecutableDirective* directive);
    void act(TeamAct action, ast::SourceLocation where);
    /// An object of one element, 0 when the region begins.
    Pointer team_object(const std::string& name, Type type, ast::SourceLocation where);
    /// An i64 of each thread, 0 when the region begins.
    Expr team_variable(const std::string& name, ast::SourceLocation where);

    /// Parameters that threads or teams assign are in memory there; the pairs are what to copy back.
    std::vector<std::pair<VariableId, Place>> keep_shared_in_memory(ast::SourceLocation where);
    /// One thread executes the statement: the first, or that of `filter`.
    void masked(const ast::OMPExecutableDirective* directive);
    void masked(const ast::OMPExecutableDirective* directive, const std::function<void()>& read);

  private:
    void nested_region(const ast::OMPExecutableDirective* directive);
    void single(const ast::OMPExecutableDirective* directive);
};

}  // namespace musimd::reader
