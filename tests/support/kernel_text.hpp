#pragma once

#include <string>

#include "dsl/kernel.hpp"

namespace musimd::support {

/// The kernel's statements, one a line, indented by blocks: `set v = add(load(a+1), 3:i32)`. An infix
/// operator's name has a `'` behind it.
std::string text_of(const dsl::Kernel& kernel);

}  // namespace musimd::support
