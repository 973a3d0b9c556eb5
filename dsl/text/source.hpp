#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dsl/kernel.hpp"
#include "isa/program.hpp"

// Kernels and programs as text.

namespace musimd::dsl {

/// The kernel in the DSL: the device functions that it calls, then itself. The kernel's parameters are its
/// buffers, then its scalars, in their order, named as they are.
std::string print_source(const Kernel& kernel);

/// Kernels of different names in one text.
std::string print_source(std::span<const Kernel> kernels);

/// The tree, a line for each node with its type, indented under the one that it is a part of.
std::string print_tree(const Kernel& kernel);

/// The program in assembly, with comments beside its instructions: the lines of the source that they come
/// from, each where its first instruction stands. Read again, it gives the same program.
std::string print_listing(const Program& program, std::string_view source);

}  // namespace musimd::dsl
