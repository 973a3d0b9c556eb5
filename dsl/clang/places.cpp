#include <array>

#include <clang/AST/ExprCXX.h>

#include "dsl/clang/body_reader.hpp"
#include "dsl/clang/cuda/forwarding.hpp"

// What names and lvalues refer to, and how numbers are read and written there.

namespace musimd::dsl::clang {

const ast::VarDecl* whole_variable(const ast::Expr* e) {
    while (true) {
        e = e->IgnoreParenImpCasts();
        const auto* member = llvm::dyn_cast<ast::MemberExpr>(e);
        const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e);
        if (member != nullptr && !member->isArrow())
            e = member->getBase();
        else if (subscript != nullptr &&
                 subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
            e = subscript->getBase();
        else
            return named_variable(e);
    }
}

namespace {

std::string assigned_by_all(const std::string& name, unsigned region) {
    return "'" + name + "'" +
           (region >= 2 ? " is assigned by all iterations of the simd loop; name it in `private` or "
                          "`reduction`"
                        : " is assigned by all iterations of the parallel loop; name it in `private`, or "
                          "declare it inside the loop");
}

std::string assigned_in_loop(const std::string& name) {
    return "'" + name + "' is the variable of a loop under a directive; the loop body must not assign it";
}

}  // namespace

// ---- names

void BodyReader::find_assigned(const ast::Stmt* s) {
    if (s == nullptr) return;
    const ast::Expr* target = nullptr;
    bool address = false;
    if (const auto* two = llvm::dyn_cast<ast::BinaryOperator>(s); two && two->isAssignmentOp())
        target = two->getLHS();
    if (const auto* one = llvm::dyn_cast<ast::UnaryOperator>(s);
        one && (one->isIncrementDecrementOp() || one->getOpcode() == ast::UO_AddrOf)) {
        target = one->getSubExpr();
        address = one->getOpcode() == ast::UO_AddrOf;
    }
    if (target != nullptr) {
        if (const ast::VarDecl* v = named_variable(target)) {
            assigned_.insert(v);
            if (address) address_taken_.insert(v);
        }
    }
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
        if (directive->hasAssociatedStmt()) find_assigned(directive->getRawStmt());
        return;
    }
    if (const auto* call = llvm::dyn_cast<ast::CallExpr>(s); call && call->getDirectCallee()) {
        const ast::FunctionDecl* callee = call->getDirectCallee();
        look_through(callee);
        for (unsigned i = 0; i < std::min(call->getNumArgs(), callee->getNumParams()); ++i) {
            if (!callee->getParamDecl(i)->getType()->isReferenceType()) continue;
            if (const ast::VarDecl* v = named_variable(call->getArg(i))) assigned_.insert(v);
        }
    }
    for (const ast::Stmt* part : s->children()) find_assigned(part);
}

const Binding& BodyReader::binding(const ast::VarDecl* v, ast::SourceLocation where) {
    const std::string name = "'" + v->getNameAsString() + "'";
    const auto found = here_.bindings.find(v);
    if (found == here_.bindings.end() && v->hasGlobalStorage()) {
        const auto known = globals_.find(v->getCanonicalDecl());
        return known == globals_.end() ? global(v) : known->second;
    }
    if (v == argument_values_)
        context_.fail(where, "program arguments are supported only as in `atoi(argv[1])`");
    if (found == here_.bindings.end())
        context_.fail(where, name + " is not available here, after an error in its declaration");
    if (found->second.kind == Binding::Kind::unset)
        context_.fail(where, name +
                                 " is shared by all iterations of the parallel loop and has no value; name "
                                 "it in `private`, or declare it inside the loop");
    return found->second;
}

void BodyReader::check_assignable(const ast::Expr* e) const {
    const ast::VarDecl* v = whole_variable(e);
    if (v == nullptr) return;
    const std::string name = v->getNameAsString();
    if (const auto frozen = here_.frozen.find(v);
        frozen != here_.frozen.end() && here_.region == 0 && named_variable(e) != nullptr)
        context_.fail(e->getExprLoc(), "'" + name + "' cannot be assigned here: " + frozen->second);
    const auto found = here_.bindings.find(v);
    if (found == here_.bindings.end()) return;
    const Binding& b = found->second;
    if (b.of_loop) context_.fail(e->getExprLoc(), assigned_in_loop(name));
    const bool is_pointer = b.kind == Binding::Kind::pointer && v->getType()->isPointerType();
    const bool in_memory = b.kind == Binding::Kind::cell ||
                           (b.kind == Binding::Kind::pointer && !is_pointer) ||
                           (b.kind == Binding::Kind::object && b.pointer.to != Pointer::To::variables);
    if (b.region != here_.region && !in_memory)
        context_.fail(e->getExprLoc(), assigned_by_all(name, here_.region));
}

