#pragma once

#include "dsl/clang/context.hpp"

namespace musimd::dsl::clang {

/// The expression that std::move and std::forward are given; of others, the expression itself.
const ast::Expr* without_forwarding(const ast::Expr* e);

}  // namespace musimd::dsl::clang
