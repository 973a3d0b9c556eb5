#pragma once

#include "dsl/cuda/kernel_function.hpp"
#include "reader/context.hpp"

namespace musimd::reader {

/// How the text writes the numbers of an object of this type in the buffer. `in_units`: the machine has it in
/// units of other sizes.
cuda::ObjectShape shape_of(const Context& context, ast::QualType type, BufferId buffer,
                           bool in_units = false);

/// The same of what a pointer to the type points to.
cuda::ObjectShape shape_of_pointee(const Context& context, ast::QualType type, BufferId buffer);

}  // namespace musimd::reader
