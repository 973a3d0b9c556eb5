#pragma once

#include <cstddef>
#include <span>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// The number of leading statements that are calls that can be written inside the statement after them: each
/// is marked in_place, stores nothing, and its result is read once, there or by an argument of another of
/// these calls.
std::size_t calls_in_place(std::span<const Statement> statements);

}  // namespace musimd::dsl
