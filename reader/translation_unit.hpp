#pragma once

#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reader/context.hpp"
#include "reader/front_end.hpp"

namespace clang {
class CompilerInstance;
class DiagnosticOptions;
class FileManager;
class FrontendAction;
}  // namespace clang

namespace musimd::reader {

class LaunchesInKernels;
class LaunchPrinter;

/// Most kernels need nothing of the runtime, nor of C's headers, which take most of the time.
enum class Headers : std::uint8_t { all, of_kernels };

/// A source with its tree, from which any number of functions are read; or several sources, which are linked.
class TranslationUnit {
  public:
    /// `compiler`: the command without the source's own options. Parses.
    TranslationUnit(const Source& source, const std::vector<std::string>& compiler, Headers headers);
    ~TranslationUnit();
    TranslationUnit(const TranslationUnit&) = delete;
    TranslationUnit& operator=(const TranslationUnit&) = delete;

    /// Whether this is the same source, whatever its function.
    bool is_of(const Source& source, Headers headers) const;

    /// Whether Clang has found no errors; if it has, nothing can be read.
    bool is_good() const { return is_good_; }

    /// Returns Clang's messages, and those of the reading. `reader` is not called if Clang has found errors.
    std::string read(const std::function<void(const Context&)>& reader);

    /// Whether the last reading has found no errors.
    bool was_read() const;

  private:
    friend class KeepTree;

    void parse(const std::vector<std::string>& command);
    std::vector<ast::ASTContext*> trees() const;
    void link_sources();

    std::string file_;
    std::string text_;
    std::vector<std::string> options_;
    std::vector<std::pair<std::string, std::string>> own_headers_;
    std::vector<std::pair<std::string, std::string>> others_;
    Headers headers_;
    bool is_good_ = false;
    std::string messages_;  ///< of the reading
    std::string clang_messages_;
    llvm::raw_string_ostream to_;  ///< to messages_
    llvm::IntrusiveRefCntPtr<ast::DiagnosticOptions> printing_;
    llvm::IntrusiveRefCntPtr<LaunchesInKernels> launches_;
    std::unique_ptr<LaunchPrinter> printer_;
    llvm::IntrusiveRefCntPtr<ast::FileManager> files_;
    struct Parsed {
        std::unique_ptr<ast::CompilerInstance> compiler;
        std::unique_ptr<ast::FrontendAction> action;
    };
    std::vector<Parsed> parsed_;  ///< by source; they share a source manager
    ast::FileID main_file_;       ///< of the first source
};

}  // namespace musimd::reader
