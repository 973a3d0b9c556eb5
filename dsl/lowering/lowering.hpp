#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/kernel.hpp"
#include "isa/program.hpp"

// The program of a kernel: element i of a launch is one thread. docs/lowering.md tells how it is made.

namespace musimd::dsl {

/// What k_unmasked_set, k_unmasked_store and k_unmasked_load mean.
enum class UnmaskedReading : std::uint8_t {
    every_lane,    ///< a CPU's: they act on every lane of the vector, in an `everywhere` block
    active_lanes,  ///< a GPU's: as the masked forms
};

/// A part of Σ that a kernel may touch.
struct Region {
    std::string name;
    std::int64_t address = 0;
    /// Before the launch: one word an element, which is the element's pattern, sign-extended.
    std::vector<Value> words;
};

/// What a kernel is run on.
struct Launch {
    std::int64_t elements = 0;          ///< n, at least 1
    std::vector<Region> regions;        ///< disjoint
    std::vector<std::int64_t> origins;  ///< by BufferId: the address of element 0; several may share a region
    /// N; 0: one warp of n threads where n is at most kMaxThreads, else warps of 1024.
    std::uint32_t warp_width = 0;
    UnmaskedReading unmasked = UnmaskedReading::every_lane;
};

/// The program that runs the kernel on element i in thread i (of the grid): its meaning for an element is
/// that of C++. Its instructions carry the kernel's source lines, it passes the structure check, and races
/// are looked for between threads. The launch must have an origin for each buffer, and need no more than
/// kMaxWarps warps.
Program lower(const Kernel& kernel, const Launch& launch);

}  // namespace musimd::dsl
