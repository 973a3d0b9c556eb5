#pragma once

#include "cli/command/options.hpp"
#include "isa/program.hpp"
#include "views/lanes/lanes_view.hpp"
#include "views/lanes/source_places.hpp"

namespace musimd::cli {

/// --lanes and --lanes-warp.
void declare_lanes_options(Options& options, const char* help);

/// Whether the lanes are shown, which needs the result as text.
bool shows_lanes(const Options& options);

/// The layout on standard output. `by_line`: a row is a line instead of a step.
views::LanesLayout lanes_layout(const Options& options, bool by_line);

using views::places_in;
}  // namespace musimd::cli
