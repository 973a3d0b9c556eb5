#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace musimd::reader {

/// Reports an error where a `metadirective` of the main file asks for the constructs around it: Clang
/// resolves it as if there were none.
bool asks_for_constructs(const ::clang::SourceManager& sources, ::clang::DiagnosticsEngine& diagnostics);

}  // namespace musimd::reader
