#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "reader/reader.hpp"

namespace musimd::reader {

/// The part of a buffer that is one iteration's own.
struct Local {
    Expr base;   ///< base of this iteration's part of the buffer
    Expr cells;  ///< an i64
};

/// Where numbers are, and how they are read and written there.
class Places : public Reader {
  public:
    using Reader::Reader;

    /// Each iteration has a part of the buffer.
    void add_local(BufferId buffer, Local local) { locals_[buffer] = std::move(local); }
    void forget_local(BufferId buffer) { locals_.erase(buffer); }
    /// Null if the iterations share the buffer.
    const Local* local(BufferId buffer) const;
    /// Each thread has a copy, of so many cells.
    void add_copies(BufferId buffer, std::int64_t cells) { cells_of_threads_[buffer] = cells; }
    std::int64_t cells_of_copy(BufferId buffer) const { return cells_of_threads_.at(buffer); }

    Place place(const ast::Expr* e);
    Place cell(Pointer at, ast::QualType type, const ast::Expr* e);
    Pointer lvalue(const ast::Expr* e);
    Pointer member_of(Pointer whole, const ast::FieldDecl* field, ast::SourceLocation where);
    Expr narrowed(const Place& p, Expr value, SourcePoint line) const;
    Expr read_place(const Place& p, const ast::Expr* at);
    Expr read_at(const Place& p, ast::SourceLocation where) const;
    void write_at(const Place& p, Expr value, ast::SourceLocation where);
    void write_place(const Place& p, Expr value, const ast::Expr* at);
    Place kept(Place p, Changes later, const ast::Expr* at);
    Expr element_index(const Pointer& p, SourcePoint line) const;
    Expr element_of(const Pointer& p, Type type, SourcePoint at) const;
    Expr atomically(const Pointer& to, Type type, ast::SourceLocation where,
                    const std::function<Expr(const Expr&)>& next, bool acquires = false,
                    bool releases = false, Scope scope = Scope::grid);
    void wait_while(const Pointer& at, Type type, ast::SourceLocation where,
                    const std::function<Expr(const Expr&)>& waits);
    void store(const Pointer& to, Expr value, ast::SourceLocation where, std::optional<Scope> atomic = {});

  private:
    using Reader::kept;

    Pointer member(const ast::MemberExpr* e);
    Place partial_of(const Partial& partial, Place element, const ast::Expr* at) const;

    std::map<BufferId, Local> locals_;
    std::map<BufferId, std::int64_t> cells_of_threads_;
};

}  // namespace musimd::reader
