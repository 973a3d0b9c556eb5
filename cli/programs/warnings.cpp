#include "cli/programs/warnings.hpp"

namespace musimd::cli {

Diagnostics diagnostics_of(const Warnings& warnings, std::string_view text) {
    const auto lines = lines_of(text);
    Diagnostics diagnostics;
    Location last{1, 1};  // warnings are in the order of the text, and a line may be long
    std::size_t offset = 0;
    for (const Warning& warning : warnings) {
        const Location here = warning.location;
        if (here.line == 0 || here.line > lines.size()) {
            diagnostics.warning(0, 0, warning.message, std::string(warning.id));
            continue;
        }
        if (here.line != last.line || here.column < last.column) {
            last = {here.line, 1};
            offset = 0;
        }
        offset += offset_of(lines[here.line - 1].substr(offset), here.column - last.column + 1);
        last = here;
        diagnostics.warning(here.line, offset, warning.message, std::string(warning.id));
    }
    return diagnostics;
}

std::string render_warnings(const Warnings& warnings, std::string_view file, std::string_view text) {
    const std::string_view name = file == "-" ? "<stdin>" : file;
    return render(name, lines_of(text), diagnostics_of(warnings, text));
}

}  // namespace musimd::cli
