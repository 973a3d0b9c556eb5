#include "reader/readers.hpp"

// Reductions of numbers.

namespace musimd::reader {
namespace {

/// The largest value of a type, or the smallest; of floats, the infinities.
std::uint64_t extreme(Type type, bool largest) {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    if (is_float(type)) return largest ? infinity_of(type) : infinity_of(type) | sign;
    if (is_signed_integer(type)) return largest ? sign - 1 : sign;
    return largest ? sign | (sign - 1) : 0;
}

}  // namespace

std::uint64_t identity(Function function, Type type) {
    switch (function) {
        case Function::mul:
            return pattern_of_one(type);
        case Function::andb:
            return extreme(type, false) | extreme(type, true);
        case Function::min:
            return extreme(type, true);
        case Function::max:
            return extreme(type, false);
        default:  // add, orb, xorb
            return 0;
    }
}

/// Binds the name to a partial value. It has no original.
Reduction Reductions::partial_of(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                 Type type, unsigned region) {
    const Function function = readers_.clauses.function_of_reduction(clause);
    const VariableId partial = new_variable(name->getDecl()->getNameAsString(), ValueType::number(type));
    bind(
        named_variable(name),
        {.kind = Binding::Kind::variable, .variable = partial, .pointer = {}, .value = {}, .region = region});
    return {
        .original = 0, .partial = partial, .function = function, .identity_bits = identity(function, type)};
}

/// Binds their names to the partial values.
Reduced Reductions::begin(const Clauses& found, unsigned region) {
    Reduced result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (is_element(name)) {
                attempt([&] {
                    result.list.push_back(reduction_of_element(clause, name, region, result.copies));
                });
            } else if (!is_array_reduction(name)) {
                attempt([&] {
                    const auto* variable = llvm::cast<ast::DeclRefExpr>(name);
                    result.list.push_back(reduction(clause, variable, region, result.copies));
                });
            }
        }
    }
    return result;
}

std::vector<Reductions::NamedReduction> Reductions::of_numbers(const Clauses& found) {
    std::vector<NamedReduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts());
            if (name != nullptr && !name->getType()->isArrayType()) result.emplace_back(clause, name);
        }
    }
    return result;
}

void Reductions::store_reduced(const Copies& copies, ast::SourceLocation where) {
    for (const auto& [to, from] : copies) store(to.pointer, read(from, ValueType::number(to.type)), where);
}

Reduction Reductions::reduction(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                unsigned region, Copies& copies) {
    readers_.clauses.function_of_reduction(clause);  // its error comes first
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
