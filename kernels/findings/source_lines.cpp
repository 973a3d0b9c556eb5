#include "kernels/findings/source_lines.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "dsl/text/source.hpp"
#include "host/pattern.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::kernels {

SourceLines::SourceLines(const reader::Source& source, const std::vector<dsl::cuda::IncludedFile>& included)
    : file_(source.file), text_(source.text), included_(included) {}

dsl::cuda::FileLine SourceLines::place(std::uint32_t number) const {
    return dsl::cuda::place_of(number, file_, included_);
}

std::string SourceLines::where(dsl::SourcePoint point) const {
    const std::string line = dsl::cuda::to_string(place(point));
    return point.column == 0 ? line : fmt::format("{}:{}", line, column(point));
}

std::uint32_t SourceLines::column(dsl::SourcePoint point) const {
    if (point.column == 0) return 0;
    return static_cast<std::uint32_t>(column_of(whole_line(point), point.column - 1));
}

std::string SourceLines::whole_line(std::uint32_t number) const {
    if (number == 0) return {};
    const dsl::cuda::IncludedFile* const file = dsl::cuda::file_of(number, included_);
    const std::vector<std::string_view> lines = lines_of(file == nullptr ? text_ : file->text);
    const std::uint32_t line = file == nullptr ? number : number - file->lines_before;
    return line <= lines.size() ? std::string(lines[line - 1]) : std::string();
}

std::string SourceLines::text(std::uint32_t number) const {
    const std::string line = whole_line(number);
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : line.substr(begin);
}

std::string SourceLines::with_files(const std::string& message, std::uint32_t finding_line) const {
    if (included_.empty()) return message;
    static const host::Pattern kLine("\\bline ([0-9]+)");
    const std::string here = place(finding_line).file;
    return kLine.replace(message, [&](const host::Pattern::Match& found) {
        const auto at = place(static_cast<std::uint32_t>(std::stoul(found.group(1))));
        return fmt::format("line {}{}", at.line, at.file == here ? "" : " of " + at.file);
    });
}

std::string SourceLines::as_spelled(const std::string& message, std::uint32_t line) const {
    static const host::Pattern kCalls("\\b(__shfl|__syncthreads)\\w*");
    std::map<std::string, std::string> spelled;
    for (const host::Pattern::Match& call : kCalls.search_all(text(line))) {
        const auto [known, is_new] = spelled.try_emplace(call.group(1), call.text());
        if (!is_new && known->second != call.text()) return message;  // which of them is not known
    }
    return kCalls.replace(message, [&](const host::Pattern::Match& named) {
        const auto found = spelled.find(named.group(1));
        return found == spelled.end() ? named.text() : found->second;
    });
}

std::vector<SourceLines::File> SourceLines::files() const {
    std::vector<File> files = {{file_, 0, text_}};
    for (const dsl::cuda::IncludedFile& file : included_)
        files.push_back({file.name, file.lines_before, file.text});
    return files;
}

std::string SourceLines::indented(dsl::SourcePoint point) const {
    if (point.line == 0) return {};
    const std::string line = text(point);
    const std::size_t before = whole_line(point).size() - line.size();
    if (point.column <= before || point.column > before + line.size()) return fmt::format("    {}\n", line);
    constexpr std::size_t kWhole = 160;  // of a longer line, what is around the caret
    const std::size_t offset = point.column - 1 - before;
    if (line.size() > kWhole) return excerpt(line, offset);
    const std::string indent(column_of(line, offset) - 1, ' ');
    return fmt::format("    {}\n    {}^\n", shown(line, line.size()), indent);
}

std::string listing(const Program& program, const SourceLines& lines) {
    const std::string own = lines.files().front().name;
    return dsl::print_listing(program, [&](std::uint32_t number) {
        dsl::cuda::FileLine place = lines.place(number);
        const bool is_own = place.file == own;
        place.file = std::filesystem::path(place.file).filename().string();
        const std::string where = is_own ? std::to_string(place.line) : dsl::cuda::to_string(place);
        const std::string text = lines.text(number);
        return text.empty() ? where : fmt::format("{}: {}", where, text);
    });
}

}  // namespace musimd::kernels
