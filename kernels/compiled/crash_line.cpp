#include "kernels/compiled/crash_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <fstream>
#include <sstream>
#include <string>

#include "host/child.hpp"
#include "host/files.hpp"

namespace musimd::kernels {

std::optional<std::uint32_t> crash_line(const CompiledUnit& unit, const CaseResult& result,
                                        std::string_view source_name) {
    if (result.frames.empty()) return std::nullopt;
    const host::TemporaryFolder folder;
    const std::string output = (folder.path() / "lines").string();
    const host::ChildEnd end =
        host::run_command(fmt::format("exec addr2line -i -e {} {:#x} > {} 2>&1", host::quoted(unit.library),
                                      fmt::join(result.frames, " "), host::quoted(output)),
                          {std::chrono::seconds(60)});
    if (!end.ok()) return std::nullopt;
    // `FILE:LINE`, from the innermost inlined function outward; the file as an absolute path.
    std::ifstream lines(output);
    for (std::string text; std::getline(lines, text);) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string::npos) continue;
        const std::string_view file = std::string_view(text).substr(0, colon);
        if (file != source_name && !file.ends_with(fmt::format("/{}", source_name))) continue;
        std::uint32_t line = 0;
        std::from_chars(text.data() + colon + 1, text.data() + text.size(), line);
        if (line != 0) return line;
    }
    return std::nullopt;
}

std::string source_line(const std::string& text, std::uint32_t number) {
    std::istringstream lines(text);
    std::string line;
    for (std::uint32_t i = 0; i < number && std::getline(lines, line);) ++i;
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : line.substr(begin);
}

}  // namespace musimd::kernels
