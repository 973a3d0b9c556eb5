#include "reader/readers.hpp"

// Variables of which each thread or iteration has its own.

namespace musimd::reader {

void Privates::privatize(const Clauses& found) {
    for (const ast::DeclRefExpr* name : found.privates) attempt([&] { privatize(name, false); });
    for (const ast::DeclRefExpr* name : found.first_privates) attempt([&] { privatize(name, true); });
}

void Privates::privatize(const ast::DeclRefExpr* name, bool first) {
    const ast::VarDecl* v = named_variable(name);
    const auto known = here_.bindings.find(v);
    if (known != here_.bindings.end() && known->second.region == here_.region) return;  // the loop's variable
    rebind_private(name, first);
}

void Privates::rebind_private(const ast::DeclRefExpr* name, bool first) {
    const ast::VarDecl* v = named_variable(name);
    const ast::QualType known = v->getType().getNonReferenceType();
    if (first && known->isPointerType() && !is_assigned(v)) return;
    if (known->isArrayType() || is_composed(known)) return privatize_object(name, v, first);
    if (readers_.tasks.needs_memory(v))
        return readers_.tasks.own_number(name, first ? first_value(name) : nullptr);
    const Type type = scalar(context_, known, name->getExprLoc());
    Expr initial = first ? first_value(name) : nullptr;
    if (here_.region == 0 && readers_.uses.is_shared(v))  // by the threads of a team
        return readers_.declarations.declare_cell(v, std::move(initial));
    const VariableId id = new_variable(v->getNameAsString(), ValueType::number(type));
    declare(id, std::move(initial), name->getExprLoc());
    bind(v, {.kind = Binding::Kind::variable,
             .variable = id,
             .pointer = {},
             .value = {},
             .region = here_.region});
}

void Privates::copy_variable(const ast::VarDecl* v, bool has_value, ast::SourceLocation where) {
    const Binding original = binding(v, where);
    const SourcePoint at = context_.line(where);
    const Type type = scalar(context_, v->getType(), where);
    Expr initial;
    if (has_value && original.kind == Binding::Kind::variable)
        initial = dsl::read(original.variable, ValueType::number(type), at);
    else if (has_value)
        initial = readers_.places.element_of(original.pointer, type, at);
    if (here_.region == 0 && readers_.uses.is_shared(v))
        return readers_.declarations.declare_cell(v, std::move(initial));
    const VariableId own = new_variable(v->getNameAsString(), ValueType::number(type));
    declare(own, std::move(initial), where);
    bind(v, {.kind = Binding::Kind::variable,
             .variable = own,
             .pointer = {},
             .value = {},
             .region = here_.region});
}

/// What the originals of `firstprivate` have when the region begins.
std::vector<std::pair<const ast::DeclRefExpr*, Expr>> Privates::values_of_first_privates(Clauses& found) {
    std::vector<std::pair<const ast::DeclRefExpr*, Expr>> result;
    std::erase_if(found.first_privates, [&](const ast::DeclRefExpr* name) {
        const ast::QualType type = named_variable(name)->getType();
        if (type->isArrayType() || is_composed(type) || type->isPointerType()) return false;
        attempt([&] { result.emplace_back(name, settle(first_value(name), name)); });
        return true;
    });
    return result;
}

void Privates::declare_first_private(const ast::DeclRefExpr* name, const Expr& initial) {
    if (readers_.tasks.needs_memory(named_variable(name))) return readers_.tasks.own_number(name, initial);
    const VariableId own = new_variable(name->getDecl()->getNameAsString(), initial->type);
    declare(own, initial, name->getExprLoc());
    readers_.bindings.note_region(own, here_.region);
    bind(named_variable(name), {.kind = Binding::Kind::variable,
                                .variable = own,
                                .pointer = {},
                                .value = {},
                                .region = here_.region});
}

/// Privates of a construct inside of a region. `loops`: whose variables are private anyway.
void Privates::privatize_again(const Clauses& found, const std::vector<CanonicalLoop>& loops) {
    for (const auto* names : {&found.privates, &found.first_privates}) {
        for (const ast::DeclRefExpr* name : *names) {
            const bool of_loop = std::ranges::any_of(
                loops, [&](const CanonicalLoop& l) { return l.variable == named_variable(name); });
            if (!of_loop) attempt([&] { rebind_private(name, names == &found.first_privates); });
        }
    }
}

/// Fresh variables of a region that is host code.
void Privates::region_privates(const Clauses& found) {
    for (const auto* names : {&found.privates, &found.first_privates}) {
        for (const ast::DeclRefExpr* name : *names) {
            attempt([&] {
                here_.frozen.erase(named_variable(name));
                rebind_private(name, names == &found.first_privates);
            });
        }
    }
}

/// The names in the clauses of a `parallel` region are those of a loop in it. What is private in the region
/// has one value in all iterations, unless they assign it.
void Privates::take_names_of(const Clauses& region, const ast::Stmt* loop, Clauses& found) {
    const std::set<const ast::VarDecl*> assigned = readers_.uses.assigned_in(loop);
    for (const auto* names : {&region.privates, &region.first_privates}) {
        for (const ast::DeclRefExpr* name : *names) {
            if (assigned.contains(named_variable(name))) found.privates.push_back(name);
        }
    }
    std::set<const ast::VarDecl*> reduced;
    for (const auto* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) reduced.insert(named_variable(e));
    }
    for (const auto* clause : region.reductions) {
        const bool again = std::ranges::any_of(
            clause->varlists(), [&](const ast::Expr* e) { return reduced.contains(named_variable(e)); });
        if (!again) found.reductions.push_back(clause);
    }
    const auto unfreeze = [&](const ast::Expr* name) {
        const auto frozen = here_.frozen.find(named_variable(name));
        if (frozen != here_.frozen.end() && frozen->second != kLost) here_.frozen.erase(frozen);
    };
    for (const auto* clause : found.reductions) std::ranges::for_each(clause->varlists(), unfreeze);
    for (const auto* clause : found.linear) std::ranges::for_each(clause->varlists(), unfreeze);
    std::ranges::for_each(found.last_privates, unfreeze);
}

Expr Privates::first_value(const ast::DeclRefExpr* name) {
    const Binding& b = binding(named_variable(name), name->getExprLoc());
    if (b.kind == Binding::Kind::pointer) return address(b.pointer, name);
    return read_place(place(name), name);
}

}  // namespace musimd::reader
