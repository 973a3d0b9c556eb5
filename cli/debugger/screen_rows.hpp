#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/debugger/session.hpp"

// The rows of the full-screen view, as text.

namespace musimd::cli {

/// The lane numbers above a strip of this many lanes, one per character: every fifth.
std::string lane_ruler(std::size_t lanes);

/// Π from the top, by lines of the source: `line 4: {1-3} wait for their side; line 2: {0} wait at the sync`.
std::string stack_row(const DebugSession& session);
/// Λ from the top: `line 10: {0, 1} before it`.
std::string context_row(const DebugSession& session);

/// The last steps, at most so many: for each, how many lanes ran, as a bar. The last is the step before now.
std::string timeline_row(DebugSession& session, std::size_t steps);

/// A value of a variable in a lane.
struct VariableCell {
    std::string text;
    bool is_changed = false;  ///< by the last step
    bool sleeps = false;      ///< its lane does not run
};
struct VariableRow {
    std::string name;
    std::vector<VariableCell> cells;
};
/// The variables of the lanes of the shown warp, at most so many lanes.
std::vector<VariableRow> variable_rows(DebugSession& session, std::size_t lanes);

}  // namespace musimd::cli
