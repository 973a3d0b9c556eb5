#pragma once

#include <clang/AST/ASTContext.h>

#include <vector>

namespace musimd::reader {

/// Links the sources of a program: what one declares and another one defines become declarations of one
/// function, variable or class, so that each finds the definition. `static` names stay apart. Reports what a
/// linker does.
void link(const std::vector<::clang::ASTContext*>& units);

/// Whether the types are the same, also if they are of different sources.
bool are_same(::clang::QualType a, ::clang::QualType b);

}  // namespace musimd::reader
