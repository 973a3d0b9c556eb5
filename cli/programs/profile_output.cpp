#include "cli/programs/profile_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/command/text_files.hpp"
#include "isa/diagnostic.hpp"
#include "isa/json_text.hpp"
#include "views/profile/profile_formats.hpp"
#include "views/profile/profile_report.hpp"

namespace musimd::cli {
namespace {

constexpr std::size_t kWidthOfFiles = 200;  // columns of text that is not for a terminal

std::optional<ProfileFormat> usual_format(const std::string& file) {
    const std::filesystem::path path(file);
    if (path.filename().string().starts_with("callgrind.")) return ProfileFormat::callgrind;
    const std::pair<std::string_view, ProfileFormat> extensions[] = {
        {".txt", ProfileFormat::text},      {".html", ProfileFormat::html},
        {".htm", ProfileFormat::html},      {".callgrind", ProfileFormat::callgrind},
        {".folded", ProfileFormat::folded}, {".json", ProfileFormat::json},
    };
    for (const auto& [extension, format] : extensions)
        if (path.extension() == extension) return format;
    return std::nullopt;
}

std::string text_of(const views::Profile& profile, ProfileFormat format, const std::string& title,
                    const views::ProfileLayout& layout) {
    switch (format) {
        case ProfileFormat::text:
            return views::profile_text(profile, layout);
        case ProfileFormat::html:
            return views::profile_html(profile, title);
        case ProfileFormat::callgrind:
            return views::profile_callgrind(profile, title);
        case ProfileFormat::folded:
            return views::profile_folded(profile);
        case ProfileFormat::json:
            return json_text(views::profile_json(profile), 1) + "\n";
    }
    return {};
}

}  // namespace

ProfileFormat profile_format(const Options& options, const std::string& option,
                             const std::optional<std::string>& file) {
    if (const auto name = options.choice(option))
        return static_cast<ProfileFormat>(std::ranges::find(kProfileFormats, *name) -
                                          kProfileFormats.begin());
    if (!file) return ProfileFormat::text;
    if (const auto format = usual_format(*file)) return *format;
    throw UsageError(fmt::format(
        "'--{}' is needed: the name '{}' does not end in .txt, .html, .callgrind, .folded or .json", option,
        shown(*file)));
}

views::ProfileSource profile_source(const std::string& file, std::uint32_t lines_before,
                                    const std::string& text) {
    views::ProfileSource source{file, lines_before, {}};
    for (const std::string_view line : lines_of(text)) source.lines.emplace_back(line);
    return source;
}

void print_profile(const views::Profile& profile, ProfileFormat format, const std::string& title,
                   std::ostream& stream) {
    const bool has_colour = &stream == &std::cout && shows_colour();
    stream << text_of(profile, format, title, {.width = terminal_width(), .has_colour = has_colour});
}

void write_profile(const views::Profile& profile, ProfileFormat format, const std::string& title,
                   const std::string& file) {
    write_text(file, text_of(profile, format, title, {.width = kWidthOfFiles, .has_colour = false}));
}

}  // namespace musimd::cli
