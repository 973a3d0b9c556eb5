#pragma once

#include "dsl/openmp/loop_function.hpp"
#include "kernels/launch/arguments.hpp"

// Arrays of integers that a function uses as indices, such as the columns of a sparse matrix, or a graph.

namespace musimd::kernels::openmp {

/// What is given, and a text for each other array by whose elements the function finds elements of others:
/// random indices into the shortest of these. Where they are also bounds of loops, as the first entries of
/// rows are, they ascend.
GivenArguments with_index_arrays(const dsl::openmp::LoopFunction& function, const GivenArguments& given,
                                 std::uint64_t seed, const UsualArguments& usual = {});

}  // namespace musimd::kernels::openmp
