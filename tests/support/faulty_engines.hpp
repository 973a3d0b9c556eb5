#pragma once

#include "simulator/engine.hpp"

// Engines that are wrong on purpose, to see that it is noticed.

namespace musimd::support {

/// The rules, but for what their names say.
namespace faulty {
extern const Engine kMiscountsShuffles;  ///< a step too many in programs that use a `shfl`
extern const Engine kLosesMemory;        ///< Σ(0) is another word in programs that define it
extern const Engine kWrongIfWatched;     ///< a step too many in observed runs of programs with a `sync`
extern const Engine kAborts;             ///< at programs with an atomic_inc
extern const Engine kThrows;             ///< at programs with an atomic_inc
extern const Engine kHangs;              ///< at programs with a `barrier`
}  // namespace faulty

}  // namespace musimd::support
