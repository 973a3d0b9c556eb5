#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/compiled/backend.hpp"

// Kernels that do not end well, for tests of how backends report that.

namespace musimd::tests::misbehaving {

enum Entry : std::size_t {
    twice,     ///< does end well: out = 2 × in
    beyond,    ///< writes past the end of out
    before,    ///< writes before out
    endless,   ///< does not terminate
    division,  ///< divides by 0; not in kSource
};

/// The kernels up to endless.
extern const char* const kSource;

/// The kernels from twice to `last`.
kernels::KernelUnit unit_up_to(Entry last);

/// A launch with out = 0, 0, … and in = 0, 1, ….
kernels::KernelLaunch launch_of(Entry entry, std::int64_t elements = 5);

}  // namespace musimd::tests::misbehaving
