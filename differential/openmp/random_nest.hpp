#pragma once

#include <cstdint>

#include "differential/openmp/nest_case.hpp"

namespace musimd::differential::openmp {

/// How large random nests are.
struct NestShape {
    unsigned statements = 12;  ///< approximate number per parallel loop
    unsigned loops = 3;        ///< parallel loops at most
};

/// A nest that has no undefined behaviour, and whose results do not depend on the order of iterations, bit
/// for bit: a pure function of seed and shape. The tree is as the front end would write it.
NestCase random_nest(std::uint64_t seed, const NestShape& shape = {});

}  // namespace musimd::differential::openmp
