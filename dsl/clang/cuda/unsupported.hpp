#pragma once

#include "dsl/clang/context.hpp"

namespace musimd::dsl::clang {

/// Why device code cannot call the function; null if there is nothing better to say.
const char* reason_against(llvm::StringRef function);

/// Why an expression is not supported; null if there is nothing better to say.
const char* reason_against(const ast::Expr* e);

}  // namespace musimd::dsl::clang
