#include "reader/readers.hpp"
#include "reader/types.hpp"

// Reductions of arrays by parallel loops: each iteration has a part of an array of partial values, and one
// thread combines them after the loop, in the order of the iterations.

namespace musimd::reader {
namespace {

/// How a partial value of a class begins; null: not by a constructor.
const ast::Expr* initialiser_of(const ast::OMPReductionClause* clause, const ast::Expr* name) {
    auto own = clause->privates().begin();
    for (const ast::Expr* e : clause->varlists()) {
        if (own == clause->privates().end()) break;
        const ast::VarDecl* v = named_variable(*own);
        if (e->IgnoreParenImpCasts() == name && v != nullptr && v->getType()->isRecordType())
            return v->getInit();
        ++own;
    }
    return nullptr;
}

/// Of an array of so many cells.
Expr elements_of(Expr cells, std::int64_t each) {
    if (each == 1) return cells;
    const SourcePoint at = cells->line;
    return apply(Function::div, {std::move(cells), literal(Type::i64, static_cast<std::uint64_t>(each), at)},
                 true, at);
}

}  // namespace

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
            if (!takes(clause, name)) continue;
            attempt([&] { add(result, array_reduction(clause, name, count)); });
        }
    }
    return result;
}

bool ArrayReductions::takes(const ast::OMPReductionClause* clause, const ast::Expr* name) const {
    if (declared_reduction(clause, name) != nullptr) return true;
    const ast::QualType type = name->getType();
    const bool is_array = llvm::isa<ast::ArraySectionExpr>(name) || type->isArrayType();
    if (type->isAnyComplexType()) return true;
    return is_array && !readers_.reductions.is_element(name);
}

/// Of constructs that a team shares: each thread has partial values, elements included.
std::vector<ArrayReduction> ArrayReductions::begin_shared(const Clauses& found) {
    std::vector<ArrayReduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (!takes(clause, name) && !readers_.reductions.is_element(name)) continue;
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
    if (base == name && !type->isArrayType()) {  // of `declare reduction`
        result.element = type;
        result.first = literal(Type::i64, 0, line(name));
        result.elements = literal(Type::i64, 1, line(name));
        return result;
    }
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
        result.elements = minus(elements_of(readers_.pointers.elements_in(type, name->getExprLoc()),
                                            cell_count(context_, result.element, name->getExprLoc())),
                                result.first, at);
    return result;
}

/// In a team, `count` is the number of threads, and the partial values get their memory before the region.
ArrayReduction ArrayReductions::array_reduction(const ast::OMPReductionClause* clause, const ast::Expr* name,
                                                const Expr& count) {
    const ast::SourceLocation where = name->getExprLoc();
    ReducedPart part = reduced_part(name);
    const ast::VarDecl* v = part.variable;
    ArrayReduction result;
    result.name = name;
    result.variable = v;
    result.element = part.element;
    result.declared = declared_reduction(clause, name);
    if (result.declared == nullptr) result.by = readers_.clauses.operator_of_reduction(clause);
    result.cells = cell_count(context_, part.element, where);
    result.own_initialiser = initialiser_of(clause, name);
    result.type = cells_of(context_, part.element, where).front().type;
    const bool is_one = llvm::isa<ast::DeclRefExpr>(name) && !v->getType()->isArrayType();
    const Expr each = literal(Type::i64, static_cast<std::uint64_t>(result.cells), line(name));
    const Expr first = settle(times(part.first, each, line(name)), name);
    const auto size = [&] { return times(reduced_part(name).elements, each, line(name)); };
    result.elements =
        here_.team == nullptr ? settle(size(), name) : readers_.regions.before_region(name, v, where, size);
    if (is_one) {
        check_assignable(name);
        result.original_object = binding(v, where);
    } else {
        const Pointer begin = llvm::isa<ast::DeclRefExpr>(part.whole)
                                  ? readers_.pointers.named_pointer(llvm::cast<ast::DeclRefExpr>(part.whole))
                                  : pointer(part.whole);
        if (begin.to == Pointer::To::variables)
            context_.fail(where, "this reduction of an array section is not supported yet");
        result.original = begin;
        result.original.index = plus(begin.index, first, line(name));
        result.original = settled(std::move(result.original), name);
    }
    make_partial(result, count);
    // In the body, indices are those of the original.
    Pointer own = result.partial;
    own.index = minus(literal(Type::i64, 0, line(name)), first, line(name));
    Binding b{.kind = Binding::Kind::pointer, .variable = 0, .pointer = own, .value = {}, .region = 1};
    if (is_one) b.kind = readers_.declared_reductions.object(part.element, own).kind;
    bind(v, std::move(b));
    return result;
}

