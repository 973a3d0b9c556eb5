#pragma once

#include <cstddef>
#include <span>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// How many of the statements, from the first, are calls that can be written where the statement behind them
/// reads what they give: each is to be in place, stores nothing, and is read once, there or by an argument of
/// another one of them.
std::size_t calls_in_place(std::span<const Statement> statements);

}  // namespace musimd::dsl
