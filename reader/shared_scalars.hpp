#pragma once

#include <set>

#include "reader/context.hpp"

namespace musimd::reader {

/// Finds scalars that several threads may assign: those of a parallel construct's enclosing code that are
/// assigned inside it, or whose address is taken there, and that are not private.
void find_shared_scalars(const ast::Stmt* body, std::set<const ast::VarDecl*>& found);

}  // namespace musimd::reader
