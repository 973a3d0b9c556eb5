#pragma once

#include "reader/context.hpp"
#include "reader/front_end.hpp"

namespace musimd::reader {

/// Finds the function in the translation unit and reads it. Reports errors, and then returns an incomplete
/// function or throws Unsupported.
openmp::LoopFunction read_function(const Context& context, const Source& source);

class BodyReader;

/// Binds the parameters to buffers and variables of the function. `region`: see Binding.
void read_parameters(const Context& context, const ast::FunctionDecl* f, openmp::LoopFunction& function,
                     BodyReader& body, unsigned region);

}  // namespace musimd::reader
