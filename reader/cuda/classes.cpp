#include <clang/AST/ExprCXX.h>

#include "reader/cuda/forwarding.hpp"
#include "reader/readers.hpp"

// Classes of C++: constructors, member functions, and lambdas. What remains is structures and calls of
// functions.

namespace musimd::reader {

/// The object on which a member function is called; null of other functions.
const ast::Expr* object_of(const ast::CallExpr* e) {
    if (const auto* member = llvm::dyn_cast<ast::CXXMemberCallExpr>(e))
        return member->getImplicitObjectArgument();
    const auto* method = llvm::dyn_cast_or_null<ast::CXXMethodDecl>(e->getDirectCallee());
    const bool is_operator =
        llvm::isa<ast::CXXOperatorCallExpr>(e) && method != nullptr && !method->isStatic();
    return is_operator ? e->getArg(0) : nullptr;
}

const ast::Expr* without_forwarding(const ast::Expr* e) {
    const auto* call = llvm::dyn_cast<ast::CallExpr>(e->IgnoreParens());
    const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    const bool is_same =
        callee != nullptr && callee->isInStdNamespace() && callee->getIdentifier() != nullptr &&
        (callee->getName() == "move" || callee->getName() == "forward") && call->getNumArgs() == 1;
    return is_same ? without_forwarding(call->getArg(0)) : e;
}

/// Of the parameters of the function, the number of the call's argument.
unsigned argument_number(const ast::CallExpr* e, unsigned parameter) {
    const bool is_operator = llvm::isa<ast::CXXOperatorCallExpr>(e) && object_of(e) != nullptr;
    return parameter + (is_operator ? 1 : 0);
}

Pointer Classes::object_pointer(const ast::Expr* object) {
    if (object->getType()->isPointerType()) return settled(pointer(object), object);
    return settled(object->isLValue() ? lvalue(object) : structure(object), object);
}

/// `a = b` by an operator that the compiler makes: a copy.
bool Classes::is_copy(const ast::CallExpr* e) {
    const auto* method = llvm::dyn_cast_or_null<ast::CXXMethodDecl>(e->getDirectCallee());
    return method != nullptr && method->isTrivial() &&
           (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
}

Pointer Classes::copy_by_operator(const ast::CallExpr* e) {
    const ast::Expr* target = object_of(e);
    const Pointer to = object_pointer(target);
    readers_.objects.copy_structure(to, target->getType(), e->getArg(argument_number(e, 0)));
    return to;
}

/// What the lambda has captured by copy has its own variables in the body. Returns what they were bound to.
Captured Classes::bind_captures(const ast::FunctionDecl* callee) {
    Captured outside;
    const auto* method = llvm::dyn_cast<ast::CXXMethodDecl>(callee);
    if (method == nullptr || !method->getParent()->isLambda() || !readers_.calls.current().object)
        return outside;
    llvm::DenseMap<const ast::ValueDecl*, ast::FieldDecl*> fields;
    ast::FieldDecl* own = nullptr;
    method->getParent()->getCaptureFields(fields, own);
    const ast::SourceLocation where = callee->getLocation();
    for (const auto& [variable, field] : fields) {
        const auto* v = llvm::dyn_cast<ast::VarDecl>(variable);
        if (v == nullptr || field->getType()->isReferenceType()) continue;
        Binding b{
            .kind = Binding::Kind::object, .variable = 0, .pointer = {}, .value = {}, .region = here_.region};
        b.pointer =
            shifted(*readers_.calls.current().object, cell_of(context_, field, where), context_.line(where));
        const ast::QualType type = field->getType();
        if (!type->isRecordType() && !type->isArrayType()) as_number(b);
        if (const auto known = here_.bindings.find(v); known != here_.bindings.end())
            outside.emplace_back(v, known->second);
        bind(v, std::move(b));
    }
    return outside;
}

/// The binding of an object that is one number.
void Classes::as_number(Binding& b) {
    b.kind = Binding::Kind::cell;
    if (b.pointer.to != Pointer::To::variables) return;
    b.kind = Binding::Kind::variable;
    b.variable = b.pointer.cells.at(static_cast<std::size_t>(b.pointer.cell));
}

/// The object of the member function around; in a lambda, that of the function around the lambda.
Pointer Classes::this_pointer() const {
    const auto* method = llvm::dyn_cast<ast::CXXMethodDecl>(readers_.calls.current().function);
    const auto captured = method == nullptr ? captured_this_.end() : captured_this_.find(method->getParent());
    return captured == captured_this_.end() ? *readers_.calls.current().object : captured->second;
}

Pointer Classes::lambda(const ast::LambdaExpr* e) {
    const Pointer object = new_object("lambda", e->getType(), true, e->getBeginLoc());
    auto field = e->getLambdaClass()->field_begin();
    for (const ast::Expr* captured : e->capture_inits()) {
        const auto member = [&] {
            return shifted(object, cell_of(context_, *field, e->getBeginLoc()), line(e));
        };
        if (llvm::isa<ast::CXXThisExpr>(captured) && readers_.calls.current().object) {
            captured_this_.insert_or_assign(e->getLambdaClass(), this_pointer());
            // copies of the lambda read the member
            write_place(cell(member(), field->getType(), captured), literal(Type::i64, 0, line(e)), captured);
        } else if (!field->getType()->isReferenceType()) {
            initialise(member(), field->getType(), captured);
        }
        ++field;
    }
    return object;
}

/// A new object of the class, as its constructor makes it.
void Classes::construct(const Pointer& to, const ast::CXXConstructExpr* e) {
    const ast::CXXConstructorDecl* constructor = e->getConstructor();
    if (constructor->isCopyOrMoveConstructor() && constructor->isTrivial())
        return readers_.objects.copy_structure(to, e->getType(), e->getArg(0));
    if (e->requiresZeroInitialization()) readers_.objects.set_to_zero(to, e->getType(), e);
    if (constructor->isTrivial()) return;
    const ast::FunctionDecl* definition = nullptr;
    if (!constructor->isDefined(definition))
        context_.fail(e->getExprLoc(), "this constructor is not defined in the file");
    const auto* body = llvm::cast<ast::CXXConstructorDecl>(definition);
    readers_.uses.look_through(body);
    Statement call_statement = readers_.calls.new_call(e, body);
    for (unsigned i = 0; i < body->getNumParams(); ++i)
        bind(body->getParamDecl(i),
             readers_.calls.argument_binding(e->getArg(i), body->getParamDecl(i), {}, call_statement));
    run_constructor(to, body, std::move(call_statement));
}

/// `using Base::Base`: the base class's constructor has the parameters of the class's own.
void Classes::construct_inherited(const Pointer& to, const ast::CXXInheritedCtorInitExpr* e) {
    const ast::FunctionDecl* definition = nullptr;
    if (!e->getConstructor()->isDefined(definition))
        context_.fail(e->getExprLoc(), "this constructor is not defined in the file");
    const auto* body = llvm::cast<ast::CXXConstructorDecl>(definition);
    const ast::FunctionDecl* around = readers_.calls.current().function;
    readers_.uses.look_through(body);
    Statement call_statement = readers_.calls.new_call(e, body);
    for (unsigned i = 0; i < body->getNumParams(); ++i)
        bind(body->getParamDecl(i), binding(around->getParamDecl(i), e->getExprLoc()));
    run_constructor(to, body, std::move(call_statement));
}

void Classes::run_constructor(const Pointer& to, const ast::CXXConstructorDecl* body,
                              Statement call_statement) {
    const std::size_t raised = readers_.exceptions.raised();
    readers_.calls.read_called({.function = body, .object = to}, call_statement, [&] {
        bool has_number =
            kernel_ != nullptr || !body->getParent()->isDynamicClass() || body->isDelegatingConstructor();
        const auto set_number = [&] {
            if (!std::exchange(has_number, true))
                readers_.virtual_calls.note_class(to, body->getParent(), body->getLocation());
        };
        for (const ast::CXXCtorInitializer* part : body->inits()) {
            if (!part->isBaseInitializer()) set_number();
            attempt([&] { initialise_part(to, body->getParent(), part); });
        }
        set_number();
        const std::size_t living = readers_.destructors.living();
        for (const ast::ParmVarDecl* p : body->parameters()) {
            if (p->getType()->isRecordType())
                readers_.destructors.begin_life(binding(p, p->getLocation()).pointer, p->getType());
        }
        statement(body->getBody());
        readers_.destructors.end_scope(living, body->getEndLoc());
    });
    append(std::move(call_statement));
    readers_.exceptions.after_call(raised, body->getLocation());
}

/// What a constructor gives to a member, to a base class, or (if it leaves all to another one) to the whole.
void Classes::initialise_part(const Pointer& whole, const ast::CXXRecordDecl* cls,
                              const ast::CXXCtorInitializer* part) {
    const ast::SourceLocation where = part->getSourceLocation();
    const SourcePoint at = context_.line(where);
    if (part->isDelegatingInitializer())
        return initialise(whole, context_.tree().getRecordType(cls), part->getInit());
    if (part->isBaseInitializer()) {
        const ast::QualType base(part->getBaseClass(), 0);
        return initialise(shifted(whole, cell_of_base(context_, cls, base, where), at), base,
                          part->getInit());
    }
    const ast::FieldDecl* field = part->getAnyMember();
    Pointer to = whole;
    if (part->isIndirectMemberInitializer()) {
        for (const ast::NamedDecl* step : part->getIndirectMember()->chain())
            to = readers_.places.member_of(std::move(to), llvm::cast<ast::FieldDecl>(step), where);
    } else {
        to = readers_.places.member_of(std::move(to), field, where);
    }
    readers_.objects.initialise_member(to, field, part->getInit());
}

// A member that is a reference is an address. One to an object without members is none.

void Classes::refer(const Pointer& to, const ast::Expr* from) {
    const Pointer object = settled(lvalue(from), from);
    const bool is_empty = object.to == Pointer::To::variables && object.cells.empty();
    if (!is_empty && refers_to(to, settled(object, from))) return;
    Expr at = is_empty ? literal(Type::i64, 0, line(from)) : settle(address(object, from), from);
    write_place(cell(to, context_.tree().LongTy, from), std::move(at), from);
}

/// Where a member is; a member that is not at a known place has none.
Classes::MemberPlace Classes::key_of(const Pointer& member) {
    if (member.to == Pointer::To::variables)
        return {true, member.cells.at(static_cast<std::size_t>(member.cell)), 0};
    const auto index = member.to == Pointer::To::buffer ? literal_integer(member.index) : std::nullopt;
    return {false, member.buffer, index.value_or(-1)};
}

/// Notes what a reference to shared memory refers to. Returns whether that has no address: each byte is a
/// cell.
bool Classes::refers_to(const Pointer& member, const Pointer& object) {
    const MemberPlace at = key_of(member);
    const bool is_shared =
        object.to == Pointer::To::buffer && readers_.kernel_variables.is_shared(object.buffer);
    if (!is_shared || (!at.is_variable && at.cell < 0)) return false;
    references_.insert_or_assign(at, object);
    return object.scale != 1 || object.number_bytes != 0 || object.layout != nullptr;
}

/// A copy of an object refers to what the object refers to. Returns whether the member is a reference without
/// an address.
bool Classes::copy_reference(const Pointer& from, const Pointer& to) {
    const auto known = references_.find(key_of(from));
    return known != references_.end() && refers_to(to, Pointer(known->second));
}

/// `new (p) T(…)`, which makes an object where there is memory.
Pointer Classes::placed(const ast::CXXNewExpr* e) {
    const ast::QualType type = e->getAllocatedType();
    const ast::Expr* place =
        e->getNumPlacementArgs() == 1 ? e->getPlacementArg(0)->IgnoreImpCasts() : nullptr;
    if (place == nullptr || !place->getType()->isPointerType() || e->isArray())
        context_.fail(e->getExprLoc(), reason_against(e));
    Pointer at = settled(pointer(place), place);
    const ast::QualType there = place->getType()->getPointeeType();
    if (!there->isVoidType()) at = readers_.pointers.reinterpreted(at, there, type, e);
    if (e->hasInitializer() || e->getConstructExpr() != nullptr) initialise(at, type, e->getInitializer());
    return at;
}

Pointer Classes::referred(const Pointer& member, const ast::MemberExpr* e) {
    if (e->getType()->isRecordType() && cell_count(context_, e->getType(), e->getExprLoc()) == 0)
        return {.index = {}, .to = Pointer::To::variables};
    if (const auto known = references_.find(key_of(member)); known != references_.end()) return known->second;
    return readers_.pointers.at_address(read_place(cell(member, context_.tree().LongTy, e), e));
}

/// How far a cast to a base class, or from one, moves in the object; nullopt: it is another cast.
std::optional<std::int64_t> Classes::distance_of_cast(const ast::CastExpr* e) const {
    const bool is_down = e->getCastKind() == ast::CK_BaseToDerived;
    if (!is_down && e->getCastKind() != ast::CK_DerivedToBase &&
        e->getCastKind() != ast::CK_UncheckedDerivedToBase)
        return std::nullopt;
    const ast::QualType from = is_down ? e->getType() : e->getSubExpr()->getType();
    ast::QualType cls = from->isPointerType() ? from->getPointeeType() : from;
    std::int64_t distance = 0;
    for (const ast::CXXBaseSpecifier* base : e->path()) {
        distance +=
            cell_of_base(context_, cls->getAsRecordDecl()->getDefinition(), base->getType(), e->getExprLoc());
        cls = base->getType();
    }
    return is_down ? -distance : distance;
}

/// `std::initializer_list`: where its elements are, and how many.
Pointer Classes::initializer_list(const ast::CXXStdInitializerListExpr* e) {
    const auto* elements = llvm::cast<ast::MaterializeTemporaryExpr>(e->getSubExpr());
    const ast::QualType type = elements->getType();
    const Pointer memory = new_object("list", type, false, e->getExprLoc());
    initialise(memory, type, elements->getSubExpr());
    const Pointer result = new_object("t", e->getType(), true, e->getExprLoc());
    const auto* array = context_.tree().getAsConstantArrayType(type);
    write_place(cell(result, context_.tree().LongTy, e), address(memory, e), e);
    write_place(cell(shifted(result, 1, line(e)), context_.tree().UnsignedLongTy, e),
                literal(Type::u64, array->getSize().getZExtValue(), line(e)), e);
    return result;
}

/// Where an expression of a class is that C does not have.
std::optional<Pointer> Classes::object_of_cpp(const ast::Expr* e) {
    if (const auto* temporary = llvm::dyn_cast<ast::MaterializeTemporaryExpr>(e))
        return readers_.destructors.temporary(temporary);
    if (const auto* bound = llvm::dyn_cast<ast::CXXBindTemporaryExpr>(e))
        return structure(bound->getSubExpr());
    if (const auto* argument = llvm::dyn_cast<ast::CXXDefaultArgExpr>(e))
        return structure(argument->getExpr());
    if (const auto* closure = llvm::dyn_cast<ast::LambdaExpr>(e)) return lambda(closure);
    if (const auto* list = llvm::dyn_cast<ast::CXXStdInitializerListExpr>(e)) return initializer_list(list);
    if (const auto* construction = llvm::dyn_cast<ast::CXXConstructExpr>(e)) {
        if (construction->getConstructor()->isCopyOrMoveConstructor() &&
            construction->getConstructor()->isTrivial())
            return structure(construction->getArg(0));
        const Pointer object = new_object("t", e->getType(), true, e->getExprLoc());
        construct(object, construction);
        return object;
    }
    if (const auto* list = llvm::dyn_cast<ast::InitListExpr>(e)) {
        const Pointer object = new_object("t", e->getType(), true, e->getExprLoc());
        initialise(object, e->getType(), list);
        return object;
    }
    if (const auto* c = llvm::dyn_cast<ast::CallExpr>(e); c != nullptr && is_copy(c))
        return copy_by_operator(c);
    if (const auto* c = llvm::dyn_cast<ast::CastExpr>(e);
        c != nullptr && c->getCastKind() == ast::CK_ConstructorConversion)
        return structure(c->getSubExpr());
    return std::nullopt;
}

/// The value of an expression that C does not have.
std::optional<Expr> Classes::value_of_cpp(const ast::Expr* e) {
    if (const auto* temporary = llvm::dyn_cast<ast::MaterializeTemporaryExpr>(e))
        return value(temporary->getSubExpr());
    if (const auto* argument = llvm::dyn_cast<ast::CXXDefaultArgExpr>(e)) return value(argument->getExpr());
    if (const auto* member = llvm::dyn_cast<ast::CXXDefaultInitExpr>(e)) return value(member->getExpr());
    if (const auto* constant = llvm::dyn_cast<ast::SubstNonTypeTemplateParmExpr>(e))
        return value(constant->getReplacement());
    if (llvm::isa<ast::CXXScalarValueInitExpr, ast::ImplicitValueInitExpr>(e))
        return literal(context_.number(e->getType(), e->getExprLoc()), 0, line(e));
    return std::nullopt;
}

}  // namespace musimd::reader
