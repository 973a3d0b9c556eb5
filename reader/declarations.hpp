#pragma once

#include <cstdint>
#include <set>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Declarations of variables, and those of the whole program at their first mention.
class Declarations : public Reader {
  public:
    using Reader::Reader;

    /// A variable that a `switch` has declared before its segments.
    void note_declared(const ast::VarDecl* v) { declared_before_.insert(v); }

    void declaration(const ast::VarDecl* v);
    /// `is_result`: of an instruction, whose variable nothing else names.
    void declare_number(const ast::VarDecl* v, Expr initial, bool is_result = false);
    void copy_in(const ast::OMPExecutableDirective* directive);
    void declare_cell(const ast::VarDecl* v, Expr initial);
    Binding global(const ast::VarDecl* v);
    Binding reference(const ast::Expr* to);
    void assigned_parameters(const ast::FunctionDecl* f);
    void parameters_in_memory(const ast::FunctionDecl* f);
    /// Of the variable, an array: so many numbers.
    Pointer array_memory(const ast::VarDecl* v, Expr size, Type type, bool zeros);

  private:
    Expr unwritten(const ast::VarDecl* v) const;
    static constexpr std::int64_t kMaxCopies = 64;  ///< limit per variable of threads

    void declare_pointer(const ast::VarDecl* v);
    void declare_object(const ast::VarDecl* v);
    void declare_result(const ast::VarDecl* v);
    void variable_of_threads(const ast::VarDecl* v);
    void copy_to_threads(BufferId buffer, ast::SourceLocation where);
    void structure_of_program(const ast::VarDecl* v);
    void array(const ast::VarDecl* v, bool zeros);

    std::set<const ast::VarDecl*> declared_before_;  ///< at the start of the switch
};

}  // namespace musimd::reader
