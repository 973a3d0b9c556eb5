#pragma once

#include "reader/context.hpp"
#include "reader/dsl.hpp"
#include "reader/pointer.hpp"

namespace musimd::reader {

/// Ends with an error if the pointer member that `member` reads or writes, or one in the structure that it
/// copies, is in a structure of device memory: the host writes addresses there that the machine does not
/// have.
void refuse_stored_pointer(const Context& context, const openmp::LoopFunction& function, const Pointer& place,
                           const ast::Expr* member);

}  // namespace musimd::reader
