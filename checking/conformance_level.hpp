#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// What an implementation needs in order to run a program (docs/conformance.md).

namespace musimd {

/// A part of the machine that an implementation can have or lack. In the order in which one would build them.
enum class ConformanceLevel : std::uint8_t {
    core,
    everywhere,
    shuffles,
    atomics,
    grids,
    blocks,
    volta,
    stack,
    minpc,
    masks,
    maximal,
    uniform,
    barriers,
    scopes,
    copies,
    typed_integer,
    typed_ieee,
    typed_math,
    schedules,
};

struct ConformanceLevelInfo {
    ConformanceLevel level;
    std::string_view name;
    std::string_view meaning;  ///< one line
};

/// All levels, in the order of ConformanceLevel.
std::span<const ConformanceLevelInfo> conformance_levels();
std::string_view to_string(ConformanceLevel level);
std::optional<ConformanceLevel> conformance_level_named(std::string_view name);

/// The levels that a program needs, in the order of ConformanceLevel: `core`, which each needs, comes first.
/// The last is the title of the program.
std::vector<ConformanceLevel> levels_of(const Program& program);

/// How much a program asks of an implementation.
enum class SizeTier : std::uint8_t { small, medium, large };

/// The most that a program of a tier has.
struct SizeTierInfo {
    SizeTier tier;
    std::string_view name;
    std::uint64_t width;    ///< N
    std::uint64_t threads;  ///< N × W
    std::uint64_t words;    ///< that directives put into Σ
    std::uint64_t steps;    ///< steps of a run by the rules, summed over its machines
    std::string_view meaning;
};

/// All tiers, the smallest first; `large` has no bounds.
std::span<const SizeTierInfo> size_tiers();
std::string_view to_string(SizeTier tier);
std::optional<SizeTier> size_tier_named(std::string_view name);

/// The tier of a program whose run by the rules takes that many steps.
SizeTier tier_of(const Program& program, std::uint64_t steps);

}  // namespace musimd
