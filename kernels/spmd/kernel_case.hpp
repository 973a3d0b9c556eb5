#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/kernel.hpp"
#include "dsl/lowering/lowering.hpp"

// A kernel of the DSL and its launch: a case of a campaign of kernels.

namespace musimd::kernels {

/// A buffer before the launch: its elements first, first + 1, …, as patterns of its type.
struct Contents {
    std::int64_t first = 0;  ///< at most 0
    std::vector<std::uint64_t> patterns;

    friend bool operator==(const Contents&, const Contents&) = default;
};

struct KernelCase {
    dsl::Kernel kernel;
    std::int64_t elements = 1;       ///< n
    std::vector<Contents> contents;  ///< by buffer; buffers do not overlap
    int unroll = 1;                  ///< unroll factor of the launch on a processor's vectors
};

/// The launch on the machine: region b is buffer b, and regions are separated.
dsl::Launch launch_of(const KernelCase& test);

/// The elements of a buffer that a launch accesses, both included; 0 to −1 if it accesses none.
struct Extent {
    std::int64_t first = 0;
    std::int64_t last = -1;
};
std::vector<Extent> extents(const dsl::Kernel& kernel, std::int64_t elements);

}  // namespace musimd::kernels
