#include "reader/destructors.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

/// The text of the class's own destructor; null: it does nothing.
const ast::CXXDestructorDecl* own_destructor(const Context& context, const ast::CXXRecordDecl* cls) {
    const ast::FunctionDecl* own = cls->getDestructor();
    const auto* body = own != nullptr && own->isDefined(own)
                           ? llvm::dyn_cast_or_null<ast::CompoundStmt>(own->getBody())
                           : nullptr;
    const bool works = body != nullptr && !body->body_empty() && !context.is_of_system(own->getLocation());
    return works ? llvm::cast<ast::CXXDestructorDecl>(own) : nullptr;
}

}  // namespace

bool Destructors::has_work(ast::QualType type) const {
    const auto* cls = context_.tree().getBaseElementType(type)->getAsCXXRecordDecl();
    if (cls == nullptr || !cls->hasDefinition() || cls->hasTrivialDestructor()) return false;
    if (own_destructor(context_, cls) != nullptr) return true;
    return std::any_of(cls->bases_begin(), cls->bases_end(),
                       [this](const ast::CXXBaseSpecifier& base) { return has_work(base.getType()); }) ||
           std::any_of(cls->field_begin(), cls->field_end(),
                       [this](const ast::FieldDecl* field) { return has_work(field->getType()); });
}

void Destructors::note_object(const Pointer& at, ast::QualType type) {
    if (!blocks_.empty()) blocks_.back().objects.emplace_back(at, type);
}

void Destructors::leave_block(ast::SourceLocation where) {
    const BlockOfObjects left = std::move(blocks_.back());
    blocks_.pop_back();
    const Statement::Kind last =
        emitter_.out().empty() ? Statement::Kind::declare : emitter_.out().back().kind;
    const bool has_left = last == Statement::Kind::return_ || last == Statement::Kind::break_ ||
                          last == Statement::Kind::continue_;
    if (!has_left) destroy(left, where);
}

void Destructors::destroy(const BlockOfObjects& block, ast::SourceLocation where) {
    for (auto object = block.objects.rbegin(); object != block.objects.rend(); ++object)
        destroy(object->first, object->second, where);
}

void Destructors::destroy_from(std::size_t depth, ast::SourceLocation where) {
    const std::vector<BlockOfObjects> all = blocks_;
    for (auto block = all.rbegin(); block != all.rend() && block->depth > depth; ++block)
        destroy(*block, where);
}

void Destructors::leave_call(ast::SourceLocation where) {
    const auto found = std::find(here_.around.rbegin(), here_.around.rend(), Around::call);
    destroy_from(
        static_cast<std::size_t>(here_.around.rend() - found) - (found == here_.around.rend() ? 0 : 1),
        where);
}

void Destructors::leave_loop(ast::SourceLocation where) {
    const auto found = std::find_if(here_.around.rbegin(), here_.around.rend(),
                                    [](Around a) { return a == Around::loop || a == Around::switch_; });
    if (found == here_.around.rend()) return;
    destroy_from(static_cast<std::size_t>(here_.around.rend() - found) - 1, where);
}

void Destructors::destroy(const Pointer& at, ast::QualType type, ast::SourceLocation where) {
    if (!has_work(type)) return;
    const std::int64_t count = type->isConstantArrayType()
                                   ? cell_count(context_, type, where) /
                                         cell_count(context_, context_.tree().getBaseElementType(type), where)
                                   : 1;
    const ast::CXXRecordDecl* cls = context_.tree().getBaseElementType(type)->getAsCXXRecordDecl();
    const std::int64_t cells = cell_count(context_, context_.tree().getBaseElementType(type), where);
    for (std::int64_t i = count; i-- > 0;)
        destroy_parts(shifted(at, i * cells, context_.line(where)), cls, where);
}

void Destructors::destroy_parts(const Pointer& at, const ast::CXXRecordDecl* cls, ast::SourceLocation where) {
    if (const ast::CXXDestructorDecl* own = own_destructor(context_, cls)) {
        readers_.uses.look_through(own);
        Statement call;
        call.kind = Statement::Kind::call;
        call.line = context_.line(where);
        call.function = own->getNameAsString();
        readers_.calls.read_called({.function = own, .object = at}, call, [&] { statement(own->getBody()); });
        append(std::move(call));
    }
    const std::vector<ast::FieldDecl*> fields(cls->field_begin(), cls->field_end());
    for (auto field = fields.rbegin(); field != fields.rend(); ++field) {
        if (has_work((*field)->getType()))
            destroy(readers_.places.member_of(at, *field, where), (*field)->getType(), where);
    }
    for (const ast::CXXBaseSpecifier& base : cls->bases()) {
        const std::int64_t cell = cell_of_base(context_, cls, base.getType(), where);
        if (has_work(base.getType())) destroy(shifted(at, cell, context_.line(where)), base.getType(), where);
    }
}

void Destructors::delete_(const ast::CXXDeleteExpr* e) {
    const ast::QualType type = e->getDestroyedType();
    const auto* cls = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
    const bool is_virtual = cls != nullptr && cls->hasDefinition() && cls->getDestructor() != nullptr &&
                            cls->getDestructor()->isVirtual();
    if (cls == nullptr || e->isArrayForm() || (!is_virtual && !has_work(type)))
        return effects(e->getArgument());
    const ast::SourceLocation where = e->getExprLoc();
    const Pointer at = settled(pointer(e->getArgument()), e->getArgument());
    Block body = block([&] {
        if (!is_virtual) return destroy_parts(at, cls, where);
        readers_.virtual_calls.for_each_class(
            at, cls, where, [&](const ast::CXXRecordDecl* of) { destroy_parts(at, of, where); });
    });
    Statement& s = emit(Statement::Kind::if_, where);
    s.value = apply(Function::ne, {address(at, e), literal(Type::i64, 0, s.line)}, true, s.line);
    s.body = std::move(body);
}

}  // namespace musimd::reader
