// What --lanes shows: see views/lanes.

#include "cli/lanes.hpp"

#include <iostream>

#include "cli/terminal.hpp"

namespace musimd::cli {
void declare_lanes_options(Options& options, const char* what) {
    options.flag("lanes", what);
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

views::LanesView::PlaceOf places_in(const SourceLines& lines) {
    return [lines](const Program& program, Label pc) -> views::SourcePlace {
        const std::uint32_t number = program.at(pc).line;
        if (number == 0) return {0, 0, "(before the first line)"};
        return {number, lines.place(number).line, lines.text(number)};
    };
}

LanesOfKernel::LanesOfKernel(const Options& options, const SourceLines& lines)
    : LanesView(lanes_layout(options, true), places_in(lines),
                [](std::string_view piece) { std::cout << piece; }) {}

}  // namespace musimd::cli
