#pragma once

#include <vector>

#include "dsl/kernel_c/syntax.hpp"
#include "dsl/kernel_c/token.hpp"

namespace musimd::dsl::kernel_c {

/// The syntax tree of the tokens. Each error is at a token, and says what would be right; after one, reading
/// goes on with the next statement.
Unit parse(std::vector<Token> tokens, Diagnostics& errors);

}  // namespace musimd::dsl::kernel_c
