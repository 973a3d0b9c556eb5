// What --lanes shows: see views/lanes.

#include "cli/programs/lanes.hpp"

#include <iostream>

#include "cli/command/terminal.hpp"

namespace musimd::cli {
void declare_lanes_options(Options& options, const char* help) {
    options.flag("lanes", help);
    options.value("lanes-warp", "W", "the warp that --lanes shows (default 0)");
}

bool shows_lanes(const Options& options) {
    const bool shows = options.has("lanes");
    if (!shows && options.has("lanes-warp")) throw UsageError("'--lanes-warp' needs '--lanes'");
    if (shows && options.has("json")) throw exclusive("lanes", "json");
    return shows;
}

views::LanesLayout lanes_layout(const Options& options, bool by_line) {
    return {.width = terminal_width(),
            .has_colour = shows_colour(),
            .by_line = by_line,
            .warp = static_cast<std::uint32_t>(options.integer("lanes-warp", 0, kMaxWarps - 1).value_or(0))};
}

}  // namespace musimd::cli
