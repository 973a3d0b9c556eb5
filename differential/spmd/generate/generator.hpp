#pragma once

#include <cstdint>
#include <optional>

#include "kernels/spmd/kernel_case.hpp"

// Random kernels of the DSL: well typed, portable, and terminating in every lane.

namespace musimd::differential::spmd {

/// What random kernels may be; the defaults are a good mix.
struct KernelShape {
    std::optional<int> bits;  ///< 8, 16, 32 or 64; nullopt: all of them
    int statements = 20;      ///< approximate maximum, from 1
    int depth = 4;            ///< the most conditionals, loops and calls around a statement
    bool fused = false;       ///< fma and its kin on floats, for targets that round them once
    /// Percentage of the kernels whose loops are careful: a loop's condition is false in lanes that do not
    /// run it (they left it, or never reached it). On some targets other loops do not terminate, which would
    /// hide all other defects.
    unsigned careful = 85;
    unsigned scalars = 40;  ///< percent of the kernels that have uniform parameters besides their pointers
    unsigned nested = 30;   ///< percent of the kernels that call device functions inside of expressions
    /// Percent of the kernels in which active lanes divide and shift only where that is defined, and dormant
    /// ones may have zero divisors, the least number by -1, and shift counts that are too large.
    unsigned guarded = 25;
    std::optional<std::int64_t> elements;  ///< n; else around and beyond the lengths of vectors
    std::optional<int> unroll;             ///< unroll factor of the launch; else 1, sometimes 2 to 4
};

/// A pure function of its arguments. Every variable that is read was written on every path, no element
/// accesses memory that another one writes, every loop terminates, and nothing traps.
dsl::Kernel random_kernel(std::uint64_t seed, const KernelShape& shape = {});

/// The kernel with n and contents of its buffers: edges of their types, small numbers, any bits.
kernels::KernelCase random_launch(dsl::Kernel kernel, std::uint64_t seed, const KernelShape& shape = {});

/// Both, from one seed.
kernels::KernelCase random_case(std::uint64_t seed, const KernelShape& shape = {});

}  // namespace musimd::differential::spmd
