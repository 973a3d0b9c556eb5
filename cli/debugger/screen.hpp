#pragma once

#include "cli/debugger/session.hpp"

namespace musimd::cli {

/// The full-screen view, until the user leaves it. Standard input and output are a terminal.
void show_debug_screen(DebugSession& session);

}  // namespace musimd::cli
