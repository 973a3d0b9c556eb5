#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "reader/cuda/forwarding.hpp"
#include "reader/readers.hpp"

// What lvalues refer to, and how numbers are read, written and accessed atomically there.

namespace musimd::reader {

// ---- lvalues

namespace {

/// What a name of `auto [a, b]` is; else the expression.
const ast::Expr* without_names_of_parts(const ast::Expr* e) {
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e);
    const auto* part = name == nullptr ? nullptr : llvm::dyn_cast<ast::BindingDecl>(name->getDecl());
    return part == nullptr ? e : part->getBinding()->IgnoreParens();
}

}  // namespace

Place Places::place(const ast::Expr* e) {
    e = without_names_of_parts(without_forwarding(e)->IgnoreParens());
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e);
    const ast::VarDecl* v = name == nullptr ? nullptr : named_variable(name);
    if (const ast::FieldDecl* bits = e->getSourceBitField()) {
        Place result = cell(lvalue(e), e->getType(), e);
        result.bits = static_cast<int>(bits->getBitWidthValue(context_.tree()));
        return result;
    }
    if (v == nullptr) return cell(lvalue(e), e->getType(), e);
    const Binding& b = binding(v, e->getExprLoc());
    if (b.kind != Binding::Kind::value) return cell(lvalue(e), e->getType(), e);
    // A value that nobody assigns has no variable: read_place finds it here.
    return {.variable = std::nullopt,
            .pointer = {},
            .value = b.value,
            .type = context_.number(v->getType().getNonReferenceType(), e->getExprLoc())};
}

Place Places::cell(Pointer at, ast::QualType type, const ast::Expr* e) {
    Place result{.variable = std::nullopt,
                 .pointer = {},
                 .value = {},
                 .type = scalar(context_, type, e->getExprLoc())};
    if (at.to != Pointer::To::variables) {
        if (kernel_ != nullptr && type.isVolatileQualified() && local(at.buffer) == nullptr &&
            !cells_of_threads_.contains(at.buffer) && at.number_bytes == 0)
            result.atomic = Scope::system;
        if (here_.in_order && local(at.buffer) == nullptr) result.atomic = Scope::grid;
        if (kernel_ != nullptr) readers_.kernel_variables.check_size(at, e);
        result.pointer = readers_.views.checked(std::move(at), e);
        const auto partial = here_.partials.find(result.pointer.buffer);
        return partial == here_.partials.end() ? result : partial_of(partial->second, std::move(result), e);
    }
    if (at.cell < 0 || at.cell >= std::ssize(at.cells))
        context_.fail(e->getExprLoc(), "this is outside the object");
    result.variable = at.cells[static_cast<std::size_t>(at.cell)];
    return result;
}

/// Where an lvalue is.
Pointer Places::lvalue(const ast::Expr* e) {
    e = without_names_of_parts(e->IgnoreParens());
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) {
        if (c->getCastKind() == ast::CK_NoOp) return lvalue(c->getSubExpr());
        if (const auto distance = readers_.classes.distance_of_cast(c))
            return shifted(lvalue(c->getSubExpr()), *distance, line(e));
        if (c->getCastKind() == ast::CK_LValueBitCast)
            return readers_.pointers.reinterpreted(lvalue(c->getSubExpr()), c->getSubExpr()->getType(),
                                                   c->getType(), c);
    }
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return lvalue(full->getSubExpr());
    if (const auto* c = llvm::dyn_cast<ast::CallExpr>(e)) {
        if (const auto object = readers_.calls.call(c, false).object) return *object;
    }
    if (const auto* part = llvm::dyn_cast<ast::MemberExpr>(e)) return member(part);
    if (const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e)) {
        readers_.device.check_pointer(subscript->getBase(), e);
        return readers_.pointers.moved(pointer(subscript->getBase()), subscript->getIdx(), e->getType(),
                                       false, e);
    }
    if (const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(e);
        unary && unary->getOpcode() == ast::UO_Deref) {
        readers_.device.check_pointer(unary->getSubExpr(), e);
        return pointer(unary->getSubExpr());
    }
    if (const ast::Expr* whole = whole_of_part(e); whole != nullptr && whole->getType()->isAnyComplexType())
        return readers_.complex.part(llvm::cast<ast::UnaryOperator>(e));
    if (const auto* compound = llvm::dyn_cast<ast::CompoundLiteralExpr>(e)) {
        const Pointer at = new_object("t", e->getType(), !e->getType()->isArrayType(), e->getExprLoc());
        initialise(at, e->getType(), compound->getInitializer());
        return at;
    }
    if (const auto* text = llvm::dyn_cast<ast::StringLiteral>(e)) {
        if (kernel_ == nullptr) return readers_.texts.literal_text(text);
        const Pointer at = new_object("text", e->getType(), false, e->getExprLoc());
        readers_.objects.initialise_text(at, e->getType(), text);
        return at;
    }
    const auto* choice = llvm::dyn_cast<ast::ConditionalOperator>(e);
    if (choice != nullptr && !is_composed(e->getType()) && kernel_ == nullptr)
        return readers_.pointers.at_address(readers_.expressions.choose_object(choice));
    const ast::VarDecl* v = llvm::isa<ast::DeclRefExpr>(e) ? named_variable(e) : nullptr;
    const bool is_new = !e->isLValue() || llvm::isa<ast::MaterializeTemporaryExpr>(e);
    if (v == nullptr && is_composed(e->getType()) && is_new) return structure(e);
    if (v == nullptr) context_.fail(e->getExprLoc(), "this expression is not supported yet");
    const Binding& b = binding(v, e->getExprLoc());
    switch (b.kind) {
        case Binding::Kind::object:
        case Binding::Kind::cell:
            return b.pointer;
        case Binding::Kind::variable:
            return {.index = {}, .to = Pointer::To::variables, .cells = {b.variable}};
        case Binding::Kind::pointer:
            if (v->getType()->isArrayType()) return b.pointer;
            break;
        case Binding::Kind::value:
        case Binding::Kind::unset:
            break;
    }
    context_.fail(e->getExprLoc(), "the address of '" + v->getNameAsString() + "' is not supported here yet");
}

