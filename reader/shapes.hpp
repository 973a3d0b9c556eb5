#pragma once

#include "dsl/openmp/loop_function.hpp"
#include "reader/context.hpp"

namespace musimd::reader {

/// Notes how the source names the elements of the buffer, which is an object of the type or, if `is_array`,
/// what a pointer to it points to.
void note_shape(const Context& context, BufferId buffer, const std::string& name, ast::QualType type,
                bool is_array, openmp::LoopFunction& function);

}  // namespace musimd::reader
