#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "semantics/rule_id.hpp"

namespace musimd::tests {

/// The outcomes of a profile's programs.
struct ProgramMix {
    std::uint64_t programs = 0;
    std::uint64_t limits = 0;
    std::map<TrapKind, std::uint64_t> traps;
    std::uint64_t passes = 0;                       ///< the structure check
    RuleSet rules;                                  ///< exercised
    std::vector<std::uint64_t> instruction_counts;  ///< the length of each program
    std::vector<std::uint64_t> steps;               ///< steps of each program that stops
    std::vector<std::uint64_t>
        divergent_branches;  ///< divergent branches of each program that stops, as executed
    std::vector<std::uint64_t> by_instruction;  ///< steps of all programs, by opcode

    /// In percent.
    double stop_rate() const;
};

/// The p-quantile, 0 ≤ p ≤ 1, of the values, or 0 without values.
std::uint64_t quantile(std::vector<std::uint64_t> values, double p);

/// Runs the profile's programs of seeds 0 … count−1 with the rules engine.
/// Whether only programs with the instructions of blocks end in it.
constexpr bool is_trap_of_blocks(TrapKind kind) {
    return kind == TrapKind::collective_mask || kind == TrapKind::exit_inside_everywhere;
}

ProgramMix run_mix(differential::Profile profile, std::uint64_t count, const differential::Shape& shape = {});

}  // namespace musimd::tests
