#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "isa/diagnostic.hpp"

// The part of CUDA C++ that courses use, without a compiler: docs/kernel-language.md.

namespace musimd::dsl::kernel_c {

struct Reading {
    std::optional<cuda::KernelFunction> kernel;  ///< nullopt if there are errors
    TextErrors errors;
    std::vector<std::string> kernels;  ///< names of all that the file has
};

/// Reads a kernel of a file; with an empty name the only one, or the first. `warp`: what `warpSize` is.
Reading read_kernel(std::string_view text, const std::string& file, std::string_view name,
                    std::int64_t warp = 32);

}  // namespace musimd::dsl::kernel_c
