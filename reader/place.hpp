#pragma once

#include <optional>

#include "reader/pointer.hpp"

namespace musimd::reader {

/// Where a number is.
struct Place {
    std::optional<VariableId> variable;
    Pointer pointer;  ///< unless it is a variable
    Expr value = {};  ///< for numbers that nobody assigns, which are in no memory
    Type type = Type::i32;
    int bits = 0;                      ///< of a bit-field: its width
    std::optional<Scope> atomic = {};  ///< accesses are atomic, and relaxed: it is volatile
};

}  // namespace musimd::reader
