#pragma once

#include <cstdint>
#include <optional>

#include "differential/kernels/kernel_case.hpp"

// Random kernels of the DSL: well typed, portable, and with an end on every lane.

namespace musimd::differential::kernels {

/// What random kernels may be; the defaults are a good mix.
struct KernelShape {
    std::optional<int> bits;  ///< 8, 16, 32 or 64; nothing: all of them
    int statements = 20;      ///< about as many at most, from 1
    int depth = 4;            ///< the most conditionals, loops and calls around a statement
    bool fused = false;       ///< fma and its kin on floats, for targets that round them once
    /// Percent of the kernels whose loops are careful: a loop's condition becomes false in lanes that do not
    /// run it (they left it, or never reached it). Otherwise some targets do not terminate, which hides other
    /// defects if most kernels have such a loop.
    unsigned careful = 85;
    unsigned scalars = 40;  ///< percent of the kernels that have uniform parameters beside their pointers
    unsigned nested = 30;   ///< percent of the kernels that call device functions inside of expressions
    /// Percent of the kernels in which active lanes divide and shift only where that is defined, and dormant
    /// ones may have zero divisors, the least number by -1, and shift counts that are too large.
    unsigned guarded = 25;
    std::optional<std::int64_t> elements;  ///< n; else around and beyond the lengths of vectors
    std::optional<int> unroll;             ///< of the launch; else 1, sometimes 2 to 4
};

/// A pure function of its arguments. Every variable that is read was written on every path, elements access
/// none that another one writes, every loop ends, and nothing in it traps.
dsl::Kernel random_kernel(std::uint64_t seed, const KernelShape& shape = {});

/// The kernel with n and contents of its buffers: edges of their types, small numbers, any bits.
Trial random_launch(dsl::Kernel kernel, std::uint64_t seed, const KernelShape& shape = {});

/// Both, from one seed.
Trial random_trial(std::uint64_t seed, const KernelShape& shape = {});

}  // namespace musimd::differential::kernels
