#pragma once

#include <string>

#include "reader/context.hpp"

namespace musimd::reader {

/// In C, a function can be called by another declaration than that of its definition, or by none. Why the
/// call does not pass what the definition takes, or does not take what it returns; empty if it does.
std::string why_call_differs(const Context& context, const ast::CallExpr* e, bool used,
                             const ast::FunctionDecl* definition);

}  // namespace musimd::reader
