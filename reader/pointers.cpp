#include <clang/AST/ExprCXX.h>

#include "reader/cuda/stored_pointers.hpp"
#include "reader/object_changes.hpp"
#include "reader/readers.hpp"

// Values of pointers. A pointer that nobody assigns is an object that is known here, and an index; others are
// addresses.

namespace musimd::reader {

Pointer Pointers::at_address(Expr address) {
    if (!function_.memory) {
        function_.memory = static_cast<BufferId>(function_.buffers.size());
        function_.buffers.push_back({"memory", Type::i64});
    }
    return {*function_.memory, std::move(address), Pointer::To::address};
}

/// What the pointer points to. `request`: of the call that it may be.
Pointer Pointers::pointer(const ast::Expr* e, const Request& request) {
    e = e->IgnoreParens();
    if (const auto to_function = readers_.function_pointers.value_of(e)) return *to_function;
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) return pointer_of_cast(c, request);
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return pointer(full->getSubExpr(), request);
    if (const ast::Expr* chosen = chosen_variant(e)) return pointer(chosen, request);
    if (const auto* member = llvm::dyn_cast<ast::CXXDefaultInitExpr>(e)) return pointer(member->getExpr());
    if (const auto* argument = llvm::dyn_cast<ast::CXXDefaultArgExpr>(e)) return pointer(argument->getExpr());
    if (const auto* temporary = llvm::dyn_cast<ast::MaterializeTemporaryExpr>(e))
        return pointer(temporary->getSubExpr());
    if (llvm::isa<ast::CXXThisExpr>(e) && readers_.calls.current().object)
        return readers_.classes.this_pointer();
    if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e); name && named_variable(name))
        return named_pointer(name);
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e)) {
        if (unary->getOpcode() == ast::UO_AddrOf) return lvalue(unary->getSubExpr());
        if (unary->isIncrementDecrementOp()) return at_address(readers_.assignments.increment(unary, true));
    }
    if (const auto* combined = llvm::dyn_cast<ast::CompoundAssignOperator>(e))
        return at_address(readers_.assignments.assign_combined(combined, true));
    if (const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(e)) {
        if (binary->isAssignmentOp()) return at_address(readers_.assignments.assign(binary, true));
        if (binary->getOpcode() == ast::BO_Comma) {
            effects(binary->getLHS());
            return pointer(binary->getRHS());
        }
        const bool first = binary->getLHS()->getType()->isPointerType();
        const ast::Expr* base = first ? binary->getLHS() : binary->getRHS();
        const ast::Expr* distance = first ? binary->getRHS() : binary->getLHS();
        if (binary->isAdditiveOp() && !distance->getType()->isPointerType())
            return moved(pointer(base), distance, base->getType()->getPointeeType(),
                         binary->getOpcode() == ast::BO_Sub, e);
    }
    if (const auto* by_new = llvm::dyn_cast<ast::CXXNewExpr>(e))
        return kernel_ != nullptr || by_new->getNumPlacementArgs() != 0
                   ? readers_.classes.placed(by_new)
                   : readers_.allocations.new_object_at(by_new, "made");
    if (const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(e))
        return at_address(readers_.expressions.choose(choice));
    if (const auto* block = llvm::dyn_cast<ast::StmtExpr>(e))
        return at_address(readers_.expressions.value_of_statements(block));
    if (const auto* c = llvm::dyn_cast<ast::CallExpr>(e)) {
        Called called = readers_.calls.call(c, true, request);
        return called.value == nullptr && called.object ? *called.object
                                                        : at_address(std::move(called.value));
    }
    const char* reason = reason_against(e);
    context_.fail(e->getExprLoc(), reason == nullptr ? "this pointer is not supported yet" : reason);
}

/// The value of a pointer, or the first element of an array.
Pointer Pointers::named_pointer(const ast::DeclRefExpr* e) {
    const Binding& b = binding(named_variable(e), e->getExprLoc());
    if (b.kind == Binding::Kind::pointer) return b.pointer;
    return e->getType()->isArrayType() ? lvalue(e) : at_address(read_place(place(e), e));
}

