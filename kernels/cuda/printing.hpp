#pragma once

#include <cstdint>
#include <string>

#include "dsl/cuda/kernel_function.hpp"
#include "kernels/launch/part.hpp"
#include "semantics/result.hpp"

// What kernels print: see dsl::cuda::Printing.

namespace musimd::kernels::cuda {

void allocate_printed(const dsl::cuda::Printing& printing, openmp::CallState& state);

/// After a run. `address`: of the buffer.
std::string printed_text(const dsl::cuda::Printing& printing, const Memory& memory, std::int64_t address);

}  // namespace musimd::kernels::cuda
