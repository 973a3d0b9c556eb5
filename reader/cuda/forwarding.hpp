#pragma once

#include "reader/context.hpp"

namespace musimd::reader {

/// The expression that std::move and std::forward are given; of others, the expression itself.
const ast::Expr* without_forwarding(const ast::Expr* e);

}  // namespace musimd::reader