Pointer Pointers::pointer_of_cast(const ast::CastExpr* e, const Request& request) {
    const ast::Expr* from = e->getSubExpr();
    switch (e->getCastKind()) {
        case ast::CK_ArrayToPointerDecay:
            return lvalue(from);
        case ast::CK_NoOp:
            return pointer(from, request);
        case ast::CK_NullToPointer:
            return at_address(literal(Type::i64, 0, line(e)));
        case ast::CK_LValueToRValue: {
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(from->IgnoreParens());
            if (name != nullptr && named_variable(name) != nullptr) return named_pointer(name);
            if (assigned_by(from->IgnoreParens()) != nullptr) return pointer(from);  // in C++, `++p` is p
            if (llvm::isa<ast::ConditionalOperator>(from->IgnoreParens())) return pointer(from);  // likewise
            const Place stored = place(from);
            if (kernel_ != nullptr && !stored.variable)
                refuse_stored_pointer(context_, function_, stored.pointer, from);
            return at_address(read_place(stored, from));
        }
        case ast::CK_BitCast:
            if (!from->getType()->isPointerType()) break;
            if (e->getType()->isVoidPointerType()) return pointer(from, request);
            if (from->getType()->isVoidPointerType()) return readers_.allocations.pointer_from_void(e);
            return reinterpreted(pointer(from, request), from->getType()->getPointeeType(),
                                 e->getType()->getPointeeType(), e);
        case ast::CK_IntegralToPointer:
            if (const auto shuffled = readers_.shuffles.shuffled_pointer(e)) return *shuffled;
            break;
        default:  // of Clang's casts
            if (const auto distance = readers_.classes.distance_of_cast(e))
                return shifted(pointer(from, request), *distance, line(e));
    }
    const char* reason = reason_against(e);
    context_.fail(e->getExprLoc(),
                  reason == nullptr ? "this pointer conversion is not supported yet" : reason);
}

Pointer Pointers::moved(Pointer from, const ast::Expr* distance, ast::QualType element, bool down,
                        const ast::Expr* at) {
    if (from.to != Pointer::To::variables) from.index = kept(std::move(from.index), changes(distance), at);
    const bool in_bytes = from.layout != nullptr;
    const auto bytes = in_bytes ? context_.tree().getTypeSizeInChars(element).getQuantity() : 0;
    Expr each = in_bytes ? literal(Type::i64, static_cast<std::uint64_t>(bytes), line(at))
                         : elements_in(element, at->getExprLoc());
    Expr elements = times(as_i64(value(distance)), std::move(each), line(at));
    if (down) elements = minus(literal(Type::i64, 0, line(at)), std::move(elements), line(at));
    if (from.to == Pointer::To::variables) {
        const auto known = literal_integer(elements);
        if (!known) readers_.objects.refuse_index(from, at);
        return shifted(std::move(from), *known, line(at));
    }
    if (!in_bytes) return advanced(std::move(from), std::move(elements), line(at));
    from.index = plus(std::move(from.index), std::move(elements), line(at));
    return from;
}

/// The pointer to the cell so many after this one.
Pointer Pointers::advanced(Pointer from, Expr cells, SourcePoint at) {
    if (from.scale != 1)
        cells = times(std::move(cells), literal(Type::i64, static_cast<std::uint64_t>(from.scale), at), at);
    from.index = plus(std::move(from.index), std::move(cells), at);
    return from;
}

Pointer Pointers::shifted(Pointer from, std::int64_t cells, SourcePoint at) const {
    if (from.to != Pointer::To::variables)
        return from.layout != nullptr
                   ? KernelVariables::shifted_in_bytes(std::move(from), cells, at)
                   : advanced(std::move(from), literal(Type::i64, static_cast<std::uint64_t>(cells), at), at);
    from.cell += cells;
    return from;
}

/// The pointer, with an index that statements that follow do not change.
Pointer Pointers::settled(Pointer p, const ast::Expr* at) {
    if (p.to != Pointer::To::variables) p.index = settle(std::move(p.index), at);
    return p;
}

/// The pointer as one to elements of another type, which may be of another size.
Pointer Pointers::reinterpreted(const Pointer& p, ast::QualType given, ast::QualType wanted,
                                const ast::Expr* at) {
    if (same_sizes(context_, wanted, given))
        return kernel_ == nullptr ? p : readers_.views.to_aligned(p, wanted, at);
    if (kernel_ == nullptr && is_beginning(context_, wanted, given)) return p;
    // The machine's library has its own names of structures that the source may not have included.
    const auto is_opaque = [](ast::QualType type) {
        return type->isIncompleteType() && type->isRecordType();
    };
    const bool is_of_library = kernel_ == nullptr && context_.is_of_system(at->getExprLoc());
    if (is_of_library && (is_opaque(given) || is_opaque(wanted))) return p;
    if (wanted->isRecordType() && !wanted->isIncompleteType() &&
        cell_count(context_, wanted, at->getExprLoc()) == 0)
        return {.index = {}, .to = Pointer::To::variables};  // it has nothing to access
    if (const auto elements = readers_.kernel_variables.as_elements(p, given, wanted, at)) return *elements;
    if (const auto view = readers_.views.as_view(p, given, wanted, at)) return *view;
    context_.fail(at->getExprLoc(), "elements of '" + given.getAsString() + "' cannot be accessed as '" +
                                        wanted.getAsString() + "': their sizes differ");
}

