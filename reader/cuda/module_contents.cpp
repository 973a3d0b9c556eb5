#include "reader/cuda/module_contents.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

#include "reader/cuda/byte_layout.hpp"
#include "reader/cuda/kernel_reader.hpp"

// What a file of device code has, for programs that load it.

namespace musimd::reader {
namespace {

bool is_of_device(const ast::VarDecl* v) {
    return v->hasAttr<ast::CUDADeviceAttr>() || v->hasAttr<ast::CUDAConstantAttr>() ||
           v->hasAttr<ast::HIPManagedAttr>();
}

void add_variables(const Context& context, const ast::DeclContext* in, ModuleReading& reading) {
    for (const ast::Decl* d : in->decls()) {
        if (llvm::isa<ast::NamespaceDecl, ast::LinkageSpecDecl>(d))
            add_variables(context, llvm::cast<ast::DeclContext>(d), reading);
        const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
        if (v == nullptr || !is_of_device(v) || v->getType()->isIncompleteType() ||
            v->isThisDeclarationADefinition() == ast::VarDecl::DeclarationOnly ||
            context.is_of_system(v->getLocation()))
            continue;
        const std::int64_t bytes = context.tree().getTypeSizeInChars(v->getType()).getQuantity();
        reading.variables.push_back({name_for_linker(v), static_cast<std::uint64_t>(bytes)});
    }
}

/// The kernel or variable whose address is the value of the variable; null if it is something else.
const ast::NamedDecl* named_by(const ast::VarDecl* v) {
    if (!v->hasInit()) return nullptr;
    const auto* address = llvm::dyn_cast<ast::UnaryOperator>(v->getInit()->IgnoreParenImpCasts());
    if (address == nullptr) return nullptr;
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts());
    return name == nullptr ? nullptr : name->getDecl();
}

}  // namespace

ModuleReading module_contents(const Context& context) {
    ModuleReading reading;
    const ast::TranslationUnitDecl* file = context.tree().getTranslationUnitDecl();
    reading.kernels = linker_names(context);
    add_variables(context, file, reading);
    for (const ast::Decl* d : file->decls()) {
        const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
        if (v == nullptr || !v->getName().starts_with(kNamed)) continue;
        const ast::NamedDecl* named = named_by(v);
        if (named == nullptr) context.fail(v->getLocation(), "this names neither a kernel nor a variable");
        reading.named.push_back(name_for_linker(named));
    }
    return reading;
}

}  // namespace musimd::reader
