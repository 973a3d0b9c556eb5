#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// A function of C's mathematics that is one of the tree.
struct MathFunction {
    Function function;
    std::size_t operands;
};

/// By its name in C, also for float (`sqrtf`) and long double.
std::optional<MathFunction> math_function(std::string_view name);

/// Whether the name, also with the suffix f, is of a function that is composed of several of the tree:
/// `copysign`, `round`, `isnan`.
bool is_composed_function(std::string_view name);

/// Its value, in a type of its own: an i32, an i64, or that of the operands. Null if the operands are not as
/// many floats of one type as it takes.
Expr composed_call(std::string_view name, std::vector<Expr> values, SourcePoint line);

}  // namespace musimd::dsl
