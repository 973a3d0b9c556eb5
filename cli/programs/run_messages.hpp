#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/errata.hpp"
#include "semantics/result.hpp"
#include "simulator/endless/endless.hpp"

// How commands that run a program end.

namespace musimd::cli {

/// The exit status of a run.
int exit_status(Outcome outcome);

/// What standard error reports of a run: warnings, the trap with its notes, the limit; not that a schedule
/// has ended. `race` is the note of race_note; `endless`, if the run is known never to end.
std::string run_messages(const Result& result, const Program& program, Errata printed,
                         const std::string& race, const std::optional<Endless>& endless,
                         std::string_view file, std::string_view text);

/// That `musimd check` finds an error, unless the run has trapped there: a note.
std::string check_note(const Result& result, const Program& program, Errata printed, std::string_view file);

/// For a thread that an `everywhere` block woke and that trapped since it slept when a variable was written:
/// a note.
std::string slept_note(const Result& result, const Program& program, const MachineOptions& options,
                       std::string_view file);

}  // namespace musimd::cli
