#pragma once

#include "dsl/clang/context.hpp"
#include "dsl/clang/front_end.hpp"

namespace musimd::dsl::clang {

/// Finds the function in the translation unit and reads it. Reports errors, and then returns an incomplete
/// function or throws Unsupported.
openmp::LoopFunction read_function(const Context& context, const Source& source);

}  // namespace musimd::dsl::clang
