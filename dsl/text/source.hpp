#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "dsl/kernel.hpp"
#include "isa/program.hpp"

// Kernels and programs as text.

namespace musimd::dsl {

/// The kernel in the DSL: the device functions that it calls, then the kernel. Its parameters are its
/// buffers, then its scalars, in order and with their names.
std::string print_source(const Kernel& kernel);

/// Several kernels with different names in one text.
std::string print_source(std::span<const Kernel> kernels);

/// The tree, one line per node with its type, indented under its parent.
std::string print_tree(const Kernel& kernel);

/// The program in assembly. A comment next to the first instruction of each source line shows that line.
/// Reading the text yields the same program.
std::string print_listing(const Program& program, std::string_view source);
/// The same; `comment` has the words about a line, by the number that instructions have.
std::string print_listing(const Program& program, const std::function<std::string(std::uint32_t)>& comment);

}  // namespace musimd::dsl
