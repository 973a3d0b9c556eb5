#pragma once

#include <map>
#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

enum class HeapUse { requested, variables };

/// Memory that the program asks for.
class Allocations : public Reader {
  public:
    using Reader::Reader;

    /// Of a parameter that is a `void *`.
    void note_type(const ast::ValueDecl* parameter, ast::QualType type) {
        types_of_memory_[parameter] = type;
    }

    std::optional<Pointer> allocation(const ast::Expr* e, const Wanted& wanted);
    ast::QualType type_of_memory(const ast::Expr* e) const;
    ast::QualType type_of_memory(const ast::ValueDecl* pointer) const;
    Expr aligned_memory(const ast::CallExpr* e);
    Pointer pointer_from_void(const ast::CastExpr* e);
    /// `new T`, `new T(…)`, `new T[n]`. `name`: of the object.
    Pointer new_object_at(const ast::CXXNewExpr* e, const std::string& name);

    /// Memory of a thread, of so many numbers. The program ends if there is too little for variables.
    Pointer from_heap(const Expr& cells, Type type, bool zeros, ast::SourceLocation where,
                      HeapUse use = HeapUse::requested);

  private:
    Pointer allocated(const ast::CallExpr* call, const Wanted& wanted);
    void make_heap(ast::SourceLocation where);
    Pointer new_memory(Expr bytes, const Wanted& wanted, bool zeros, ast::SourceLocation where);

    std::map<const ast::ValueDecl*, ast::QualType>
        types_of_memory_;           ///< types of parameters that are `void *`
    std::optional<Pointer> heap_;   ///< memory that threads ask for
    std::optional<Pointer> taken_;  ///< how much of it
};

}  // namespace musimd::reader
