#include "reader/exceptions.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "dsl/openmp/throw.hpp"
#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

const ValueType kTypeNumber = ValueType::number(Type::i32);
const ValueType kObjectAddress = ValueType::number(Type::i64);

}  // namespace

// ---- `try`

void Exceptions::try_(const ast::CXXTryStmt* s) {
    const ast::SourceLocation where = s->getBeginLoc();
    tries_.push_back({new_thrown(where), here_.region, here_.around.size() + 1});
    std::optional<Thrown> thrown;
    const auto handlers = [&] {
        thrown = std::move(tries_.back().thrown);
        tries_.pop_back();
        if (!thrown->types.empty()) handle(*thrown, s, 0);
    };
    readers_.jumps.leavable(
        where, [&] { statement(s->getTryBlock()); }, handlers);
}

Exceptions::Thrown Exceptions::new_thrown(ast::SourceLocation where) {
    const Thrown result{.type = new_variable("thrown", kTypeNumber),
                        .at = new_variable("exception", kObjectAddress)};
    const SourcePoint at = context_.line(where);
    declare(result.type, literal(Type::i32, 0, at), where);
    declare(result.at, literal(Type::i64, 0, at), where);
    return result;
}

/// By the handlers from this one on; then it goes on to the next `try` block around.
void Exceptions::handle(const Thrown& thrown, const ast::CXXTryStmt* s, unsigned first) {
    const ast::SourceLocation where = s->getBeginLoc();
    const SourcePoint at = context_.line(where);
    if (first == s->getNumHandlers())
        return emitter_.when(
            apply(Function::ne, {type_of(thrown, at), literal(Type::i32, 0, at)}, true, at), where, [&] {
                raise(type_of(thrown, at), dsl::read(thrown.at, kObjectAddress, at), thrown.types, where);
            });
    const ast::CXXCatchStmt* const one = s->getHandler(first);
    const ast::QualType caught = one->getCaughtType();
    Expr takes = literal(false, at);
    Expr object = dsl::read(thrown.at, kObjectAddress, at);
    Thrown rest = thrown;
    for (const std::size_t type : thrown.types) {
        const auto distance =
            caught.isNull() ? literal(Type::i64, 0, at) : distance_to(types_[type - 1], caught, where);
        if (!distance) continue;
        rest.types.erase(type);
        const Expr is_this = is_thrown(thrown, type, at);
        takes = apply(Function::orl, {takes, is_this}, false, at);
        const Expr base = plus(dsl::read(thrown.at, kObjectAddress, at), *distance, at);
        if (!is_literal(*distance, 0)) object = apply(Function::select, {is_this, base, object}, false, at);
    }
    if (rest.types.size() == thrown.types.size()) return handle(thrown, s, first + 1);
    Block body = block([&] { handler(thrown, settled(object, where), one); });
    Block others = block([&] {
        if (!rest.types.empty()) handle(rest, s, first + 1);
    });
    Statement& branch = emit(Statement::Kind::if_, where);
    branch.value = std::move(takes);
    branch.body = std::move(body);
    branch.otherwise = std::move(others);
}

void Exceptions::handler(const Thrown& thrown, const Expr& object, const ast::CXXCatchStmt* s) {
    const NestedScope scope(here_);
    if (const ast::VarDecl* v = s->getExceptionDecl()) {
        const ast::QualType type = v->getType().getNonReferenceType();
        Pointer at = readers_.pointers.at_address(object);
        const bool is_whole = is_composed(type);
        if (is_whole && cell_count(context_, type, v->getLocation()) == 0)
            at = {.index = {}, .to = Pointer::To::variables};
        bind(v, {.kind = is_whole ? Binding::Kind::object : Binding::Kind::cell,
                 .variable = 0,
                 .pointer = at,
                 .value = {},
                 .region = here_.region});
    }
    handled_.push_back(thrown);
    statement(s->getHandlerBlock());
    handled_.pop_back();
}

// ---- `throw`

