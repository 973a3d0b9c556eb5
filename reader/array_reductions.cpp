#include "reader/readers.hpp"

// Reductions of arrays by parallel loops: each iteration has a part of an array of partial values, and one
// thread combines them after the loop, in the order of the iterations.

namespace musimd::reader {

/// Each array is reduced once.
void ArrayReductions::add(std::vector<ArrayReduction>& list, ArrayReduction r) const {
    if (std::ranges::find(list, r.variable, &ArrayReduction::variable) != list.end())
        context_.fail(r.name->getExprLoc(), "reductions of two sections of one array are not supported yet");
    list.push_back(std::move(r));
}

std::vector<ArrayReduction> ArrayReductions::begin(const Clauses& found, const Expr& count) {
    std::vector<ArrayReduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (!is_array_reduction(name) || readers_.reductions.is_element(name)) continue;
            attempt([&] { add(result, array_reduction(clause, name, count)); });
        }
    }
    return result;
}

bool is_array_reduction(const ast::Expr* name) {
    return llvm::isa<ast::ArraySectionExpr>(name) || name->getType()->isArrayType();
}

/// Of constructs that a team shares: each thread has partial values, elements included.
std::vector<ArrayReduction> ArrayReductions::begin_shared(const Clauses& found) {
    std::vector<ArrayReduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (!is_array_reduction(name) && !readers_.reductions.is_element(name)) continue;
            attempt([&] {
                add(result, array_reduction(clause, name, here_.threads));
                function_.of_threads.push_back(result.back().partial.buffer);
                begin_partial(result.back());
            });
        }
    }
    return result;
}

ArrayReductions::ReducedPart ArrayReductions::reduced_part(const ast::Expr* name) {
    const auto* section = llvm::dyn_cast<ast::ArraySectionExpr>(name);
    const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(name);
    const ast::Expr* const base = section != nullptr     ? section->getBase()
                                  : subscript != nullptr ? subscript->getBase()
                                                         : name;
    ReducedPart result;
    result.whole = base->IgnoreParenImpCasts();
    result.variable = named_variable(result.whole);
    if (result.variable == nullptr)
        context_.fail(name->getExprLoc(), "this reduction of an array section is not supported yet");
    const ast::QualType type = result.variable->getType();
    const bool is_array = type->isArrayType();
    const ast::ArrayType* array = is_array ? context_.tree().getAsArrayType(type) : nullptr;
    const ast::QualType part = is_array ? array->getElementType() : type->getPointeeType();
    if (base != name && part->isArrayType())
        context_.fail(name->getExprLoc(),
                      "reductions of array sections are supported only for one-dimensional arrays");
    result.element = is_array ? context_.tree().getBaseElementType(type) : part;
    const SourcePoint at = line(name);
    const Expr one = literal(Type::i64, 1, at);
    const ast::Expr* first = subscript != nullptr ? subscript->getIdx()
                             : section != nullptr ? section->getLowerBound()
                                                  : nullptr;
    result.first = first == nullptr ? literal(Type::i64, 0, at) : as_i64(value(first));
    if (subscript != nullptr || (section != nullptr && section->getColonLocFirst().isInvalid()))
        result.elements = one;
    else if (section != nullptr && section->getLength() != nullptr)
        result.elements = as_i64(value(section->getLength()));
    else
        result.elements = minus(readers_.pointers.elements_in(type, name->getExprLoc()), result.first, at);
    return result;
}

