#pragma once

#include <span>
#include <string_view>

#include "simulator/engine.hpp"

namespace musimd::differential {

/// Every engine that has a name: those of simulator/engine.hpp, and those that run programs on devices.
std::span<const Engine> all_engines();

/// The one of that name; null if there is none.
const Engine* engine_named(std::string_view name);

}  // namespace musimd::differential
