#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "dsl/openmp/loop_function.hpp"

namespace musimd::kernels::openmp {

using OwnElements = std::set<std::pair<std::uint32_t, dsl::BufferId>>;

/// The lines of accesses to elements that depend on the number of the thread, with their buffers: as in
/// `count[omp_get_thread_num()]++`. What a task has copied from its parent is not of the thread that executes
/// it.
OwnElements own_elements(const dsl::openmp::LoopFunction& function, const dsl::Statement& region);

}  // namespace musimd::kernels::openmp
