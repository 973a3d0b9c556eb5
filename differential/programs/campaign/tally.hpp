#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "differential/programs/generate/generator.hpp"
#include "semantics/result.hpp"
#include "semantics/rule_id.hpp"

namespace musimd::differential {

inline constexpr std::size_t kProfileCount = static_cast<std::size_t>(Profile::models) + 1;

/// The outcomes of many programs on the first engine. Trivially copyable, so that a process can count in
/// memory that outlives it.
struct Tally {
    std::uint64_t programs = 0;
    std::uint64_t stops = 0;
    std::uint64_t limits = 0;
    std::array<std::uint64_t, kTrapCount> traps{};        ///< programs that ended in each, by TrapKind
    std::array<std::uint64_t, kRuleCount> rules{};        ///< programs that exercised each, by RuleId
    std::array<std::uint64_t, kProfileCount> profiles{};  ///< programs of each
    std::uint64_t steps = 0;                              ///< steps of all programs together
    std::uint64_t differences = 0;
    std::uint64_t crashes = 0;  ///< these and hangs have no outcome
    std::uint64_t hangs = 0;
    std::uint64_t unsupported = 0;  ///< runs left out: the engine does not support the program
    std::uint64_t fallbacks = 0;    ///< programs that native ran on fast because the compiler failed

    std::uint64_t mismatches() const { return differences + crashes + hangs; }

    void add(Profile profile, const Result& result, RuleSet exercised);
    Tally& operator+=(const Tally& other);
    friend bool operator==(const Tally&, const Tally&) = default;
};

static_assert(std::is_trivially_copyable_v<Tally>);

}  // namespace musimd::differential
