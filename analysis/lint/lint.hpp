#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"

// Lints: static checks for code that is legal but rarely intended. Each has its own file in this folder.
// docs/lints.md defines exactly when each one warns.

namespace musimd {

/// A finding of a lint.
struct Warning {
    std::string_view id;  ///< the lint's
    Label pc = 0;         ///< the instruction concerned; for a label, the one that it names
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

/// The warnings of all lints, in the order of the text.
Warnings lint(const Program& program);

/// Lints that use a ControlGraph skip programs with more nodes than this, or with more nodes times variables.
inline constexpr std::size_t kMaxLintedPoints = 5'000;
inline constexpr std::size_t kMaxLintedBits = 4'000'000;

// One function per lint.

/// Variables that are read but never assigned, each once. (`shfl` does not assign: it only passes words on.)
Warnings find_unassigned_variables(const Program& program);
/// Instructions that control cannot reach; of consecutive ones, only the first.
Warnings find_dead_code(const Program& program);
/// Labels that are the target of no instruction.
Warnings find_unused_labels(const Program& program);
/// `sync`s that control reaches without passing a branch.
Warnings find_idle_syncs(const Program& program);
/// A `shfl` whose lane may be outside the mask, and whose variable is then read.
Warnings find_sleeping_lanes(const Program& program);
/// Addresses that one thread of a warp stores to and another one uses without a barrier in between.
Warnings find_unsynchronised_sharing(const Program& program);

}  // namespace musimd
