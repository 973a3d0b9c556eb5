#include "dsl/clang/body_reader.hpp"

// Reductions of arrays by parallel loops: each iteration has a part of an array of partial values, and one
// thread combines them after the loop, in the order of the iterations.

namespace musimd::dsl::clang {

std::vector<BodyReader::ArrayReduction> BodyReader::array_reductions(const Clauses& found,
                                                                     const Expr& count) {
    std::vector<ArrayReduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (!is_array_reduction(name) || is_element(name)) continue;
            attempt([&] { result.push_back(array_reduction(clause, name, count)); });
        }
    }
    return result;
}

bool is_array_reduction(const ast::Expr* name) {
    return llvm::isa<ast::ArraySectionExpr>(name) || name->getType()->isArrayType();
}

BodyReader::ArrayReduction BodyReader::array_reduction(const ast::OMPReductionClause* clause,
                                                       const ast::Expr* name, const Expr& count) {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(name);
    const ast::Expr* whole = section == nullptr ? name : section->getBase()->IgnoreParenImpCasts();
    const ast::VarDecl* v = named_variable(whole);
    if (v == nullptr) context_.fail(name->getExprLoc(), "this reduction of a part is not supported yet");
    const ast::ConstantArrayType* array = context_.tree().getAsConstantArrayType(v->getType());
    const ast::QualType element = v->getType()->isPointerType()
                                      ? v->getType()->getPointeeType()
                                      : context_.tree().getBaseElementType(v->getType());
    std::optional<std::int64_t> first = 0;
    std::optional<std::int64_t> elements;
    if (array != nullptr) elements = cell_count(context_, v->getType(), name->getExprLoc());
    if (section != nullptr) {
        if (section->getLowerBound() != nullptr) first = context_.integer(section->getLowerBound());
        if (section->getLength() != nullptr)
            elements = context_.integer(section->getLength());
        else if (elements && first)
            *elements -= *first;
    }
    const bool several = section != nullptr && array != nullptr && array->getElementType()->isArrayType();
    if (!first || !elements || *elements < 1 || several)
        context_.fail(name->getExprLoc(),
                      "only reductions of numbers of elements that are constant, of one "
                      "dimension, are supported yet");
    ArrayReduction result;
    result.elements = *elements;
    result.name = name;
    result.variable = v;
    result.function = function_of_reduction(clause);
    result.type = context_.number(element, name->getExprLoc());
    result.identity_bits = identity(result.function, result.type);
    const Pointer begin = llvm::isa<ast::DeclRefExpr>(whole)
                              ? named_pointer(llvm::cast<ast::DeclRefExpr>(whole))
                              : pointer(whole);
    result.original = settled(shifted(begin, *first, line(name)), name);
    const Expr each = literal(Type::i64, static_cast<std::uint64_t>(*elements), line(name));
    result.partial = new_array("partial_" + v->getNameAsString(), result.type, times(count, each, line(name)),
                               false, name->getExprLoc());
    // In the body, indices are those of the original.
    Pointer own = result.partial;
    own.index = literal(Type::i64, static_cast<std::uint64_t>(-*first), line(name));
    bind(v, {.kind = Binding::Kind::pointer, .variable = 0, .pointer = own, .value = {}, .region = 1});
    return result;
}

/// In the body of the loop.
void BodyReader::begin_partial(const ArrayReduction& r) {
    const ast::SourceLocation where = r.name->getExprLoc();
    const std::uint32_t at = line(r.name);
    const ValueType index = ValueType::number(Type::i64);
    const Expr each = literal(Type::i64, static_cast<std::uint64_t>(r.elements), at);
    const VariableId base = new_variable(r.variable->getNameAsString(), index);
    declare(base, times(element_number(at), each, at), where);
    locals_[r.partial.buffer] = {.base = read(base, index, at), .cells = r.elements};
    count_up(each, where, [&](const Expr& k) {
        Pointer p = r.partial;
        p.index = k;
        store(p, literal(r.type, r.identity_bits, at), where);
    });
}

/// After the loop.
void BodyReader::combine(const ArrayReduction& r, const Expr& count) {
    locals_.erase(r.partial.buffer);
    const ast::SourceLocation where = r.name->getExprLoc();
    const std::uint32_t at = line(r.name);
    const Expr each = literal(Type::i64, static_cast<std::uint64_t>(r.elements), at);
    count_up(count, where, [&](const Expr& iteration) {
        count_up(each, where, [&](const Expr& k) {
            Pointer to = r.original;
            to.index = plus(to.index, k, at);
            const Expr from = plus(times(iteration, each, at), k, at);
            store(to,
                  apply(r.function, {element_of(to, r.type, at), load(r.partial.buffer, from, r.type, at)},
                        false, at),
                  where);
        });
    });
}

}  // namespace musimd::dsl::clang