/// In a parallel loop, the lanes of a simd loop have parts of what the iteration has.
void ArrayReductions::make_partial(ArrayReduction& r, const Expr& count) {
    const ast::SourceLocation where = r.name->getExprLoc();
    const std::string name = "partial_" + r.variable->getNameAsString();
    if (here_.region == 0 || here_.team != nullptr) {
        into(here_.team == nullptr ? emitter_.out() : *here_.team->host, [&] {
            r.partial =
                emitter_.new_array(name, r.type, times(count, r.elements, line(r.name)), false, where);
        });
        return;
    }
    const auto elements = literal_integer(r.elements);
    const auto lanes = literal_integer(count);
    if (!elements || !lanes || here_.lane != nullptr)
        context_.fail(where, "in a parallel loop, a simd loop can only reduce arrays of constant size");
    r.lanes_inside = *lanes;
    r.partial = {emitter_.new_buffer(name, r.type), literal(Type::i64, 0, line(r.name))};
    function_.locals.push_back({.buffer = r.partial.buffer, .elements = *elements * *lanes});
}

/// The number of the part that a lane of a simd loop has.
Expr ArrayReductions::part_of_lane(const ArrayReduction& r, const Expr& lane, SourcePoint at) {
    if (!r.lanes_inside) return lane;
    const Expr lanes = literal(Type::i64, static_cast<std::uint64_t>(*r.lanes_inside), at);
    return plus(times(element_number(at), lanes, at), lane, at);
}

/// Before a simd loop of so many lanes.
std::vector<ArrayReduction> ArrayReductions::begin_lanes(const Clauses& found, const Expr& lanes) {
    std::vector<ArrayReduction> result = begin(found, lanes);
    for (ArrayReduction& r : result) {
        emitter_.count_up(lanes, r.name->getExprLoc(), [&](const Expr& lane) {
            begin_lane(r, lane);
            begin_elements(r);
        });
    }
    return result;
}

void ArrayReductions::begin_lane(ArrayReduction& r, const Expr& lane) {
    begin_part(r, part_of_lane(r, lane, line(r.name)));
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
    begin_part(r, element_number(line(r.name)));
    begin_elements(r);
}

void ArrayReductions::begin_elements(const ArrayReduction& r) {
    const ast::SourceLocation where = r.name->getExprLoc();
    const SourcePoint at = line(r.name);
    each_element(r, where, [&](const Expr& k) {
        Pointer p = r.partial;
        p.index = k;
        if (r.declared != nullptr) return readers_.declared_reductions.begin(r, p);
        if (r.is_complex()) return readers_.complex.begin_partial(r, p);
        store(p, literal(r.type, r.by.identity(r.type), at), where);
    });
}

/// Gives the first cell of each.
void ArrayReductions::each_element(const ArrayReduction& r, ast::SourceLocation where,
                                   const std::function<void(const Expr&)>& read) {
    const SourcePoint at = line(r.name);
    if (r.cells == 1) return emitter_.count_up(r.elements, where, read);
    if (is_literal(r.elements, r.cells)) return read(literal(Type::i64, 0, at));
    const Expr each = literal(Type::i64, static_cast<std::uint64_t>(r.cells), at);
    emitter_.count_up(settled(apply(Function::div, {r.elements, each}, true, at), where), where,
                      [&](const Expr& k) { read(settled(times(k, each, at), where)); });
}

/// After the loop.
void ArrayReductions::combine(const ArrayReduction& r, const Expr& count) {
    readers_.places.forget_local(r.partial.buffer);
    emitter_.count_up(count, r.name->getExprLoc(), [&](const Expr& number) {
        combine_part(r, times(part_of_lane(r, number, line(r.name)), r.elements, line(r.name)));
    });
}

/// The partial values from this one on, into the original.
void ArrayReductions::combine_part(const ArrayReduction& r, const Expr& base) {
    const ast::SourceLocation where = r.name->getExprLoc();
    const SourcePoint at = line(r.name);
    const bool is_relative = readers_.places.local(r.partial.buffer) != nullptr;
    each_element(r, where, [&](const Expr& k) {
        Pointer to = r.original;
        if (to.index != nullptr) to.index = plus(to.index, k, at);
        if (r.declared == nullptr && !r.is_complex()) {
            const Expr own = load(r.partial.buffer, plus(base, k, at), r.type, at);
            return store(to, r.by.combined(readers_.places.element_of(to, r.type, at), own, at), where);
        }
        Pointer from = r.partial;
        from.index = is_relative ? k : settled(plus(base, k, at), where);
        const bool is_one = to.index == nullptr;
        if (r.declared == nullptr)
            return readers_.complex.combine(r, is_one ? r.original_object.pointer : to, from);
        readers_.declared_reductions.combine(
            r, is_one ? r.original_object : readers_.declared_reductions.object(r.element, to), from);
    });
}

}  // namespace musimd::reader