/// The same of a `void *` in a kernel: its elements are what the object has.
Pointer Pointers::reinterpreted(const Pointer& p, ast::QualType wanted, const ast::Expr* at) {
    if (p.to != Pointer::To::buffer) return p;
    const auto structure = std::ranges::find(function_.structures, p.buffer, &openmp::StructureArray::whole);
    for (std::uint32_t m = 1; structure != function_.structures.end() && m <= structure->members; ++m) {
        if (width_of(function_.buffers[p.buffer + m].element) !=
            width_of(function_.buffers[p.buffer].element))
            return p;
    }
    if (const auto elements = readers_.kernel_variables.as_elements(p, wanted, wanted, at)) return *elements;
    const auto bits = static_cast<unsigned>(width_of(function_.buffers[p.buffer].element));
    return reinterpreted(p, context_.tree().getIntTypeForBitwidth(bits, false), wanted, at);
}

/// The size of a type, in cells, as an i64.
Expr Pointers::elements_in(ast::QualType type, ast::SourceLocation where) {
    if (type->isVoidType())
        context_.fail(where,
                      "arithmetic on a `void *` is not supported; cast it to a pointer to its elements");
    const SourcePoint at = context_.line(where);
    const ast::ArrayType* array = context_.tree().getAsArrayType(type);
    if (array == nullptr) {
        const std::int64_t cells = is_composed(type) ? cell_count(context_, type, where) : 1;
        return literal(Type::i64, static_cast<std::uint64_t>(cells), at);
    }
    const Expr inner = elements_in(array->getElementType(), where);
    if (const auto* constant = llvm::dyn_cast<ast::ConstantArrayType>(array))
        return times(literal(Type::i64, constant->getSize().getZExtValue(), at), inner, at);
    const auto* variable = llvm::dyn_cast<ast::VariableArrayType>(array);
    if (variable == nullptr || variable->getSizeExpr() == nullptr)
        context_.fail(where, "the row size of this array is unknown");
    if (const auto known = sizes_.find(variable->getSizeExpr()); known != sizes_.end())
        return times(known->second, inner, at);
    if (const ast::VarDecl* v = named_variable(variable->getSizeExpr()); v != nullptr && is_assigned(v))
        context_.fail(where, "the row size of this array is '" + v->getNameAsString() + "', which changes");
    return times(as_i64(value(variable->getSizeExpr())), inner, at);
}

// ---- addresses

Expr Pointers::address(const Pointer& to, const ast::Expr* at) {
    const Pointer p = readers_.views.of_numbers(to, at);
    if (p.scale != 1)
        context_.fail(at->getExprLoc(),
                      "a pointer that is assigned, chosen or stored cannot point into shared memory that has "
                      "elements of several sizes; use one that keeps its first value, and an index");
    switch (p.to) {
        case Pointer::To::address:
            return p.index;
        case Pointer::To::buffer: {
            Expr first = address_of(p.buffer, line(at));
            if (const Local* local = readers_.places.local(p.buffer))
                first = plus(std::move(first), local->base, line(at));
            return plus(std::move(first), p.index, line(at));
        }
        case Pointer::To::variables:
            break;
    }
    context_.fail(at->getExprLoc(), "the address of a local variable is not supported here yet");
}

// Memory has numbers, not bytes. Pointers of one type that are equal, or aligned, are so as integers.
Expr Pointers::address_in_bytes(const ast::CastExpr* e) {
    const ast::Expr* from = e->getSubExpr();
    const ast::QualType element = from->getType()->getPointeeType();
    Expr result = address(pointer(from), from);
    if (!element->isIncompleteType() && !element->isFunctionType()) {
        const auto bytes = context_.tree().getTypeSizeInChars(element).getQuantity();
        result =
            times(std::move(result), literal(Type::i64, static_cast<std::uint64_t>(bytes), line(e)), line(e));
        Expr cells = elements_in(element, e->getExprLoc());
        if (!is_literal(cells, 1))
            result = apply(Function::div, {std::move(result), std::move(cells)}, true, line(e));
    }
    return convert(std::move(result), context_.number(e->getType(), e->getExprLoc()), line(e));
}

