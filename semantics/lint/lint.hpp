#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// Lints: static checks that find what a program may well do on purpose, but seldom does. Each has a file of
// its own in this folder. docs/lints.md says exactly when each warns.

namespace musimd {

/// What a lint found.
struct Warning {
    std::string_view id;  ///< the lint's
    Label pc = 0;         ///< the instruction that it is about; of a label, the one that it names
    Location location;    ///< in the program's text
    std::string message;  ///< what is wrong, then what would be right
};

using Warnings = std::vector<Warning>;

/// A row of the table of lints.
struct Lint {
    std::string_view id;       ///< `dead-code`
    std::string_view meaning;  ///< one line of prose: what it finds
    Warnings (*find)(const Program&);
};

/// All lints.
std::span<const Lint> lints();

/// What all of them find, in the order of the text.
Warnings lint(const Program& program);

/// Lints that follow control with all that is open on the stacks say nothing of a program with more of such
/// points (ControlGraph), or with more of points times variables.
inline constexpr std::size_t kMaxLintedPoints = 5'000;
inline constexpr std::size_t kMaxLintedBits = 4'000'000;

// One function per lint.

/// Variables that are read and that no instruction assigns, each once. (`shfl` assigns nothing: it passes
/// on.)
Warnings find_unassigned_variables(const Program& program);
/// Instructions that control cannot reach from the first one; of neighbours, only the first.
Warnings find_dead_code(const Program& program);
/// Labels that are the target of no instruction.
Warnings find_unused_labels(const Program& program);
/// `sync`s that control reaches, but by no branch.
Warnings find_idle_syncs(const Program& program);
/// A `shfl` whose lane may be outside of the mask, and whose variable is then read.
Warnings find_sleeping_lanes(const Program& program);
/// Addresses that one thread of a warp stores to and another one uses, with no barrier between.
Warnings find_unsynchronised_sharing(const Program& program);

}  // namespace musimd
