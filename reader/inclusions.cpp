#include "reader/inclusions.hpp"

#include <clang/Lex/PPCallbacks.h>
#include <llvm/Support/FileSystem.h>

#include <memory>
#include <vector>

#include "reader/next_file.hpp"

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

/// Headers that a source of several has included declare the same for the next ones, also without guards.
class SharedHeaders final : public ::clang::PPCallbacks {
  public:
    explicit SharedHeaders(::clang::HeaderSearch& headers) : headers_(headers) {}

    void InclusionDirective(::clang::SourceLocation, const ::clang::Token&, llvm::StringRef, bool,
                            ::clang::CharSourceRange, ::clang::OptionalFileEntryRef file, llvm::StringRef,
                            llvm::StringRef, const ::clang::Module*, bool,
                            ::clang::SrcMgr::CharacteristicKind kind) override {
        if (file && kind == ::clang::SrcMgr::C_User) included_.push_back(*file);
    }

    void MacroDefined(const ::clang::Token& name, const ::clang::MacroDirective*) override {
        if (name.getIdentifierInfo()->getName() != llvm::StringRef(kNextFile)) return;
        for (const ::clang::FileEntryRef file : included_) headers_.MarkFileIncludeOnce(file);
    }

  private:
    ::clang::HeaderSearch& headers_;
    std::vector<::clang::FileEntryRef> included_;
};

}  // namespace

void refuse_devices(::clang::Preprocessor& preprocessor) {
    preprocessor.addPPCallbacks(std::make_unique<Inclusions>(preprocessor.getDiagnostics()));
}

void share_headers(::clang::Preprocessor& preprocessor) {
    preprocessor.addPPCallbacks(std::make_unique<SharedHeaders>(preprocessor.getHeaderSearchInfo()));
}

}  // namespace musimd::reader