/// Of a variable that was reached by a pointer.
void BodyReader::check_assignable(const Place& p, const ast::Expr* at) const {
    if (!p.variable || whole_variable(at) != nullptr) return;
    const std::string& name = function_.variables[*p.variable].name;
    if (loop_variables_.contains(*p.variable)) context_.fail(at->getExprLoc(), assigned_in_loop(name));
    const auto region = regions_.find(*p.variable);
    if (region != regions_.end() && region->second != here_.region)
        context_.fail(at->getExprLoc(), assigned_by_all(name, here_.region));
}

// ---- lvalues

Place BodyReader::place(const ast::Expr* e) {
    e = without_forwarding(e)->IgnoreParens();
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e);
    const ast::VarDecl* v = name == nullptr ? nullptr : named_variable(name);
    if (v == nullptr) return cell(lvalue(e), e->getType(), e);
    const Binding& b = binding(v, e->getExprLoc());
    if (b.kind != Binding::Kind::value) return cell(lvalue(e), e->getType(), e);
    // A value that nobody assigns has no variable: read_place finds it here.
    return {.variable = std::nullopt,
            .pointer = {},
            .value = b.value,
            .type = context_.number(v->getType().getNonReferenceType(), e->getExprLoc())};
}

Place BodyReader::cell(Pointer at, ast::QualType type, const ast::Expr* e) {
    Place result{.variable = std::nullopt,
                 .pointer = {},
                 .value = {},
                 .type = scalar(context_, type, e->getExprLoc())};
    if (at.number_bytes != 0 && shared_objects_.contains(at.buffer)) refuse_view(at, type, e);
    if (at.to != Pointer::To::variables) {
        result.pointer = std::move(at);
        const auto partial = here_.partials.find(result.pointer.buffer);
        return partial == here_.partials.end() ? result : partial_of(partial->second, std::move(result), e);
    }
    if (at.cell < 0 || at.cell >= std::ssize(at.cells))
        context_.fail(e->getExprLoc(), "this is outside the object");
    result.variable = at.cells[static_cast<std::size_t>(at.cell)];
    return result;
}

/// Where an lvalue is.
Pointer BodyReader::lvalue(const ast::Expr* e) {
    e = e->IgnoreParens();
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e)) {
        if (c->getCastKind() == ast::CK_NoOp) return lvalue(c->getSubExpr());
        if (const auto distance = distance_of_cast(c))
            return shifted(lvalue(c->getSubExpr()), *distance, line(e));
        if (c->getCastKind() == ast::CK_LValueBitCast)
            return reinterpreted(lvalue(c->getSubExpr()), c->getSubExpr()->getType(), c->getType(), c);
    }
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(e)) return lvalue(full->getSubExpr());
    if (const auto* c = llvm::dyn_cast<ast::CallExpr>(e)) {
        if (const auto object = call(c, false).object) return *object;
    }
    if (const auto* part = llvm::dyn_cast<ast::MemberExpr>(e)) return member(part);
    if (const auto* subscript = llvm::dyn_cast<ast::ArraySubscriptExpr>(e))
        return moved(pointer(subscript->getBase()), subscript->getIdx(), e->getType(), false, e);
    if (const auto* one = llvm::dyn_cast<ast::UnaryOperator>(e); one && one->getOpcode() == ast::UO_Deref)
        return pointer(one->getSubExpr());
    if (const auto* made = llvm::dyn_cast<ast::CompoundLiteralExpr>(e)) {
        const Pointer at = new_object("t", e->getType(), !e->getType()->isArrayType(), e->getExprLoc());
        initialise(at, e->getType(), made->getInitializer());
        return at;
    }
    if (const auto* text = llvm::dyn_cast<ast::StringLiteral>(e)) {
        if (kernel_ == nullptr) context_.fail(e->getExprLoc(), "strings are not supported yet");
        const Pointer at = new_object("text", e->getType(), false, e->getExprLoc());
        initialise_text(at, e->getType(), text);
        return at;
    }
    const ast::VarDecl* v = llvm::isa<ast::DeclRefExpr>(e) ? named_variable(e) : nullptr;
    const bool is_new = !e->isLValue() || llvm::isa<ast::MaterializeTemporaryExpr>(e);
    if (v == nullptr && e->getType()->isRecordType() && is_new) return structure(e);
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

