#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "reader/dsl.hpp"

// What all parts of the front end share: errors, lines, and types.

namespace musimd::reader {

namespace ast = ::clang;

/// Thrown after an error has been reported. The reader continues with the next statement.
struct Unsupported {};

/// Reads what may fail: then the error has been reported.
template <typename F>
void attempt(const F& read) {
    try {
        read();
    } catch (const Unsupported&) {
    }
}

/// Thrown after an error that ends the reading.
struct TooLarge {};

class Context {
  public:
    /// `others`: of the program's further sources, which are linked.
    explicit Context(ast::ASTContext& tree, std::vector<ast::ASTContext*> others = {})
        : tree_(tree), others_(std::move(others)) {}
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    ast::ASTContext& tree() const { return tree_; }
    /// What each source of the program declares.
    std::vector<ast::TranslationUnitDecl*> units() const;
    bool has_several_sources() const { return !others_.empty(); }

    void report(ast::SourceLocation where, const std::string& message) const;
    bool has_reported() const { return tree_.getDiagnostics().hasErrorOccurred(); }
    [[noreturn]] void fail(ast::SourceLocation where, const std::string& message) const;

    /// The line of the source, as `#line` has it; inside of a macro, that of its expansion. If files are
    /// numbered, lines of files that the source includes have the numbers that the list gives them, and
    /// columns are known.
    SourcePoint line(ast::SourceLocation where) const;
    /// From now on, every line is this one; nullopt: it is its own. Returns what it was before.
    std::optional<SourcePoint> set_line(std::optional<SourcePoint> line) const {
        return std::exchange(line_, line);
    }
    void number_files(std::vector<cuda::IncludedFile>& list, bool with_columns = true) const {
        included_ = &list;
        with_columns_ = with_columns;
    }
    bool are_in_one_file(ast::SourceLocation a, ast::SourceLocation b) const;
    bool is_of_system(ast::SourceLocation where) const;
    /// Whether it is in a header of the compiler or of a library, and not in one of the machine.
    bool is_of_library(ast::SourceLocation where) const;

    /// The clause of a `requires` directive of the file, or null.
    const ast::OMPClause* requirement(llvm::omp::Clause kind) const;

    /// The type of a number in memory and in a variable; a _Bool is a u8.
    std::optional<Type> number(ast::QualType type) const;
    /// The same, or an error.
    Type number(ast::QualType type, ast::SourceLocation where) const;

    /// The value of a constant expression.
    std::optional<Expr> constant(const ast::Expr* e) const;
    std::optional<std::int64_t> integer(const ast::Expr* e) const;

  private:
    ast::ASTContext& tree_;
    std::vector<ast::ASTContext*> others_;
    std::uint32_t number_of(const std::string& name, bool is_renumbered, std::uint32_t line,
                            const std::function<std::string()>& text) const;

    void warn_of_long_double() const;

    mutable bool has_long_double_ = false;
    mutable std::optional<SourcePoint> line_;
    mutable std::optional<std::vector<const ast::OMPClause*>>
        requirements_;  ///< once they have been looked for
    mutable std::vector<cuda::IncludedFile>* included_ = nullptr;
    mutable bool with_columns_ = true;
};

/// The call of the function that `declare variant` puts in place of another one; null: it is no such call.
const ast::Expr* chosen_variant(const ast::Expr* e);

/// The variable that an expression names, if it is nothing but a name.
const ast::VarDecl* named_variable(const ast::Expr* e);

/// Of `__real__ e` and `__imag__ e`: e; else null.
const ast::Expr* whole_of_part(const ast::Expr* e);

}  // namespace musimd::reader
