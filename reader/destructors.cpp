#include "reader/destructors.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

constexpr std::uint64_t kMaxElements = 256;

/// Whether it only frees memory, which nobody sees.
bool only_frees(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::NullStmt>(s)) return true;
    if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s))
        return std::ranges::all_of(list->body(), only_frees);
    if (const auto* test = llvm::dyn_cast<ast::IfStmt>(s))
        return only_frees(test->getThen()) && only_frees(test->getElse());
    if (const auto* full = llvm::dyn_cast<ast::FullExpr>(s)) return only_frees(full->getSubExpr());
    if (const auto* deletion = llvm::dyn_cast<ast::CXXDeleteExpr>(s))
        return !deletion->getDestroyedType().isNull() && deletion->getDestroyedType()->isArithmeticType();
    const auto* call = llvm::dyn_cast<ast::CallExpr>(s);
    return call != nullptr && call->getDirectCallee() != nullptr &&
           call->getDirectCallee()->getNameAsString() == "free";
}

/// The user's destructor of the class, with an effect; null: the class has none.
const ast::CXXDestructorDecl* own_destructor(const Context& context, const ast::CXXRecordDecl* cls) {
    const ast::FunctionDecl* own = cls->getDestructor();
    if (own == nullptr || !own->isDefined(own) || context.is_of_library(own->getLocation())) return nullptr;
    const auto* body = llvm::dyn_cast_or_null<ast::CompoundStmt>(own->getBody());
    return body == nullptr || only_frees(body) ? nullptr : llvm::cast<ast::CXXDestructorDecl>(own);
}

}  // namespace

const ast::CXXDestructorDecl* Destructors::working(ast::QualType type) const {
    const auto* cls = context_.tree().getBaseElementType(type)->getAsCXXRecordDecl();
    if (cls == nullptr || !cls->hasDefinition() || cls->hasTrivialDestructor()) return nullptr;
    if (const auto* own = own_destructor(context_, cls)) return own;
    for (const ast::CXXBaseSpecifier& base : cls->bases()) {
        if (const auto* found = working(base.getType())) return found;
    }
    for (const ast::FieldDecl* field : cls->fields()) {
        if (const auto* found = working(field->getType())) return found;
    }
    return nullptr;
}

void Destructors::must_not_work(ast::QualType type, ast::SourceLocation where, const char* of_what) const {
    if (const auto* destructor = working(type))
        context_.fail(where, "the destructor '" + destructor->getNameAsString() + "' of " + of_what +
                                 " would not run: only those of variables, and of what `delete` deletes, do");
}

void Destructors::begin_life(const Pointer& object, ast::QualType type) {
    if (working(type) != nullptr)
        here_.living.push_back({.object = object, .type = type, .depth = here_.around.size()});
}

Pointer Destructors::temporary(const ast::MaterializeTemporaryExpr* e) {
    const Pointer object = structure(e->getSubExpr());
    if (e->getStorageDuration() == ast::SD_Automatic)
        begin_life(object, e->getType());
    else if (e->getSubExpr()->isPRValue())
        must_not_work(e->getType(), e->getExprLoc(), "a temporary");
    return object;
}

void Destructors::end_scope(std::size_t first, ast::SourceLocation where) {
    while (living() > first) {
        const Living last = here_.living.back();
        here_.living.pop_back();
        destroy(last.object, last.type, where);
    }
}

void Destructors::leave_call(ast::SourceLocation where) {
    const auto call = std::find(here_.around.rbegin(), here_.around.rend(), Around::call);
    leave(static_cast<std::size_t>(here_.around.rend() - call), where);
}

void Destructors::leave_loop(ast::SourceLocation where, bool also_switch) {
    const auto loop = std::find_if(here_.around.rbegin(), here_.around.rend(), [&](Around kind) {
        return kind == Around::loop || kind == Around::parallel || kind == Around::simd ||
               (also_switch && kind == Around::switch_);
    });
    leave(static_cast<std::size_t>(here_.around.rend() - loop), where);
}

