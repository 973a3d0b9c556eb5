#include "reader/readers.hpp"

// Reductions of numbers.

namespace musimd::reader {
/// Binds the name to a partial value. It has no original.
Reduction Reductions::partial_of(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                 Type type, unsigned region) {
    const ReductionOperator by = readers_.clauses.operator_of_reduction(clause);
    const VariableId partial = new_variable(name->getDecl()->getNameAsString(), ValueType::number(type));
    bind(
        named_variable(name),
        {.kind = Binding::Kind::variable, .variable = partial, .pointer = {}, .value = {}, .region = region});
    return {.original = 0, .partial = partial, .function = by.function, .identity_bits = by.identity(type)};
}

/// Binds their names to the partial values.
Reduced Reductions::begin(const Clauses& found, unsigned region) {
    Reduced result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (readers_.array_reductions.takes(clause, name)) continue;
            attempt([&] {
                result.list.push_back(
                    is_element(name)
                        ? reduction_of_element(clause, name, region, result.copies)
                        : reduction(clause, llvm::cast<ast::DeclRefExpr>(name), region, result.copies));
                begin_logical(clause, result, e);
            });
        }
    }
    return result;
}

/// Of `&&` and `||`: the original begins as 0 or 1, and so must partial values end.
void Reductions::begin_logical(const ast::OMPReductionClause* clause, Reduced& reduced, const ast::Expr* at) {
    const ReductionOperator by = readers_.clauses.operator_of_reduction(clause);
    if (!by.logical) return;
    const Reduction& r = reduced.list.back();
    const Expr before = read(r.original, function_.variables[r.original].type, line(at));
    set(r.original, by.normalised(before, line(at)), at->getExprLoc());
    reduced.logical.emplace_back(r.partial, by);
}

void Reductions::end_logical(const Reduced& reduced, ast::SourceLocation where) {
    for (const auto& [partial, by] : reduced.logical) {
        const SourcePoint at = context_.line(where);
        set(partial, by.normalised(read(partial, function_.variables[partial].type, at), at), where);
    }
}

std::vector<Reductions::NamedReduction> Reductions::of_numbers(const Clauses& found) {
    std::vector<NamedReduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts());
            const bool is_number =
                name != nullptr && !name->getType()->isArrayType() && !name->getType()->isAnyComplexType();
            if (is_number && !declared_reduction(clause, name)) result.emplace_back(clause, name);
        }
    }
    return result;
}

void Reductions::store_reduced(const Copies& copies, ast::SourceLocation where) {
    for (const auto& [to, from] : copies) store(to.pointer, read(from, ValueType::number(to.type)), where);
}

Reduction Reductions::reduction(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                unsigned region, Copies& copies) {
    readers_.clauses.operator_of_reduction(clause);  // its error comes first
    check_assignable(name);
    Place original = place(name);
    if (!original.variable) {
        if (region != 1) context_.fail(name->getExprLoc(), "this reduction is not supported yet");
        original.variable = copy_to_reduce(original, name->getDecl()->getNameAsString(), name, copies);
    }
    Reduction result = partial_of(clause, name, original.type, region);
    result.original = *original.variable;
    return result;
}

/// A number in memory as a variable, which is stored after the loop.
VariableId Reductions::copy_to_reduce(const Place& original, const std::string& name, const ast::Expr* at,
                                      Copies& copies) {
    Expr before = read_place(original, at);
    const VariableId copy = new_variable(name, ValueType::number(original.type));
    declare(copy, std::move(before), at->getExprLoc());
    copies.emplace_back(original, copy);
    return copy;
}

}  // namespace musimd::reader
