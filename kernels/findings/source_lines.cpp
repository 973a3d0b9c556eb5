#include "kernels/findings/source_lines.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "dsl/text/source.hpp"
#include "kernels/compiled/crash_line.hpp"

namespace musimd::kernels {

SourceLines::SourceLines(const reader::Source& source, const std::vector<dsl::cuda::IncludedFile>& included)
    : file_(source.file), text_(source.text), included_(included) {}

dsl::cuda::FileLine SourceLines::place(std::uint32_t number) const {
    return dsl::cuda::place_of(number, file_, included_);
}

std::string SourceLines::where(std::uint32_t number) const {
    return dsl::cuda::to_string(place(number));
}

std::string SourceLines::text(std::uint32_t number) const {
    if (number == 0) return {};
    const dsl::cuda::IncludedFile* const file = dsl::cuda::file_of(number, included_);
    if (file == nullptr) return source_line(text_, number);
    return source_line(file->text, number - file->lines_before);
}

std::vector<SourceLines::File> SourceLines::files() const {
    std::vector<File> files = {{file_, 0, text_}};
    for (const dsl::cuda::IncludedFile& file : included_)
        files.push_back({file.name, file.lines_before, file.text});
    return files;
}

std::string SourceLines::indented(std::uint32_t number) const {
    return number == 0 ? std::string() : fmt::format("    {}\n", text(number));
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
