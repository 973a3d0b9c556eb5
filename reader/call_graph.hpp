#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "reader/context.hpp"

namespace musimd::reader {

/// Which functions of the file call which.
class CallGraph {
  public:
    explicit CallGraph(const Context& context) : context_(context) {}

    /// Whether the function may call itself, by others or not.
    bool is_recursive(const ast::FunctionDecl* f) { return reaches(f, f); }
    /// Whether a call of the first may lead to one of the second.
    bool reaches(const ast::FunctionDecl* from, const ast::FunctionDecl* to);
    /// The functions that a call by a pointer may call: those of its type whose address the program takes.
    const std::vector<const ast::FunctionDecl*>& candidates(const ast::CallExpr* e);

  private:
    const std::set<const ast::FunctionDecl*>& called_by(const ast::FunctionDecl* f);
    void add_called(const ast::Stmt* s, std::set<const ast::FunctionDecl*>& found);
    const std::vector<const ast::FunctionDecl*>& taken();

    const Context& context_;
    std::map<const ast::FunctionDecl*, std::set<const ast::FunctionDecl*>> called_;
    std::map<const ast::FunctionDecl*, std::set<const ast::FunctionDecl*>> reached_;
    std::optional<std::vector<const ast::FunctionDecl*>> taken_;
    std::map<const ast::CallExpr*, std::vector<const ast::FunctionDecl*>> candidates_;
};

}  // namespace musimd::reader
