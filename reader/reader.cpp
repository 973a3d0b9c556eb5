#include "reader/reader.hpp"

#include "reader/readers.hpp"

namespace musimd::reader {

Reader::Reader(Readers& readers)
    : readers_(readers),
      context_(readers.context),
      function_(readers.function),
      kernel_(readers.kernel == nullptr ? nullptr : &readers.kernel->code),
      here_(readers.here),
      emitter_(readers.emitter) {}

void Reader::statement(const ast::Stmt* s) {
    readers_.statements.statement(s);
}

Expr Reader::value(const ast::Expr* e) {
    return readers_.expressions.value(e);
}

Expr Reader::condition(const ast::Expr* e) {
    return readers_.expressions.condition(e);
}

void Reader::effects(const ast::Expr* e) {
    readers_.expressions.effects(e);
}

Changes Reader::changes(const ast::Expr* e) const {
    return readers_.uses.changes(e);
}

Expr Reader::kept(Expr e, Changes later, const ast::Expr* at) {
    return readers_.expressions.kept(std::move(e), later, at);
}

Place Reader::kept(Place p, Changes later, const ast::Expr* at) {
    return readers_.places.kept(std::move(p), later, at);
}

const Binding& Reader::binding(const ast::VarDecl* v, ast::SourceLocation where) {
    return readers_.bindings.binding(v, where);
}

bool Reader::is_assigned(const ast::VarDecl* v) const {
    return readers_.uses.is_assigned(v);
}

void Reader::check_assignable(const ast::Expr* e) const {
    readers_.bindings.check_assignable(e);
}

void Reader::check_assignable(const Place& p, const ast::Expr* at) const {
    readers_.bindings.check_assignable(p, at);
}

Place Reader::place(const ast::Expr* e) {
    return readers_.places.place(e);
}

Place Reader::cell(Pointer at, ast::QualType type, const ast::Expr* e) {
    return readers_.places.cell(std::move(at), type, e);
}

Pointer Reader::lvalue(const ast::Expr* e) {
    return readers_.places.lvalue(e);
}

Expr Reader::read_place(const Place& p, const ast::Expr* at) {
    return readers_.places.read_place(p, at);
}

Expr Reader::read_at(const Place& p, ast::SourceLocation where) const {
    return readers_.places.read_at(p, where);
}

void Reader::write_place(const Place& p, Expr value, const ast::Expr* at) {
    readers_.places.write_place(p, std::move(value), at);
}

void Reader::write_at(const Place& p, Expr value, ast::SourceLocation where) {
    readers_.places.write_at(p, std::move(value), where);
}

void Reader::store(const Pointer& to, Expr value, ast::SourceLocation where) {
    readers_.places.store(to, std::move(value), where);
}

Pointer Reader::pointer(const ast::Expr* e, const Request& request) {
    return readers_.pointers.pointer(e, request);
}

Expr Reader::address(const Pointer& p, const ast::Expr* at) {
    return readers_.pointers.address(p, at);
}

Pointer Reader::shifted(Pointer from, std::int64_t cells, SourcePoint line) const {
    return readers_.pointers.shifted(std::move(from), cells, line);
}

Pointer Reader::advanced(Pointer from, Expr cells, SourcePoint line) {
    return Pointers::advanced(std::move(from), std::move(cells), line);
}

Pointer Reader::settled(Pointer p, const ast::Expr* at) {
    return readers_.pointers.settled(std::move(p), at);
}

Pointer Reader::structure(const ast::Expr* e) {
    return readers_.objects.structure(e);
}

Pointer Reader::new_object(const std::string& name, ast::QualType type, bool split,
                           ast::SourceLocation where) {
    return readers_.objects.new_object(name, type, split, where);
}

void Reader::initialise(const Pointer& to, ast::QualType type, const ast::Expr* from) {
    readers_.objects.initialise(to, type, from);
}

}  // namespace musimd::reader
