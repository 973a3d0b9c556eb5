#include "views/lanes/source_places.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/printer.hpp"

namespace musimd::views {
namespace {

/// The line without its comment and the blanks around it.
std::string trimmed_code(std::string_view line) {
    line = line.substr(0, line.find(';'));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return std::string(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
}

}  // namespace

LanesView::PlaceOf places_in(const std::string& file, const std::string& text) {
    std::vector<std::string> lines;
    if (!file.ends_with(".pl"))
        for (const std::string_view line : lines_of(text)) lines.push_back(trimmed_code(line));
    return [lines = std::move(lines)](const Program& program, Label pc) -> SourcePlace {
        const std::uint32_t line = program.at(pc).line;
        const auto shares = [&](Label other) {
            return other >= 1 && other <= program.instructions.size() && program.at(other).line == line;
        };
        const bool is_alone = line != 0 && line <= lines.size() && !shares(pc - 1) && !shares(pc + 1);
        return {line, line, is_alone ? lines[line - 1] : print(program.at(pc), program)};
    };
}

}  // namespace musimd::views
