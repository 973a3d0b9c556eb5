#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cli/programs/state_table.hpp"
#include "semantics/errata.hpp"
#include "semantics/result.hpp"
#include "simulator/endless/endless.hpp"
#include "simulator/observers/race_partner.hpp"
#include "simulator/observers/statistics.hpp"

namespace musimd::cli {

/// A result as text: the outcome, Θ, the variables and Σ, as much of them as the layout asks for.
void report(const Result& result, const Program& program, const Layout& layout, const Write& write);

/// A trap as a message at its instruction: `FILE:LINE:COLUMN: trap: …`, the line, a caret. For
/// pc-out-of-program, the caret is past the last instruction.
std::string render_trap(const Trap& trap, const Program& program, std::string_view file,
                        std::string_view text);

/// What a run warns of, each at its instruction: `FILE:LINE:COLUMN: warning: …`, the line, a caret.
std::string render_run_warnings(const std::vector<RunWarning>& warnings, const Program& program,
                                std::string_view file, std::string_view text);

/// For a trap in which machines wait: who waits for whom, as notes.
std::string waiting_notes(const Trap& trap, const Program& program, std::string_view file);

/// That a program depends on lock step: how it ends under each model, with notes at both instructions.
std::string render_dependence(const Result& lockstep, const Result& volta, const Program& program,
                              std::string_view file, std::string_view text);

/// For a result that ends in a race: the earlier access, as a note at its instruction. Empty for other
/// results. `run_again` repeats the run for an observer.
std::string race_note(const Result& result, const Program& program,
                      const std::function<void(Observer*)>& run_again, std::string_view file,
                      std::string_view text);

/// Why a run of the program ended with the outcome `limit`, as a message at the instruction that was next.
/// `printed`: the rules that ran as the paper prints them.
std::string render_limit(const Limit& limit, const Program& program, Errata printed, std::string_view file,
                         std::string_view text);

/// The same of a run that is known never to end, with who waits for whom.
std::string render_endless(const Limit& limit, const Endless& endless, std::string_view file,
                           std::string_view text);

/// `FILE:LINE:COLUMN: WHAT`, with the line and a caret; `FILE: WHAT` if the line is 0.
std::string render_at(std::uint32_t line, std::uint32_t column, std::string_view message,
                      std::string_view file, std::string_view text);

/// The same with the caret at the end of the instruction: something is missing after it.
std::string render_after(const Instruction& instruction, std::string_view message, std::string_view file,
                         std::string_view text);

/// Statistics as a table.
std::string table(const Statistics& statistics, const Program& program);

}  // namespace musimd::cli
