#pragma once

#include <string>
#include <string_view>

#include "isa/program.hpp"
#include "semantics/errata.hpp"
#include "semantics/result.hpp"

// How commands that run a program end.

namespace musimd::cli {

/// The exit status of a run.
int exit_status(Outcome outcome);

/// What standard error reports of a run: warnings, the trap with its notes, the limit; not that a schedule
/// has ended. `race` is the note of race_note.
std::string run_messages(const Result& result, const Program& program, Errata printed,
                         const std::string& race, std::string_view file, std::string_view text);

}  // namespace musimd::cli
