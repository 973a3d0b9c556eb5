#pragma once

#include <cstdint>
#include <memory>

#include "dsl/executor.hpp"
#include "simulator/engine.hpp"

// A separate library, musimd::executor, so that musimd::spmd links nothing else of this room.

namespace musimd {

/// Runs programs of kernels on the engine, at most `max_steps` steps of each warp. The engine and the
/// observer, if not null, must outlive it. `model`: of reconvergence; what it does not accept is refused.
std::unique_ptr<dsl::Executor> executor_of(const Engine& engine, std::uint64_t max_steps,
                                           Observer* observer = nullptr,
                                           ThreadModel model = ThreadModel::lockstep);

}  // namespace musimd
