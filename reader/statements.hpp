#pragma once

#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Whether the statement continues the loop around it.
bool continues(const ast::Stmt* s);

/// Statements, and how control leaves them.
class Statements : public Reader {
  public:
    using Reader::Reader;

    void statement(const ast::Stmt* s);
    void for_loop(const ast::ForStmt* s);
    /// The statement may be a `switch` with a `continue` in it.
    void continue_(const ast::Stmt* s);
    /// What a `return`, `break`, `continue` or `goto` does that has left a list of statements with labels.
    /// The returned value is set.
    void leave_list(const ast::Stmt* s);

  private:
    static bool is_clock(const ast::GCCAsmStmt* s);
    void set_to_zero(const ast::Expr* number);
    void conditional(const ast::IfStmt* s);
    void while_loop(const ast::WhileStmt* s);
    void do_loop(const ast::DoStmt* s);
    void loop(const ast::Stmt* s, const ast::Expr* condition, const std::vector<const ast::Stmt*>& body,
              const ast::Expr* step);
    void leave(const ast::Stmt* s);
    void return_pointer(const ast::Expr* e);
    void end_call(const ast::ReturnStmt* s);
    void return_(const ast::ReturnStmt* s);
    [[noreturn]] void unsupported(const ast::Stmt* s) const;
    void range_for(const ast::CXXForRangeStmt* s);
};

}  // namespace musimd::reader