Expr Pointers::address_of(BufferId buffer, SourcePoint at) {
    auto found = std::ranges::find(function_.addresses, buffer, &std::pair<VariableId, BufferId>::second);
    if (found == function_.addresses.end()) {
        const VariableId v = new_variable(function_.buffers[buffer].name, ValueType::number(Type::i64));
        function_.addresses.emplace_back(v, buffer);
        found = std::prev(function_.addresses.end());
    }
    return read(found->first, ValueType::number(Type::i64), at);
}

// Of pointers into one object, the indices suffice.
Pointers::PointerPair Pointers::pointer_operands(const ast::BinaryOperator* e) {
    Pointer a = pointer(e->getLHS());
    if (a.to != Pointer::To::variables) a.index = kept(std::move(a.index), changes(e->getRHS()), e->getLHS());
    Pointer b = pointer(e->getRHS());
    if (a.to == Pointer::To::buffer && b.to == Pointer::To::buffer && a.buffer == b.buffer &&
        a.number_bytes == b.number_bytes)
        return {a.index, b.index, a.scale};
    return {address(a, e->getLHS()), address(b, e->getRHS()), 1};
}

// Known objects are somewhere.
Expr Pointers::is_not_null(const ast::Expr* e) {
    Pointer p = pointer(e);
    const auto is_passed = [&] {  // what a kernel is given may be null
        return kernel_ != nullptr && p.to == Pointer::To::buffer &&
               std::ranges::find(function_.parameters, p.buffer, &openmp::Parameter::buffer) !=
                   function_.parameters.end();
    };
    if (is_passed())
        p.index = address(p, e);
    else if (p.to != Pointer::To::address)
        return literal(true, line(e));
    return apply(Function::ne, {p.index, literal(Type::i64, 0, line(e))}, true, line(e));
}

namespace {

/// Whether the expression is `this`, or `&x`: to read it has no effects.
bool is_name_of_object(const ast::Expr* e) {
    e = e->IgnoreParenImpCasts();
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
    return llvm::isa<ast::CXXThisExpr>(e) || (unary != nullptr && unary->getOpcode() == ast::UO_AddrOf &&
                                              named_variable(unary->getSubExpr()) != nullptr);
}

/// Whether both are one object, if one of them consists of variables, to which no other pointers point.
std::optional<bool> same_variables(const Pointer& a, const Pointer& b) {
    if (a.to != Pointer::To::variables && b.to != Pointer::To::variables) return std::nullopt;
    return a.to == b.to && a.cells == b.cells && a.cell == b.cell;
}

}  // namespace

Expr Pointers::pointer_comparison(const ast::BinaryOperator* e, Function function) {
    const auto is_null = [&](const ast::Expr* side) {
        return side->isNullPointerConstant(context_.tree(), ast::Expr::NPC_ValueDependentIsNull) !=
               ast::Expr::NPCK_NotNull;
    };
    const bool right = is_null(e->getRHS());
    if ((right || is_null(e->getLHS())) && (function == Function::eq || function == Function::ne)) {
        Expr holds = is_not_null(right ? e->getLHS() : e->getRHS());
        return function == Function::ne ? holds : apply(Function::notl, {std::move(holds)}, false, line(e));
    }
    const bool are_names = is_name_of_object(e->getLHS()) && is_name_of_object(e->getRHS());
    if (are_names && (function == Function::eq || function == Function::ne)) {
        if (const auto same = same_variables(pointer(e->getLHS()), pointer(e->getRHS())))
            return literal(*same == (function == Function::eq), line(e));
    }
    auto [a, b, scale] = pointer_operands(e);
    return apply(function, {std::move(a), std::move(b)}, true, line(e));
}

Expr Pointers::pointer_difference(const ast::BinaryOperator* e) {
    auto [a, b, scale] = pointer_operands(e);
    const Expr size = times(elements_in(e->getLHS()->getType()->getPointeeType(), e->getOperatorLoc()),
                            literal(Type::i64, static_cast<std::uint64_t>(scale), line(e)), line(e));
    Expr cells = minus(std::move(a), std::move(b), line(e));
    if (is_literal(size, 1)) return cells;
    return apply(Function::div, {std::move(cells), size}, true, line(e));
}

/// The sizes of an array are those at its declaration.
void Pointers::settle_sizes(ast::QualType type) {
    const ast::ArrayType* array = context_.tree().getAsArrayType(type);
    if (array == nullptr) return;
    if (const auto* variable = llvm::dyn_cast<ast::VariableArrayType>(array);
        variable != nullptr && variable->getSizeExpr() != nullptr) {
        const ast::Expr* size = variable->getSizeExpr();
        sizes_[size] = settle(as_i64(value(size)), size);
    }
    settle_sizes(array->getElementType());
}

}  // namespace musimd::reader
