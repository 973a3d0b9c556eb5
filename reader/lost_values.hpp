#pragma once

#include "reader/context.hpp"

namespace musimd::reader {

/// What the function of a local variable does with it around a statement, in the order of the text.
struct UsesAround {
    bool has_value = false;      ///< before it, the variable gets one
    bool is_read_after = false;  ///< before it gets another value
    bool is_set_in = false;      ///< in it, before it is read
};

UsesAround uses_around(const ast::VarDecl* v, const ast::Stmt* s, const Context& context);

}  // namespace musimd::reader
