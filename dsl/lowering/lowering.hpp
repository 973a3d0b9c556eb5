#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/kernel.hpp"
#include "isa/program.hpp"

// Lowers a kernel to a program: element i of a launch is one thread. See docs/lowering.md.

namespace musimd::dsl {

/// The meaning of k_unmasked_set, k_unmasked_store and k_unmasked_load.
enum class UnmaskedReading : std::uint8_t {
    every_lane,    ///< as on a CPU: they act on every lane of the vector, in an `everywhere` block
    active_lanes,  ///< as on a GPU: the same as the masked forms
};

/// A part of Σ that a kernel may touch.
struct Region {
    std::string name;
    std::int64_t address = 0;
    /// Before the launch: one word per element, the element's pattern, sign-extended.
    std::vector<Value> words;
};

/// The elements and memory of a launch.
struct Launch {
    std::int64_t elements = 0;          ///< n, at least 1
    std::vector<Region> regions;        ///< disjoint
    std::vector<std::int64_t> origins;  ///< by BufferId: the address of element 0; several may share a region
    /// N; 0: one warp of n threads if n is at most kMaxThreads, else warps of 1024.
    std::uint32_t warp_width = 0;
    UnmaskedReading unmasked = UnmaskedReading::every_lane;
};

/// The program that runs the kernel on element i in thread i (of the grid), with the semantics of C++ for
/// each element. Its instructions carry the kernel's source lines, it passes the structure check, and it
/// detects races between threads. The launch must have an origin for each buffer, and need at most kMaxWarps
/// warps.
Program lower(const Kernel& kernel, const Launch& launch);

}  // namespace musimd::dsl
