#include "reader/virtual_calls.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include "reader/readers.hpp"

namespace musimd::reader {
namespace {

class ClassFinder final : public ast::RecursiveASTVisitor<ClassFinder> {
  public:
    bool shouldVisitTemplateInstantiations() const { return true; }

    bool VisitCXXRecordDecl(ast::CXXRecordDecl* cls) {
        if (cls->isThisDeclarationADefinition() && !cls->isDependentContext() && cls->isDynamicClass())
            found.push_back(cls->getDefinition());
        return true;
    }

    std::vector<const ast::CXXRecordDecl*> found;
};

/// The base class that has the number; null: the class itself.
const ast::CXXRecordDecl* base_with_number(const ast::CXXRecordDecl* cls) {
    for (const ast::CXXBaseSpecifier& base : cls->bases()) {
        const ast::CXXRecordDecl* of_base = base.getType()->getAsCXXRecordDecl()->getDefinition();
        if (of_base->isDynamicClass()) return of_base;
    }
    return nullptr;
}

}  // namespace

/// Whether it is of a header that the other source includes, too.
bool VirtualCalls::is_also_in(const ast::CXXRecordDecl* cls, const ast::ASTContext& source) {
    return &cls->getASTContext() != &source &&
           std::ranges::any_of(classes(), [&](const ast::CXXRecordDecl* other) {
               return &other->getASTContext() == &source &&
                      other->getCanonicalDecl() == cls->getCanonicalDecl();
           });
}

const std::vector<const ast::CXXRecordDecl*>& VirtualCalls::classes() {
    if (!classes_) {
        ClassFinder visitor;
        for (ast::TranslationUnitDecl* unit : context_.units()) visitor.TraverseDecl(unit);
        classes_ = std::move(visitor.found);
    }
    return *classes_;
}

std::int64_t VirtualCalls::number_of(const ast::CXXRecordDecl* cls) {
    const auto known = std::ranges::find(numbered_, cls->getCanonicalDecl());  // also of another source
    const auto at = known - numbered_.begin();
    if (known == numbered_.end()) numbered_.push_back(cls->getCanonicalDecl());
    return at + 1;
}

Pointer VirtualCalls::place_of_number(const Pointer& object, const ast::CXXRecordDecl* cls,
                                      ast::SourceLocation where) {
    std::int64_t cell = 0;
    while (const ast::CXXRecordDecl* base = base_with_number(cls)) {
        cell += cell_of_base(context_, cls, context_.tree().getRecordType(base), where);
        cls = base;
    }
    return shifted(object, cell, context_.line(where));
}

void VirtualCalls::note_class(const Pointer& object, const ast::CXXRecordDecl* cls,
                              ast::SourceLocation where) {
    Place place{.variable = std::nullopt,
                .pointer = place_of_number(object, cls, where),
                .value = {},
                .type = Type::i64};
    if (place.pointer.to == Pointer::To::variables)
        place.variable = place.pointer.cells.at(static_cast<std::size_t>(place.pointer.cell));
    write_at(place, literal(Type::i64, static_cast<std::uint64_t>(number_of(cls)), context_.line(where)),
             where);
}

std::vector<const ast::CXXRecordDecl*> VirtualCalls::classes_from(const ast::CXXRecordDecl* base,
                                                                  ast::SourceLocation where) {
    std::vector<const ast::CXXRecordDecl*> result;
    for (const ast::CXXRecordDecl* cls : classes()) {
        const bool fits = cls == base->getDefinition() || cls->isDerivedFrom(base);
        if (!fits || cls->isAbstract() || is_also_in(cls, base->getASTContext())) continue;
        for (const ast::CXXRecordDecl* at = cls; at != base->getDefinition(); at = base_with_number(at)) {
            if (base_with_number(at) == nullptr ||
                cell_of_base(context_, at, context_.tree().getRecordType(base_with_number(at)), where) != 0)
                context_.fail(where, "a virtual function of the class '" + cls->getNameAsString() +
                                         "', which has several base classes, is not supported yet");
        }
        result.push_back(cls);
    }
    return result;
}

void VirtualCalls::for_each_class(const Pointer& object, const ast::CXXRecordDecl* cls,
                                  ast::SourceLocation where,
                                  const std::function<void(const ast::CXXRecordDecl*)>& read_class) {
    const std::vector<const ast::CXXRecordDecl*> all = classes_from(cls, where);
    if (all.empty()) context_.fail(where, "no class defines this virtual function");
    if (all.size() == 1) return read_class(all.front());
    Place place{.variable = std::nullopt,
                .pointer = place_of_number(object, cls, where),
                .value = {},
                .type = Type::i64};
    if (place.pointer.to == Pointer::To::variables)
        place.variable = place.pointer.cells.at(static_cast<std::size_t>(place.pointer.cell));
    const Expr number = settled(read_at(place, where), where);
    Block rest = block([&] { emitter_.end_program(where); });
    for (const ast::CXXRecordDecl* of : all) {
        Block body = block([&] { read_class(of); });
        Block choice = block([&] {
            Statement& s = emit(Statement::Kind::if_, where);
            const Expr wanted = literal(Type::i64, static_cast<std::uint64_t>(number_of(of)), s.line);
            s.value = apply(Function::eq, {number, wanted}, true, s.line);
            s.body = std::move(body);
            s.otherwise = std::move(rest);
        });
        rest = std::move(choice);
    }
    append(std::move(rest));
}

std::optional<Called> VirtualCalls::call(const ast::CallExpr* e, bool used, const Request& request) {
    const auto* member = llvm::dyn_cast<ast::CXXMemberCallExpr>(e);
    const auto* method = member == nullptr ? nullptr : member->getMethodDecl();
    if (kernel_ != nullptr || method == nullptr || !method->isVirtual()) return std::nullopt;
    const auto* name = llvm::dyn_cast<ast::MemberExpr>(member->getCallee()->IgnoreParens());
    if (name == nullptr || name->hasQualifier()) return std::nullopt;
    const ast::SourceLocation where = e->getExprLoc();
    const ast::QualType type = e->getType();
    std::optional<VariableId> returned;
    std::optional<Pointer> structure = request.place;
    if (is_composed(type) && !structure) structure = new_object("result", type, true, where);
    if (!is_composed(type) && !type->isVoidType()) {
        returned = new_variable("result", ValueType::number(scalar(context_, type, where)));
        declare(*returned, nullptr, where);
    }
    const Pointer object = readers_.classes.object_pointer(member->getImplicitObjectArgument());
    for_each_class(object, method->getParent(), where, [&](const ast::CXXRecordDecl* cls) {
        const ast::FunctionDecl* f = method->getCorrespondingMethodInClass(cls, true);
        if (f == nullptr || !f->isDefined(f))
            context_.fail(where, "this virtual function is not defined in the file");
        const Called called = readers_.calls.inlined(e, f, returned.has_value(), {.place = structure});
        if (returned) set(*returned, called.value, where);
    });
    Called result;
    if (returned) result.value = read(*returned, function_.variables[*returned].type, line(e));
    if (used && !returned && !structure) context_.fail(where, "this function returns nothing");
    result.object = structure;
    return result;
}

}  // namespace musimd::reader
