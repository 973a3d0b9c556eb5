#pragma once

#include <span>

#include "simulator/engine.hpp"

// The engines of the simulator, for programs that link no code for GPUs.

namespace musimd {

/// `auto`, `fast`, `rules`, `native`.
std::span<const Engine> simulator_engines();

/// `fast`, then `rules`: they need nothing but this process to run a program.
std::span<const Engine> core_engines();

/// The engine of that name among `engines`; null if it is unknown.
const Engine* find_engine(std::span<const Engine> engines, std::string_view name);

}  // namespace musimd