Pointer Places::member(const ast::MemberExpr* e) {
    const ast::Expr* base = e->getBase();
    const auto* field = llvm::dyn_cast<ast::FieldDecl>(e->getMemberDecl());
    if (field == nullptr) context_.fail(e->getExprLoc(), "this member is not supported yet");
    Pointer whole = e->isArrow() ? pointer(base) : base->isLValue() ? lvalue(base) : structure(base);
    Pointer part = member_of(std::move(whole), field, e->getExprLoc());
    return field->getType()->isReferenceType() ? readers_.classes.referred(part, e) : part;
}

Pointer Places::member_of(Pointer whole, const ast::FieldDecl* field, ast::SourceLocation where) {
    Pointer part = shifted(std::move(whole), cell_of(context_, field, where), context_.line(where));
    if (!field->getParent()->isUnion() || cell_count(context_, field->getType(), where) == 0) return part;
    if (readers_.kernel_variables.is_to_bytes(part))
        return readers_.kernel_variables.to_elements(std::move(part), field->getType(), where);
    const ast::QualType numbers = parts_of(field->getParent()).front().type;
    if (same_sizes(context_, numbers, field->getType()) &&
        bytes_of_each(context_, numbers) == bytes_of_each(context_, field->getType()))
        return part;
    if (part.to == Pointer::To::buffer && readers_.kernel_variables.is_shared(part.buffer))
        return readers_.kernel_variables.in_units(part, numbers, field->getType(), where);
    return readers_.views.member_of_union(std::move(part), numbers, field->getType(), where);
}

/// The value as a bit-field has it.
Expr Places::narrowed(const Place& p, Expr value, SourcePoint at) const {
    const int unused = width_of(p.type) - p.bits;
    if (p.bits == 0 || unused == 0) return value;
    const Type bits = *type_of(TypeKind::unsigned_integer, width_of(p.type));
    const Expr by = literal(Type::i32, static_cast<std::uint64_t>(unused), at);
    value = apply(Function::shl, {convert(std::move(value), bits, at), by}, true, at);
    const Function down = is_signed_integer(p.type) ? Function::shra : Function::shr;
    return apply(down, {convert(std::move(value), p.type, at), by}, true, at);
}

// ---- reading and writing

const Local* Places::local(BufferId buffer) const {
    const auto known = locals_.find(buffer);
    return known == locals_.end() ? nullptr : &known->second;
}

// An index outside of a local array is replaced by one that is outside of everything: other iterations' parts
// follow.
Expr Places::element_index(const Pointer& p, SourcePoint at) const {
    if (const auto copies = cells_of_threads_.find(p.buffer); copies != cells_of_threads_.end()) {
        const Expr size = literal(Type::i64, static_cast<std::uint64_t>(copies->second), at);
        return here_.threads == nullptr ? p.index : plus(times(element_number(at), size, at), p.index, at);
    }
    const Local* local = this->local(p.buffer);
    if (local == nullptr) return p.index;
    const auto known = literal_integer(p.index);
    const auto outside = literal(Type::i64, static_cast<std::uint64_t>(openmp::kOutside), at);
    const Expr& cells = local->cells;
    const auto known_size = literal_integer(cells);
    const Expr size = known_size ? literal(Type::u64, static_cast<std::uint64_t>(*known_size), at)
                                 : convert(cells, Type::u64, at);
    if (known && known_size && *known >= 0 && *known < *known_size) return plus(local->base, p.index, at);
    const Expr index = known && known_size
                           ? outside
                           : apply(Function::select,
                                   {apply(Function::lt, {convert(p.index, Type::u64, at), size}, true, at),
                                    p.index, outside},
                                   false, at);
    return plus(local->base, index, at);
}

