#pragma once

#include <string>

#include "dsl/kernel.hpp"

namespace musimd::support {

/// The kernel's statements, one per line, indented by blocks: `set v = add(load(a+1), 3:i32)`. The name of an
/// infix operator is followed by `'`.
std::string text_of(const dsl::Kernel& kernel);

}  // namespace musimd::support
