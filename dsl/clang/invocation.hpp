#pragma once

#include "dsl/clang/front_end.hpp"

namespace musimd::dsl::clang {

/// Reads the function with Clang, in this process.
void read_source(const Source& source, Reading& reading);

/// The same on a thread of its own: Clang's parser is recursive, and so are we.
void read_on_large_stack(const Source& source, Reading& reading);

}  // namespace musimd::dsl::clang
