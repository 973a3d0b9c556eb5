#pragma once

#include <cstdint>
#include <vector>

#include "differential/lockstep/tree.hpp"
#include "kernels/lockstep/setting.hpp"

// A launch as plain C++ computes it: one block after the other, and in each the indices of a domain in their
// order. Of a kernel that keeps the model's promise every instance gives the same.

namespace musimd::differential::lockstep {

/// Whether accesses meet that no barrier orders.
struct Meeting {
    bool workers = false;  ///< accesses of two workers meet
    bool warps = false;    ///< accesses of two warps meet
};

struct PlainRun {
    std::vector<std::vector<std::uint32_t>> elements;  ///< by array, after the launch; of shared ones, none
    std::vector<Meeting> meetings;                     ///< by instance
    bool reads_unwritten = false;                      ///< elements of shared memory
    bool overflows = false;                            ///< an atomic addition to an int
    bool is_too_long = false;

    bool is_clean() const;
    bool is_comparable() const { return !is_too_long && !reads_unwritten && !overflows; }
};

PlainRun run_plainly(const Drawn& kernel);

}  // namespace musimd::differential::lockstep