/// Objects that have begun to live at this depth or deeper. They still live for what follows the jump.
void Destructors::leave(std::size_t depth, ast::SourceLocation where) {
    const std::vector<Living> all = here_.living;
    for (auto last = all.rbegin(); last != all.rend() && last->depth >= depth; ++last)
        destroy(last->object, last->type, where);
}

void Destructors::destroy(const Pointer& object, ast::QualType type, ast::SourceLocation where) {
    if (working(type) == nullptr) return;
    const ast::ConstantArrayType* array = context_.tree().getAsConstantArrayType(type);
    if (array == nullptr) return destroy_parts(object, type->getAsCXXRecordDecl(), where);
    const std::uint64_t count = array->getSize().getZExtValue();
    if (count > kMaxElements)
        context_.fail(where, "destructors of more than " + std::to_string(kMaxElements) +
                                 " elements are not supported");
    const std::int64_t size = cell_count(context_, array->getElementType(), where);
    for (std::uint64_t i = count; i-- > 0;)
        destroy(shifted(object, static_cast<std::int64_t>(i) * size, context_.line(where)),
                array->getElementType(), where);
}

// The body, then the members, then the base classes, each in the order opposite to that of their
// construction.
void Destructors::destroy_parts(const Pointer& object, const ast::CXXRecordDecl* cls,
                                ast::SourceLocation where) {
    cls = cls->getDefinition();
    const SourcePoint at = context_.line(where);
    if (const auto* own = own_destructor(context_, cls)) run(object, own, where);
    const std::vector<const ast::FieldDecl*> fields(cls->field_begin(), cls->field_end());
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
        if (working((*field)->getType()) != nullptr)
            destroy(shifted(object, cell_of(context_, *field, where), at), (*field)->getType(), where);
    }
    for (auto base = std::make_reverse_iterator(cls->bases_end());
         base != std::make_reverse_iterator(cls->bases_begin()); ++base) {
        if (working(base->getType()) != nullptr)
            destroy(shifted(object, cell_of_base(context_, cls, base->getType(), where), at), base->getType(),
                    where);
    }
}

void Destructors::run(const Pointer& object, const ast::CXXDestructorDecl* body, ast::SourceLocation where) {
    if (std::ranges::find(running_, body) != running_.end())
        context_.fail(where, "'" + body->getNameAsString() + "' calls itself; recursion is not supported");
    running_.push_back(body);
    readers_.uses.look_through(body);
    Statement call;
    call.kind = Statement::Kind::call;
    call.line = context_.line(where);
    call.function = body->getNameAsString();
    readers_.calls.read_called({.function = body, .object = object}, call,
                               [&] { attempt([&] { statement(body->getBody()); }); });
    append(std::move(call));
    running_.pop_back();
}

/// `delete p`: the object that p points to, if it points to one. The machine frees no memory.
void Destructors::destroy_pointee(const ast::CXXDeleteExpr* e) {
    const ast::QualType type = e->getDestroyedType();
    const auto* cls = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
    const bool is_virtual = cls != nullptr && cls->hasDefinition() && cls->getDestructor() != nullptr &&
                            cls->getDestructor()->isVirtual();
    if (cls == nullptr || (!is_virtual && working(type) == nullptr)) return;
    if (e->isArrayForm()) must_not_work(type, e->getExprLoc(), "an element of `delete[]`");
    const Expr exists = readers_.pointers.is_not_null(e->getArgument());
    const ast::SourceLocation where = e->getExprLoc();
    Block body = block([&] {
        const Pointer object = settled(readers_.pointers.pointer(e->getArgument()), e->getArgument());
        if (!is_virtual) return destroy(object, type, where);
        readers_.virtual_calls.for_each_class(
            object, cls, where, [&](const ast::CXXRecordDecl* own) { destroy_parts(object, own, where); });
    });
    Statement& test = emit(Statement::Kind::if_, e->getExprLoc());
    test.value = exists;
    test.body = std::move(body);
}

}  // namespace musimd::reader
