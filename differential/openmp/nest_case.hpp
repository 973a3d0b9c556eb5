#pragma once

#include <string>
#include <vector>

#include "dsl/openmp/c_source.hpp"
#include "dsl/openmp/loop_function.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::differential::openmp {

/// A function of loops, and a call of it.
struct NestCase {
    dsl::openmp::LoopFunction function;
    kernels::openmp::CallArguments arguments;
    /// Of its parallel and simd loops: the directives and clauses that the tree does not have.
    std::vector<std::string> directives = {};
    std::vector<std::string> simd_clauses = {};
};

}  // namespace musimd::differential::openmp
