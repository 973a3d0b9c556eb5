#pragma once

#include <utility>
#include <vector>

#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Why a variable cannot be assigned in a target region.
inline constexpr char kLost[] =
    "its value is lost at the end of the target region; name it in `map(tofrom: …)`";

/// Variables of which each thread or iteration has its own.
class Privates : public Reader {
  public:
    using Reader::Reader;

    void privatize(const Clauses& found);
    void privatize(const ast::DeclRefExpr* name, bool first);
    void rebind_private(const ast::DeclRefExpr* name, bool first);
    std::vector<std::pair<const ast::DeclRefExpr*, Expr>> values_of_first_privates(Clauses& found);
    void declare_first_private(const ast::DeclRefExpr* name, const Expr& initial);
    /// `has_value`: the copy begins with that of the original.
    void copy_variable(const ast::VarDecl* v, bool has_value, ast::SourceLocation where);
    void privatize_again(const Clauses& found, const std::vector<CanonicalLoop>& loops);
    void region_privates(const Clauses& found);
    void copy_object(const Pointer& to, const Pointer& from, ast::QualType type, const ast::Expr* at);
    static bool has_objects(const Clauses& found);
    void take_names_of(const Clauses& region, const ast::Stmt* loop, Clauses& found);

  private:
    void privatize_sized(const ast::DeclRefExpr* name, const ast::VarDecl* v, bool first);
    void privatize_object(const ast::DeclRefExpr* name, const ast::VarDecl* v, bool first);
    Expr first_value(const ast::DeclRefExpr* name);
};

}  // namespace musimd::reader
