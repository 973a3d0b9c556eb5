#pragma once

#include <span>

#include "simulator/engine.hpp"

// The engines of the simulator, for programs that do not link code for GPUs.

namespace musimd {

/// `auto`, `fast`, `rules`, `native`.
std::span<const Engine> simulator_engines();

/// `fast`, then `rules`: the engines without further requirements.
std::span<const Engine> core_engines();

/// The engine with that name among `engines`; null if it is unknown.
const Engine* find_engine(std::span<const Engine> engines, std::string_view name);

}  // namespace musimd
