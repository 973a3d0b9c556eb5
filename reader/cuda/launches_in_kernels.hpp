#pragma once

#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Sema/ExternalSemaSource.h>

// Clang refuses device code that names a kernel, as musimd::launch(kernel, …) does, and drops the statement.
// Of functions whose code it does not know to be needed, it keeps the statement, and says so at the end of
// the file.

namespace musimd::reader {

namespace ast = ::clang;

/// Until the end of a file with musimd::launch, no code of the device is known to be needed.
class LaunchesInKernels final : public ast::ExternalSemaSource {
  public:
    void use(ast::Sema& sema);
    /// A declaration of the file.
    void note(const ast::Decl* d);
    /// Whether the file has musimd::launch.
    bool are_possible() const { return are_possible_; }

    ExtKind hasExternalDefinitions(const ast::Decl* d) override;
    /// Just before Clang says what it has kept.
    void ReadDeclsToCheckForDeferredDiags(llvm::SmallSetVector<ast::Decl*, 4>&) override { waits_ = false; }

  private:
    bool are_possible_ = false;
    bool waits_ = false;
};

/// Prints what Clang says, but not that: where else device code names a kernel, the reader refuses it.
class LaunchPrinter final : public ast::TextDiagnosticPrinter {
  public:
    LaunchPrinter(llvm::raw_ostream& to, ast::DiagnosticOptions* options, const LaunchesInKernels& launches)
        : TextDiagnosticPrinter(to, options), launches_(launches) {}
    void HandleDiagnostic(ast::DiagnosticsEngine::Level level, const ast::Diagnostic& message) override;

  private:
    const LaunchesInKernels& launches_;
    bool omits_ = false;
};

}  // namespace musimd::reader