/// In a team, `count` is the number of threads, and the partial values get their memory before the region.
ArrayReduction ArrayReductions::array_reduction(const ast::OMPReductionClause* clause, const ast::Expr* name,
                                                const Expr& count) {
    const ast::SourceLocation where = name->getExprLoc();
    ReducedPart part = reduced_part(name);
    const ast::VarDecl* v = part.variable;
    const Expr first = settle(part.first, name);
    ArrayReduction result;
    result.name = name;
    result.variable = v;
    result.function = readers_.clauses.function_of_reduction(clause);
    result.type = context_.number(part.element, where);
    result.identity_bits = identity(result.function, result.type);
    result.elements =
        here_.team == nullptr
            ? settle(part.elements, name)
            : readers_.regions.before_region(name, v, where, [&] { return reduced_part(name).elements; });
    const Pointer begin = llvm::isa<ast::DeclRefExpr>(part.whole)
                              ? readers_.pointers.named_pointer(llvm::cast<ast::DeclRefExpr>(part.whole))
                              : pointer(part.whole);
    if (begin.to == Pointer::To::variables)
        context_.fail(where, "this reduction of an array section is not supported yet");
    result.original = begin;
    result.original.index = plus(begin.index, first, line(name));
    result.original = settled(std::move(result.original), name);
    into(here_.team == nullptr ? emitter_.out() : *here_.team->host, [&] {
        result.partial = emitter_.new_array("partial_" + v->getNameAsString(), result.type,
                                            times(count, result.elements, line(name)), false, where);
    });
    // In the body, indices are those of the original.
    Pointer own = result.partial;
    own.index = minus(literal(Type::i64, 0, line(name)), first, line(name));
    bind(v, {.kind = Binding::Kind::pointer, .variable = 0, .pointer = own, .value = {}, .region = 1});
    return result;
}

/// In host code, before a simd loop of so many lanes.
std::vector<ArrayReduction> ArrayReductions::begin_lanes(const Clauses& found, const Expr& lanes) {
    std::vector<ArrayReduction> result = begin(found, lanes);
    for (const ArrayReduction& r : result) {
        const ast::SourceLocation where = r.name->getExprLoc();
        emitter_.count_up(times(lanes, r.elements, line(r.name)), where, [&](const Expr& k) {
            Pointer p = r.partial;
            p.index = k;
            store(p, literal(r.type, r.identity_bits, line(r.name)), where);
        });
    }
    return result;
}

/// In the body of a loop, by whose part it is.
void ArrayReductions::begin_part(ArrayReduction& r, const Expr& number) {
    const SourcePoint at = line(r.name);
    const ValueType index = ValueType::number(Type::i64);
    const VariableId base = new_variable(r.variable->getNameAsString(), index);
    declare(base, times(number, r.elements, at), r.name->getExprLoc());
    r.base = read(base, index, at);
    readers_.places.add_local(r.partial.buffer, {.base = r.base, .cells = r.elements});
}

/// In the body of the loop.
void ArrayReductions::begin_partial(ArrayReduction& r) {
    const ast::SourceLocation where = r.name->getExprLoc();
    const SourcePoint at = line(r.name);
    begin_part(r, element_number(at));
    emitter_.count_up(r.elements, where, [&](const Expr& k) {
        Pointer p = r.partial;
        p.index = k;
        store(p, literal(r.type, r.identity_bits, at), where);
    });
}

/// After the loop.
void ArrayReductions::combine(const ArrayReduction& r, const Expr& count) {
    readers_.places.forget_local(r.partial.buffer);
    emitter_.count_up(count, r.name->getExprLoc(), [&](const Expr& iteration) {
        combine_part(r, times(iteration, r.elements, line(r.name)));
    });
}

/// The partial values from this one on, into the original.
void ArrayReductions::combine_part(const ArrayReduction& r, const Expr& base) {
    const ast::SourceLocation where = r.name->getExprLoc();
    const SourcePoint at = line(r.name);
    emitter_.count_up(r.elements, where, [&](const Expr& k) {
        Pointer to = r.original;
        to.index = plus(to.index, k, at);
        const Expr own = load(r.partial.buffer, plus(base, k, at), r.type, at);
        store(to, apply(r.function, {readers_.places.element_of(to, r.type, at), own}, false, at), where);
    });
}

}  // namespace musimd::reader
