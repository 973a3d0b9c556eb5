#pragma once

#include <map>
#include <string>
#include <vector>

#include "reader/reader.hpp"
#include "reader/types.hpp"

namespace musimd::reader {

/// Structures and arrays of the body, their initialisers, and structures as values.
class Objects : public Reader {
  public:
    using Reader::Reader;

    Pointer new_object(const std::string& name, ast::QualType type, bool split, ast::SourceLocation where);
    /// Of each iteration, or thread.
    Pointer own_memory(const std::string& name, Type type, std::int64_t size, ast::SourceLocation where);
    Pointer host_memory(const std::string& name, const std::vector<Cell>& cells, bool zeros,
                        ast::SourceLocation where);
    [[noreturn]] void refuse_index(const Pointer& into, const ast::Expr* at) const;
    void initialise(const Pointer& to, ast::QualType type, const ast::Expr* from);
    void initialise_zeroed(const Pointer& to, ast::QualType type, const ast::Expr* from);
    void initialise_text(const Pointer& to, ast::QualType type, const ast::StringLiteral* text);
    void initialise_member(const Pointer& to, const ast::FieldDecl* member, const ast::Expr* from);
    void set_to_zero(const Pointer& to, ast::QualType type, const ast::Expr* at);
    void copy_structure(const Pointer& to, ast::QualType type, const ast::Expr* from);
    Pointer structure(const ast::Expr* e);
    Pointer assign_structure(const ast::BinaryOperator* e);

  private:
    Pointer in_memory(const std::string& name, const std::vector<Cell>& cells, ast::SourceLocation where);
    void initialise_in_place(const Pointer& to, ast::QualType type, const ast::Expr* from);
    void initialise_members(const Pointer& to, ast::QualType type, const ast::InitListExpr* list);
    void initialise_elements(const Pointer& to, ast::QualType type, const ast::InitListExpr* list);
    void construct_elements(const Pointer& to, ast::QualType type, const ast::CXXConstructExpr* e);
    Pointer chosen_structure(const ast::ConditionalOperator* e);

    bool zeroed_ = false;                                      ///< the memory that is being initialised is 0
    std::map<VariableId, ast::SourceLocation> split_objects_;  ///< where they are made, by the first variable
};

}  // namespace musimd::reader
