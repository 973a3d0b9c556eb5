#include "reader/cuda/launches_in_kernels.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/Cuda.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

namespace musimd::reader {

void LaunchesInKernels::use(ast::Sema& sema) {
    if (!sema.getLangOpts().CUDAIsDevice) return;
    sema.getASTContext().setExternalSource(this);
    sema.addExternalSource(this);
}

void LaunchesInKernels::note(const ast::Decl* d) {
    const auto* space = llvm::dyn_cast<ast::NamespaceDecl>(d);
    if (space == nullptr || space->getName() != "musimd") return;
    const bool has_launch = std::any_of(space->decls_begin(), space->decls_end(), [](const ast::Decl* one) {
        const auto* f = llvm::dyn_cast<ast::FunctionTemplateDecl>(one);
        return f != nullptr && f->getName() == "launch";
    });
    if (has_launch) waits_ = are_possible_ = true;
}

ast::ExternalASTSource::ExtKind LaunchesInKernels::hasExternalDefinitions(const ast::Decl* d) {
    const bool is_of_device = d->hasAttr<ast::CUDAGlobalAttr>() || d->hasAttr<ast::CUDADeviceAttr>();
    return waits_ && is_of_device ? EK_Always : EK_ReplyHazy;
}

namespace {

/// That device code names a kernel, or launches one as host code does, which the reader refuses.
bool is_of_launch(const ast::Diagnostic& message) {
    if (message.getID() != ::clang::diag::err_ref_bad_target) return false;
    if (message.getRawArg(0) == static_cast<std::uint64_t>(ast::CUDAFunctionTarget::Global)) return true;
    const auto* named = message.getArgKind(2) == ast::DiagnosticsEngine::ak_nameddecl
                            ? reinterpret_cast<const ast::NamedDecl*>(message.getRawArg(2))
                            : nullptr;
    return named != nullptr && named->getNameAsString() == "__cudaPushCallConfiguration";
}

}  // namespace

void LaunchPrinter::HandleDiagnostic(ast::DiagnosticsEngine::Level level, const ast::Diagnostic& message) {
    if (level == ast::DiagnosticsEngine::Note && omits_) return;  // of the message before
    omits_ = launches_.are_possible() && is_of_launch(message);
    if (!omits_) ast::TextDiagnosticPrinter::HandleDiagnostic(level, message);
}

}  // namespace musimd::reader
