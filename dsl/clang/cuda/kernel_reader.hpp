#pragma once

#include "dsl/clang/context.hpp"
#include "dsl/clang/front_end.hpp"

namespace musimd::dsl::clang {

/// Whether the file is a program.
bool has_main(const Context& context);

/// Whether the file has a kernel of this name, also as the linker sees it.
bool has_kernel(const Context& context, const std::string& name);

/// The kernel that the source names, or the only one of the file.
cuda::KernelFunction read_kernel(const Context& context, const Source& source);

}  // namespace musimd::dsl::clang
