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

/// `use` gets each variable of the device, and its size in bytes.
template <typename Use>
void for_each_variable(const Context& context, const ast::DeclContext* in, const Use& use) {
    for (const ast::Decl* d : in->decls()) {
        if (llvm::isa<ast::NamespaceDecl, ast::LinkageSpecDecl>(d))
            for_each_variable(context, llvm::cast<ast::DeclContext>(d), use);
        const auto* v = llvm::dyn_cast<ast::VarDecl>(d);
        if (v == nullptr || !is_of_device(v) || v->getType()->isIncompleteType() ||
            v->getType()->isDependentType() ||
            v->isThisDeclarationADefinition() == ast::VarDecl::DeclarationOnly ||
            context.is_of_system(v->getLocation()))
            continue;
        use(v, static_cast<std::uint64_t>(context.tree().getTypeSizeInChars(v->getType()).getQuantity()));
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

void refuse_large_variables(const Context& context) {
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 31;
    const auto check = [&](const ast::VarDecl* v, std::uint64_t bytes) {
        if (bytes < kMaxBytes) return;
        context.fail(v->getLocation(), "'" + v->getNameAsString() + "' has " + std::to_string(bytes) +
                                           " bytes; variables of a program may have fewer than 2^31, "
                                           "arrays that it allocates more");
    };
    for_each_variable(context, context.tree().getTranslationUnitDecl(), check);
}

ModuleReading module_contents(const Context& context) {
    ModuleReading reading;
    const ast::TranslationUnitDecl* file = context.tree().getTranslationUnitDecl();
    reading.kernels = linker_names(context);
    for_each_variable(context, file, [&](const ast::VarDecl* v, std::uint64_t bytes) {
        reading.variables.push_back({name_for_linker(v), bytes});
    });
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