/// Where no `try` block is around, it ends the program.
void Exceptions::throw_(const ast::CXXThrowExpr* e) {
    const ast::SourceLocation where = e->getExprLoc();
    const SourcePoint at = line(e);
    const bool is_again = e->getSubExpr() == nullptr && !handled_.empty();
    if (innermost() == nullptr || (e->getSubExpr() == nullptr && !is_again))
        return emitter_.end_program(where, openmp::kThrow);
    if (is_again) {
        const Thrown again = handled_.back();
        return raise(type_of(again, at), dsl::read(again.at, kObjectAddress, at), again.types, where);
    }
    const ast::QualType type = e->getSubExpr()->getType();
    const Pointer object = new_object("exception", type, false, where);
    initialise(object, type, e->getSubExpr());
    const std::size_t number = number_of(type);
    const Expr address = object.to == Pointer::To::variables ? literal(Type::i64, 0, at)
                                                             : readers_.pointers.address(object, e);
    raise(literal(Type::i32, number, at), address, {number}, where);
}

void Exceptions::raise(const Expr& type, const Expr& at, const std::set<std::size_t>& types,
                       ast::SourceLocation where) {
    Try* const to = innermost();
    if (to == nullptr) return emitter_.end_program(where, openmp::kThrow);
    if (readers_.recursion.is_inside_since(to->depth))
        context_.fail(where, "`throw` out of a function that calls itself is not supported");
    to->thrown.types.insert(types.begin(), types.end());
    set(to->thrown.type, type, where);
    set(to->thrown.at, at, where);
    ++raised_;
    leave(where);
}

void Exceptions::after_call(std::size_t raised_before, ast::SourceLocation where) {
    Try* const to = innermost();
    if (to == nullptr || raised_ == raised_before) return;
    const SourcePoint at = context_.line(where);
    emitter_.when(apply(Function::ne, {type_of(to->thrown, at), literal(Type::i32, 0, at)}, true, at), where,
                  [&] { leave(where); });
}

/// The function or, if it is in this one, the `try` block.
void Exceptions::leave(ast::SourceLocation where) {
    const Try& to = tries_.back();
    std::size_t depth = here_.around.size();
    while (depth > to.depth && here_.around[depth - 1] != Around::call) --depth;
    for (std::size_t k = depth; k < here_.around.size(); ++k) {
        if (here_.around[k] == Around::segment)
            context_.fail(where, "`throw` is not supported between labels of `goto`");
    }
    readers_.destructors.leave_to(depth, where);
    emit(Statement::Kind::return_, where);
}

Exceptions::Try* Exceptions::innermost() {
    const bool is_here = !tries_.empty() && tries_.back().region == here_.region;
    return is_here ? &tries_.back() : nullptr;
}

// ---- types

Expr Exceptions::type_of(const Thrown& thrown, SourcePoint at) const {
    return dsl::read(thrown.type, kTypeNumber, at);
}

Expr Exceptions::is_thrown(const Thrown& thrown, std::size_t type, SourcePoint at) const {
    return apply(Function::eq, {type_of(thrown, at), literal(Type::i32, type, at)}, true, at);
}

std::size_t Exceptions::number_of(ast::QualType type) {
    type = type.getCanonicalType().getUnqualifiedType();
    const auto known = std::ranges::find(types_, type);
    if (known != types_.end()) return static_cast<std::size_t>(known - types_.begin()) + 1;
    types_.push_back(type);
    return types_.size();
}

/// If a handler of the type takes what is thrown: how far its part is in the object.
std::optional<Expr> Exceptions::distance_to(ast::QualType from, ast::QualType base,
                                            ast::SourceLocation where) const {
    base = base.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    const auto number = [](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n)); };
    if (from == base) return number(0);
    if (from->isPointerType() && base->isPointerType()) {  // as `const char *` takes a `char *`
        const bool is_same =
            context_.tree().hasSameUnqualifiedType(from->getPointeeType(), base->getPointeeType());
        return is_same || base->isVoidPointerType() ? std::optional(number(0)) : std::nullopt;
    }
    const auto* cls = from->getAsCXXRecordDecl();
    if (cls == nullptr || !base->isRecordType()) return std::nullopt;
    for (const ast::CXXBaseSpecifier& of : cls->bases()) {
        const auto inner = distance_to(of.getType().getCanonicalType().getUnqualifiedType(), base, where);
        if (!inner) continue;
        return plus(number(cell_of_base(context_, cls->getDefinition(), of.getType(), where)), *inner, {});
    }
    return std::nullopt;
}

}  // namespace musimd::reader
