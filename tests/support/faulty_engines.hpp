#pragma once

#include "simulator/engine.hpp"

// Deliberately wrong engines, to test that this is noticed.

namespace musimd::support {

/// The rules, except for the named fault.
namespace faulty {
extern const Engine kMiscountsShuffles;  ///< one step too many in programs with a `shfl`
extern const Engine kLosesMemory;        ///< a wrong word Σ(0) in programs that define it
extern const Engine kWrongIfWatched;     ///< one step too many in observed runs of programs with a `sync`
extern const Engine kForgetsExits;       ///< who has exited, after a block barrier of several warps
extern const Engine kMissesMasks;        ///< stops where a mask is wrong
extern const Engine kWrongUnderVolta;    ///< a wrong word Σ(0) under the model volta
extern const Engine kRefusesBlocks;      ///< throws Unsupported for programs with blocks
extern const Engine kAborts;             ///< at programs with an atomic_inc
extern const Engine kAbortsAtBranches;   ///< at programs that branch
extern const Engine kThrows;             ///< at programs with an atomic_inc
extern const Engine kHangs;              ///< at programs with a `barrier`
}  // namespace faulty

}  // namespace musimd::support
