#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

namespace musimd::reader {

/// Reports an error where the main file's text is nested so deeply that Clang would overflow its stack: it
/// bounds the depth of brackets itself, but not that of prefix operators, and it is slow on deep statements.
bool is_too_deep(const ::clang::SourceManager& sources, ::clang::DiagnosticsEngine& diagnostics);

/// The same of what macros expand to, and of how much that is: the text ends there.
void bound_macros(::clang::Preprocessor& preprocessor);

}  // namespace musimd::reader
