#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "semantics/machine.hpp"

namespace musimd {

/// A way to run programs. All engines give the same Result.
struct Engine {
    std::string_view name;
    std::string_view meaning;  ///< one line of prose
    Result (*run)(const Program&, const MachineOptions&, Observer*);
    std::uint64_t (*estimated_bytes)(const Program&);
};

/// Every engine that runs a program at once; the first is the default.
std::span<const Engine> engines();

/// All that have a name: those, and the one that compiles programs first.
std::span<const Engine> named_engines();
const Engine* find_engine(std::string_view name);

/// Why this host cannot hold the program's state, with the sizes; nothing if it can.
std::optional<std::string> too_large(const Engine& engine, const Program& program);

}  // namespace musimd
