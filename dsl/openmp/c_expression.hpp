#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "dsl/kernel.hpp"

// Expressions as C.

namespace musimd::dsl::openmp {

/// `unsigned char`
std::string_view c_type(Type type);
/// The same; of a condition, `_Bool`.
std::string_view c_type(ValueType type);

/// A constant expression of this type: `(unsigned char)7`, `-0x1.8p+1f`.
std::string c_literal(const Expression& literal);

/// The names in expressions.
struct CNames {
    std::function<std::string(VariableId)> variable;
    std::function<std::string(BufferId)> buffer;
    std::function<std::string()> element;  ///< the number of the iteration of the parallel loop
};

/// The expression; operations on integers narrower than int are computed in int, as C does.
std::string c_expression(const Expr& e, const CNames& names);

}  // namespace musimd::dsl::openmp