Pointer BodyReader::member(const ast::MemberExpr* e) {
    const ast::Expr* of = e->getBase();
    const auto* field = llvm::dyn_cast<ast::FieldDecl>(e->getMemberDecl());
    if (field == nullptr) context_.fail(e->getExprLoc(), "this member is not supported yet");
    Pointer whole = e->isArrow() ? pointer(of) : of->isLValue() ? lvalue(of) : structure(of);
    Pointer part = shifted(std::move(whole), cell_of(context_, field, e->getExprLoc()), line(e));
    return field->getType()->isReferenceType() ? referred(part, e) : part;
}

// ---- reading and writing

// An index outside of a local array is replaced by one that is outside of everything: other iterations' parts
// follow.
Expr BodyReader::element_index(const Pointer& p, std::uint32_t at) const {
    if (const auto copies = cells_of_threads_.find(p.buffer); copies != cells_of_threads_.end()) {
        const Expr size = literal(Type::i64, static_cast<std::uint64_t>(copies->second), at);
        return here_.threads == nullptr ? p.index : plus(times(element_number(at), size, at), p.index, at);
    }
    const auto local = locals_.find(p.buffer);
    if (local == locals_.end()) return p.index;
    const auto known = literal_integer(p.index);
    const auto outside = literal(Type::i64, static_cast<std::uint64_t>(openmp::kOutside), at);
    const Expr& cells = local->second.cells;
    const auto known_size = literal_integer(cells);
    const Expr size = known_size ? literal(Type::u64, static_cast<std::uint64_t>(*known_size), at)
                                 : convert(cells, Type::u64, at);
    if (known && known_size && *known >= 0 && *known < *known_size)
        return plus(local->second.base, p.index, at);
    const Expr index = known && known_size
                           ? outside
                           : apply(Function::select,
                                   {apply(Function::lt, {convert(p.index, Type::u64, at), size}, true, at),
                                    p.index, outside},
                                   false, at);
    return plus(local->second.base, index, at);
}

Expr BodyReader::read_at(const Place& p, ast::SourceLocation where) const {
    const std::uint32_t at = context_.line(where);
    if (p.variable) {  // of another type only in a union
        const Type type = function_.variables[*p.variable].type.type;
        Expr result = read(*p.variable, ValueType::number(type), at);
        return type == p.type ? result : apply(Function::reinterpret, p.type, {std::move(result)}, at);
    }
    if (p.value != nullptr) return p.value;
    if (p.pointer.number_bytes != 0) return read_view(p, where);
    return load(p.pointer.buffer, element_index(p.pointer, at), p.type, at);
}

void BodyReader::write_at(const Place& p, Expr value, ast::SourceLocation where) {
    if (p.variable) {
        const Type type = function_.variables[*p.variable].type.type;
        if (type != p.type)
            value = apply(Function::reinterpret, type, {std::move(value)}, context_.line(where));
        return set(*p.variable, std::move(value), where);
    }
    store(p.pointer, std::move(value), where);
}

Expr BodyReader::read_place(const Place& p, const ast::Expr* at) {
    return read_at(p, at->getExprLoc());
}

void BodyReader::write_place(const Place& p, Expr value, const ast::Expr* at) {
    if (!p.variable && p.pointer.number_bytes != 0) return write_view(p, std::move(value), at);
    write_at(p, std::move(value), at->getExprLoc());
}

Place BodyReader::kept(Place p, Changes later, const ast::Expr* at) {
    if (!p.variable) p.pointer.index = kept(std::move(p.pointer.index), later, at);
    return p;
}

}  // namespace musimd::dsl::clang
