#include "reader/readers.hpp"
#include "reader/types.hpp"

// Arrays and structures of which each thread or iteration has its own.

namespace musimd::reader {

/// Where a private copy begins, if it has the values of the original.
void Privates::privatize_object(const ast::DeclRefExpr* name, const ast::VarDecl* v, bool first) {
    const ast::QualType type = v->getType().getNonReferenceType();
    if (type->isVariableArrayType() && here_.region != 0) return privatize_sized(name, v, first);
    const Pointer own = new_object(v->getNameAsString(), type, readers_.uses.is_split(v), name->getExprLoc());
    if (first && type->isArrayType())
        copy_object(own, lvalue(name), type, name);
    else if (first)
        readers_.objects.copy_structure(own, type, name);
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = own, .value = {}, .region = here_.region});
}

/// An array whose size is known when the program runs.
void Privates::privatize_sized(const ast::DeclRefExpr* name, const ast::VarDecl* v, bool first) {
    const ast::SourceLocation where = name->getExprLoc();
    const ast::QualType element = context_.tree().getBaseElementType(v->getType().getNonReferenceType());
    const Type type = cells_of(context_, element, where).front().type;
    const Expr size =
        settled(readers_.pointers.elements_in(v->getType().getNonReferenceType(), where), where);
    const Pointer original = lvalue(name);
    const Pointer own = readers_.declarations.array_memory(v, size, type, false);
    if (first) {
        emitter_.count_up(size, where, [&](const Expr& k) {
            const Place from{.variable = std::nullopt,
                             .pointer = advanced(original, k, line(name)),
                             .value = {},
                             .type = type};
            store(advanced(own, k, line(name)), read_place(from, name), where);
        });
    }
    bind(
        v,
        {.kind = Binding::Kind::pointer, .variable = 0, .pointer = own, .value = {}, .region = here_.region});
}

/// All numbers of an array or a structure; many in memory are copied by a loop.
void Privates::copy_object(const Pointer& to, const Pointer& from, ast::QualType type, const ast::Expr* at) {
    const std::vector<Cell> cells = cells_of(context_, type, at->getExprLoc());
    const auto place_of = [](const Pointer& p, Type number) {
        Place result{.variable = std::nullopt, .pointer = p, .value = {}, .type = number};
        if (p.to == Pointer::To::variables) result.variable = p.cells[static_cast<std::size_t>(p.cell)];
        return result;
    };
    const auto copy = [&](const Pointer& target, const Pointer& source, Type number) {
        write_place(place_of(target, number), read_place(place_of(source, number), at), at);
    };
    const bool is_split = to.to == Pointer::To::variables || from.to == Pointer::To::variables;
    if (is_split || cells.size() <= 8) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto k = static_cast<std::int64_t>(i);
            copy(shifted(to, k, line(at)), shifted(from, k, line(at)), cells[i].type);
        }
        return;
    }
    emitter_.count_up(literal(Type::i64, cells.size(), line(at)), at->getExprLoc(), [&](const Expr& k) {
        copy(advanced(to, k, line(at)), advanced(from, k, line(at)), cells.front().type);
    });
}

/// Whether a clause makes an array or a structure private.
bool Privates::has_objects(const Clauses& found) {
    const auto is_object = [](const ast::DeclRefExpr* name) {
        const ast::QualType type = name->getType();
        return type->isArrayType() || is_composed(type);
    };
    return std::ranges::any_of(found.privates, is_object) ||
           std::ranges::any_of(found.first_privates, is_object);
}

}  // namespace musimd::reader
