#pragma once

#include "cli/command/options.hpp"
#include "cli/debugger/session.hpp"

namespace musimd::cli {

/// --script, --command and --tui.
void declare_debugger_options(Options& options);

/// Debugs a program by the script and the commands of the options, by standard input or, if that is a
/// terminal, with a user. Returns the exit status. Throws InputError, before anything is run, if the script
/// has a wrong command.
int run_debugger(const Options& options, DebugSource source, const Program& program,
                 const MachineOptions& machine);

}  // namespace musimd::cli
