#pragma once

#include <cstdint>
#include <vector>

#include "semantics/result.hpp"
#include "simulator/codegen/translation.hpp"
#include "simulator/fast/snapshot.hpp"

namespace musimd::native {

/// A warp of a compiled program between two stretches: its rows and lane masks in memory.
struct WarpView {
    const Program& program;
    const codegen::Translation& translation;
    const void* rows;  ///< layout as in WarpState
    const std::uint64_t* masks;
    const void* room;
    std::size_t mask_stride;  ///< words from one mask to the next
};

/// Θ, β, and who has exited.
WarpResult result_of(const WarpView& warp);

/// The state from which another engine can continue it. `point` and `steps` are WarpState's.
fast::Snapshot snapshot_of(const WarpView& warp, std::uint32_t point, std::uint64_t steps);

}  // namespace musimd::native
