#include "reader/inclusions.hpp"

#include <clang/Lex/PPCallbacks.h>
#include <llvm/Support/FileSystem.h>

#include <memory>

namespace musimd::reader {
namespace {

class Inclusions final : public ::clang::PPCallbacks {
  public:
    explicit Inclusions(::clang::DiagnosticsEngine& diagnostics) : diagnostics_(diagnostics) {}

    void InclusionDirective(::clang::SourceLocation, const ::clang::Token&, llvm::StringRef name, bool,
                            ::clang::CharSourceRange range, ::clang::OptionalFileEntryRef file,
                            llvm::StringRef, llvm::StringRef, const ::clang::Module*, bool,
                            ::clang::SrcMgr::CharacteristicKind) override {
        llvm::sys::fs::file_status status;
        if (!file || llvm::sys::fs::status(file->getName(), status)) return;
        const auto type = status.type();
        if (type != llvm::sys::fs::file_type::character_file && type != llvm::sys::fs::file_type::block_file)
            return;
        const unsigned id = diagnostics_.getCustomDiagID(::clang::DiagnosticsEngine::Error, "%0");
        diagnostics_.Report(range.getBegin(), id) << "'" + name.str() + "' is a device; expected a file";
    }

  private:
    ::clang::DiagnosticsEngine& diagnostics_;
};

}  // namespace

void refuse_devices(::clang::Preprocessor& preprocessor) {
    preprocessor.addPPCallbacks(std::make_unique<Inclusions>(preprocessor.getDiagnostics()));
}

}  // namespace musimd::reader
