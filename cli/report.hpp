#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "semantics/result.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd::cli {

/// A result as people read it: the outcome, Θ, the variables and Σ.
void report(const Result& result, const Program& program, const std::function<void(std::string_view)>& write);

/// A trap as a message at the instruction's place: `FILE:LINE:COLUMN: trap: …`, the line, a caret.
std::string render_trap(const Trap& trap, std::string_view file, std::string_view text);

/// Why a run of the program ended with the outcome `limit`.
std::string limit_reason(const Result& result, const Program& program, const MachineOptions& options);

/// Statistics as a table.
std::string table(const Statistics& statistics);

}  // namespace musimd::cli
