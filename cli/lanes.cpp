// What --lanes shows: see views/lanes.

#include "cli/lanes.hpp"

#include <iostream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/terminal.hpp"
#include "isa/diagnostic.hpp"
#include "isa/printer.hpp"

namespace musimd::cli {
namespace {

/// The line without its comment and the blanks around it.
std::string code_of(std::string_view line) {
    line = line.substr(0, line.find(';'));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return std::string(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
}

}  // namespace

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

views::LanesView::PlaceOf places_in(const std::string& file, const std::string& text) {
    std::vector<std::string> lines;
    if (!file.ends_with(".pl"))
        for (const std::string_view line : lines_of(text)) lines.push_back(code_of(line));
    return [lines = std::move(lines)](const Program& program, Label pc) -> views::SourcePlace {
        const std::uint32_t line = program.at(pc).line;
        const auto shares = [&](Label other) {
            return other >= 1 && other <= program.instructions.size() && program.at(other).line == line;
        };
        const bool is_alone = line != 0 && line <= lines.size() && !shares(pc - 1) && !shares(pc + 1);
        return {line, line, is_alone ? lines[line - 1] : print(program.at(pc), program)};
    };
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
