#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/divergence/lane_fact.hpp"
#include "isa/program.hpp"

namespace musimd {

enum class LaneClass : std::uint8_t { uniform, affine, divergent };

/// Their spellings, in the order of LaneClass.
inline constexpr std::string_view kLaneClassNames[] = {"uniform", "affine", "divergent"};

constexpr std::string_view to_string(LaneClass lane_class) {
    return kLaneClassNames[static_cast<std::size_t>(lane_class)];
}

/// An undefined variable counts as uniform.
LaneClass class_of(const LaneFact& fact);

/// `uniform = 5`, `affine = c + 4*tid`, `divergent`
std::string to_string(const LaneFact& fact);

/// The results of the divergence analysis, by instruction instead of by node.
struct DivergenceReport {
    struct Row {
        bool reached = false;              ///< control may get here
        std::optional<LaneFact> result{};  ///< fact about the destination, in the active threads after it
        std::optional<bool> divides{};     ///< for branches: the active threads may disagree
        std::optional<LaneFact> address{};
    };
    struct Counts {
        std::size_t uniform = 0;
        std::size_t affine = 0;
        std::size_t divergent = 0;

        void add(LaneClass lane_class);
    };

    std::vector<Row> rows;             ///< by instruction: i has rows[i − 1]
    std::vector<LaneClass> variables;  ///< the worst that the active threads see anywhere, by Variable
    std::vector<bool> scalars;         ///< DivergenceAnalysis::is_scalar, by Variable
    bool too_large = false;            ///< nothing is known: the program is too large
    std::optional<Label> unbounded;    ///< nothing is known: see DivergenceAnalysis::unbounded

    Counts variable_counts() const;
    Counts result_counts() const;  ///< counts over the instructions that are reached
    Counts branch_counts() const;
    Counts access_counts() const;
};

/// The program's model is `lockstep`.
DivergenceReport analyze_divergence(const Program& program);

}  // namespace musimd
