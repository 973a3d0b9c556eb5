#pragma once

#include "cli/debug_session.hpp"

namespace musimd::cli {

/// The full-screen view, until the user leaves it. Standard input and output are a terminal.
void show_debug_screen(DebugSession& session);

}  // namespace musimd::cli
