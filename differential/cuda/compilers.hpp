#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "differential/cuda/tree.hpp"

// Other compilers of CUDA C++, which random kernels are given to.

namespace musimd::differential::cuda {

struct SourceCompiler {
    std::string name;
    /// Its message, if it does not compile the text.
    std::function<std::optional<std::string>(const std::string& source)> refuses;
};

/// Clang with our headers, and NVRTC; why one is missing goes to `missing`.
std::vector<SourceCompiler> source_compilers(std::vector<std::string>& missing);

using Elements = std::vector<std::vector<std::uint64_t>>;  ///< by array

/// Compiled by nvcc, and run on the GPU: the arrays after each launch. An error is what nvcc or the program
/// says.
tl::expected<std::vector<Elements>, std::string> run_on_gpu(std::span<const Drawn> kernels);

/// Why run_on_gpu cannot run; nullopt: it can.
std::optional<std::string> why_no_gpu();

/// A program that launches each kernel and prints its arrays; `k` and its number are their names.
std::string program_of(std::span<const Drawn> kernels);

}  // namespace musimd::differential::cuda
