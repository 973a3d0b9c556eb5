#pragma once

#include <optional>

#include "dsl/clang/pointer.hpp"

namespace musimd::dsl::clang {

/// Where a number is.
struct Place {
    std::optional<VariableId> variable;
    Pointer pointer;  ///< unless it is a variable
    Expr value = {};  ///< for numbers that nobody assigns, which are in no memory
    Type type = Type::i32;
};

}  // namespace musimd::dsl::clang
