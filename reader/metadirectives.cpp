#include "reader/metadirectives.hpp"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

namespace musimd::reader {
namespace {

namespace tok = ::clang::tok;

bool is_word(const ::clang::Token& token, llvm::StringRef word) {
    return token.is(tok::raw_identifier) && token.getRawIdentifier() == word;
}

}  // namespace

bool asks_for_constructs(const ::clang::SourceManager& sources, ::clang::DiagnosticsEngine& diagnostics) {
    const ::clang::FileID file = sources.getMainFileID();
    ::clang::LangOptions options;
    ::clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, options);
    bool is_directive = false;
    bool is_metadirective = false;
    for (::clang::Token token; !lexer.LexFromRawLexer(token);) {
        if (token.isAtStartOfLine()) {
            is_directive = token.is(tok::hash);
            is_metadirective = false;
        }
        is_metadirective = is_metadirective || (is_directive && is_word(token, "metadirective"));
        if (!is_metadirective || !is_word(token, "construct")) continue;
        const unsigned id = diagnostics.getCustomDiagID(::clang::DiagnosticsEngine::Error,
                                                        "selectors of `construct` are not supported yet in "
                                                        "`metadirective`; write the directive itself, or "
                                                        "`declare variant`");
        diagnostics.Report(token.getLocation(), id);
        return true;
    }
    return false;
}

}  // namespace musimd::reader