Expr Places::read_at(const Place& p, ast::SourceLocation where) const {
    const SourcePoint at = context_.line(where);
    if (p.variable) {  // of another type only in a union
        const Type type = function_.variables[*p.variable].type.type;
        Expr result = read(*p.variable, ValueType::number(type), at);
        return type == p.type ? result : apply(Function::reinterpret, p.type, {std::move(result)}, at);
    }
    if (p.value != nullptr) return p.value;
    if (p.pointer.number_bytes != 0) return readers_.views.read_view(p, where);
    return load(p.pointer.buffer, element_index(p.pointer, at), p.type, at, p.atomic);
}

void Places::write_at(const Place& p, Expr value, ast::SourceLocation where) {
    if (p.variable) {
        const Type type = function_.variables[*p.variable].type.type;
        if (type != p.type)
            value = apply(Function::reinterpret, type, {std::move(value)}, context_.line(where));
        return set(*p.variable, std::move(value), where);
    }
    store(p.pointer, std::move(value), where, p.atomic);
}

Expr Places::read_place(const Place& p, const ast::Expr* at) {
    return read_at(p, at->getExprLoc());
}

void Places::write_place(const Place& p, Expr value, const ast::Expr* at) {
    value = narrowed(p, std::move(value), line(at));
    if (!p.variable && p.pointer.number_bytes != 0) return readers_.views.write_view(p, std::move(value), at);
    write_at(p, std::move(value), at->getExprLoc());
}

Place Places::kept(Place p, Changes later, const ast::Expr* at) {
    if (!p.variable) p.pointer.index = kept(std::move(p.pointer.index), later, at);
    return p;
}

/// An atomic access. `next` computes the new value from the old one; null: it only reads. Returns the old
/// value.
Expr Places::atomically(const Pointer& to, Type type, ast::SourceLocation where,
                        const std::function<Expr(const Expr&)>& next, bool acquires, bool releases,
                        Scope scope) {
    const ValueType number = ValueType::number(type);
    const Expr old = dsl::read(new_variable("old", number), number, context_.line(where));
    Expr value = next == nullptr ? nullptr : next(old);
    Statement& s = emit(Statement::Kind::atomic, where);
    s.variable = old->variable;
    s.element = {.buffer = to.buffer, .offset = 0};
    s.index = element_index(to, s.line);
    s.value = std::move(value);
    s.acquires = acquires;
    s.releases = releases;
    s.scope = scope;
    return old;
}

/// A busy loop, which ends because each thread makes progress by itself.
void Places::wait_while(const Pointer& at, Type type, ast::SourceLocation where,
                        const std::function<Expr(const Expr&)>& waits) {
    const ValueType condition = ValueType::of_condition();
    const VariableId again = new_variable("again", condition);
    declare(again, literal(true, context_.line(where)), where);
    Block body = block([&] { set(again, waits(atomically(at, type, where, nullptr)), where); });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = dsl::read(again, condition, loop.line);
    loop.body = std::move(body);
}

Expr Places::element_of(const Pointer& p, Type type, SourcePoint at) const {
    return load(p.buffer, element_index(p, at), type, at);
}

Place Places::partial_of(const Partial& partial, Place element, const ast::Expr* at) const {
    if (!same(partial.index, element.pointer.index))
        context_.fail(at->getExprLoc(), "the loop reduces into an element of '" +
                                            function_.buffers[element.pointer.buffer].name +
                                            "'; it must not access other elements");
    element.pointer = {};
    element.variable = partial.variable;
    return element;
}

namespace {

/// The value is a word that is loaded as it is.
const Expr* loaded(const Expr& value) {
    const Expr* e = &value;
    while ((*e)->kind == dsl::Expression::Kind::apply && (*e)->function == Function::reinterpret)
        e = &(*e)->operands.front();
    return (*e)->kind == dsl::Expression::Kind::load && !(*e)->atomic ? e : nullptr;
}

}  // namespace

void Places::store(const Pointer& to, Expr value, ast::SourceLocation where, std::optional<Scope> atomic) {
    const Expr* const from = here_.asynchronous && !atomic ? loaded(value) : nullptr;
    const bool is_computed = here_.asynchronous && !atomic && from == nullptr;
    Statement& s = emit(Statement::Kind::store, where);
    s.element = {.buffer = to.buffer, .offset = 0};
    s.index = element_index(to, s.line);
    s.value = from != nullptr ? Expr(*from) : std::move(value);
    s.atomic = atomic;
    s.asynchronous = from != nullptr;
    if (!is_computed) return;
    // What is not a word of the source is there at once, and copied to itself until the wait.
    const Type type = s.value->type.type;
    store(to, load(to.buffer, s.index, type, s.line), where);
}

}  // namespace musimd::reader
