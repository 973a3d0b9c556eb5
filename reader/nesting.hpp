#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace musimd::reader {

/// Reports an error where the main file's text is nested so deeply that Clang would overflow its stack: it
/// bounds the depth of brackets itself, but not that of prefix operators, and it is slow on deep statements.
bool is_too_deep(const ::clang::SourceManager& sources, ::clang::DiagnosticsEngine& diagnostics);

}  // namespace musimd::reader
