#pragma once

#include <cstdint>
#include <vector>

#include "reader/context.hpp"

namespace musimd::reader {

/// Sets the patterns of the variable's numbers, in the order of its cells, which are 0 before; false if its
/// initialiser is not a constant of numbers.
bool initial_patterns(const Context& context, const ast::VarDecl* v, std::vector<std::uint64_t>& patterns);

}  // namespace musimd::reader
