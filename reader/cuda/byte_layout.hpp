#pragma once

#include <string>

#include "dsl/cuda/kernel_function.hpp"
#include "reader/context.hpp"

// Where host code has the numbers of what it passes to a kernel, or shares with it.

namespace musimd::reader {

/// Of an object whose parts are supported.
cuda::ByteLayout layout_of(const Context& context, ast::QualType type);

/// Sets where the arguments of the kernel's parameters are.
void add_places(const Context& context, const ast::FunctionDecl* f, cuda::KernelFunction& kernel);

/// The name of a kernel, or of a variable, that host code registers.
std::string name_for_linker(const ast::NamedDecl* declared);

}  // namespace musimd::reader
