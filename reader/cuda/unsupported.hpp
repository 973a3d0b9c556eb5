#pragma once

#include "reader/context.hpp"

namespace musimd::reader {

/// Why device code cannot call the function; null if there is nothing better to say.
const char* reason_against(llvm::StringRef function);

/// Why an expression is not supported; null if there is nothing better to say.
const char* reason_against(const ast::Expr* e);

}  // namespace musimd::reader
