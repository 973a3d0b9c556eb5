#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Objects that are accessed as elements of another size.
class Views : public Reader {
  public:
    using Reader::Reader;

    std::optional<Pointer> as_view(const Pointer& from, ast::QualType given, ast::QualType wanted,
                                   const ast::Expr* at);
    static Pointer in_bytes(Pointer from, std::int64_t number_bytes, SourcePoint line);
    static Pointer simplest(Pointer view);
    Pointer to_aligned(Pointer p, ast::QualType element, const ast::Expr* at);
    Pointer checked(Pointer p, const ast::Expr* at);
    Pointer of_numbers(Pointer view, const ast::Expr* at);
    Pointer member_of_union(Pointer whole, ast::QualType given, ast::QualType wanted,
                            ast::SourceLocation where);
    Expr read_view(const Place& p, ast::SourceLocation where) const;
    void write_view(const Place& p, Expr value, const ast::Expr* at);
    void zero_if_by_parts(const ast::VarDecl* v, const Pointer& at);

  private:
    Expr address_of_parameter(const Pointer& p, SourcePoint line);
    [[noreturn]] void refuse_view(const Pointer& p, const ast::Expr* at) const;
    Expr load_number(const Pointer& at, Type type, SourcePoint line) const;
    void write_part(const Place& p, Expr value, const ast::Expr* at);

    bool copies(const Place& to, const Expr& value) const;
    void copy_view(const Place& to, const ast::Expr* at);

    /// Of asynchronous copies: what was read last, and where.
    mutable std::optional<std::pair<Expr, Place>> read_last_;
    std::map<BufferId, const ast::VarDecl*> local_objects_;  ///< in memory
};

}  // namespace musimd::reader
