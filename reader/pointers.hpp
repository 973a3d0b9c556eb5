#pragma once

#include <cstdint>
#include <map>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Values of pointers.
class Pointers : public Reader {
  public:
    using Reader::Reader;

    Expr is_not_null(const ast::Expr* e);
    Expr pointer_comparison(const ast::BinaryOperator* e, Function function);
    Pointer at_address(Expr address);
    Pointer pointer(const ast::Expr* e, const Request& request = {});
    Pointer named_pointer(const ast::DeclRefExpr* e);
    Pointer moved(Pointer from, const ast::Expr* distance, ast::QualType element, bool down,
                  const ast::Expr* at);
    Pointer shifted(Pointer from, std::int64_t cells, SourcePoint line) const;
    static Pointer advanced(Pointer from, Expr cells, SourcePoint line);
    Pointer settled(Pointer p, const ast::Expr* at);
    Expr elements_in(ast::QualType type, ast::SourceLocation where);
    Expr address(const Pointer& to, const ast::Expr* at);
    Expr address_of(BufferId buffer, SourcePoint line);
    Expr address_in_bytes(const ast::CastExpr* e);
    Pointer reinterpreted(const Pointer& p, ast::QualType wanted, const ast::Expr* at);
    Pointer reinterpreted(const Pointer& p, ast::QualType given, ast::QualType wanted, const ast::Expr* at);
    Expr pointer_difference(const ast::BinaryOperator* e);
    void settle_sizes(ast::QualType type);

  private:
    using Reader::settled;

    /// Indices into one object, or addresses.
    struct PointerPair {
        Expr a;
        Expr b;
        std::int64_t scale = 1;
    };

    Pointer pointer_of_cast(const ast::CastExpr* e, const Request& request);
    PointerPair pointer_operands(const ast::BinaryOperator* e);

    std::map<const ast::Expr*, Expr> sizes_;  ///< sizes of arrays of variable size, when they were declared
};

}  // namespace musimd::reader
