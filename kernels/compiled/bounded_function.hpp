#pragma once

#include <optional>
#include <vector>

#include "dsl/openmp/loop_function.hpp"

// A C function that also computes how far its results may be from those of another compiler. See
// docs/openmp.md, "The bound".

namespace musimd::kernels::openmp {

/// What makes results of other compilers differ.
struct ErrorSources {
    bool order = false;        ///< that of the terms of floating sums and products
    bool mathematics = false;  ///< the rounding of functions of <math.h>
};

/// Where a buffer's bounds are. An element that atomic updates add to has more: how many terms, and the sum
/// of their magnitudes.
struct BufferBounds {
    dsl::BufferId error = 0;
    std::optional<dsl::BufferId> terms = {};
    std::optional<dsl::BufferId> magnitudes = {};
};

struct BoundedFunction {
    /// Beside each number and buffer of floats it has one of f64, its error; `result` is the error of that of
    /// the original, if that may have one.
    dsl::openmp::LoopFunction function;
    std::vector<std::optional<BufferBounds>> buffers;  ///< by BufferId of the original; nullopt: no errors
    bool result_has_error = false;
};

/// nullopt of functions with assigned pointers, structures, teams of threads, and atomic accesses other than
/// sums whose result nobody reads.
std::optional<BoundedFunction> with_error_bounds(const dsl::openmp::LoopFunction& function,
                                                 const ErrorSources& sources);

/// The distance from 1 to the next number.
double epsilon_of(Type type);

/// The error of the library's function, in units of the last place, if it is not exact.
std::optional<int> library_ulp(dsl::Function function, Type type);

}  // namespace musimd::kernels::openmp
