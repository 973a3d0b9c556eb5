#pragma once

#include <span>
#include <string_view>

#include "engines/simulator_engines.hpp"
#include "simulator/engine.hpp"

// The one registry of engines.

namespace musimd {

/// Every engine: those of the simulator, and those that run programs on GPUs.
std::span<const Engine> all_engines();

/// The engine with that name; null if it is unknown.
const Engine* find_engine(std::string_view name);

}  // namespace musimd
