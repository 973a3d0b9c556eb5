#include "views/profile/profile_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "views/profile/profile_rows.hpp"
#include "views/text_columns.hpp"

namespace musimd::views {
namespace {

constexpr std::size_t kShortestSource = 12;
constexpr std::size_t kPercentage = 6;  // columns
constexpr std::size_t kLineNumber = 5;

/// Writes the tables of a kernel.
class Writer {
  public:
    Writer(const Profile& profile, const ProfiledKernel& kernel, const ProfileLayout& layout)
        : layout_(layout), total_(kernel.total()) {
        const auto columns = profile_columns(profile.memory);
        const auto sums = profile_cells(total_);
        std::size_t before = kLineNumber + 3;
        for (std::size_t i = 0; i < kProfileColumns; ++i) {
            titles_[i] = columns[i].title;
            widths_[i] = std::max({columns[i].title.size(), sums[i].size(), kPercentage});
            before += widths_[i] + 1;
        }
        text_width_ = std::max(kShortestSource, layout.width > before ? layout.width - before : 0);
    }

    std::string text(const ProfiledKernel& kernel) const {
        std::string text = line(titles_, " line", "source");
        const std::vector<ProfileTable> tables = profile_tables(kernel);
        for (const ProfileTable& table : tables) {
            if (tables.size() > 1) text += line({}, "", table.title);
            for (const ProfileRow& row : table.rows) text += row_text(row);
        }
        return text + line(profile_cells(total_), "", "total");
    }

  private:
    using Cells = std::array<std::string, kProfileColumns>;

    std::string line(const Cells& cells, const std::string& number, std::string source) const {
        std::string text;
        for (std::size_t i = 0; i < kProfileColumns; ++i)
            text += fmt::format("{:>{}} ", cells[i], widths_[i]);
        text += fmt::format("{:>{}}  ", number, kLineNumber);
        if (columns_of(source) > text_width_) source = fitted(source, text_width_);
        text += source;
        text.erase(text.find_last_not_of(' ') + 1);
        return text + "\n";
    }

    std::string row_text(const ProfileRow& row) const {
        if (row.left_out != 0)
            return coloured("\x1b[2m", line({}, "…", fmt::format("({} lines)", row.left_out)));
        const std::string number = row.line == 0 ? "" : std::to_string(row.line);
        const std::string source = shown(row.text, row.text.size());
        if (!row.counts) return coloured("\x1b[2m", line({}, number, source));
        const std::string text = line(profile_cells(*row.counts), number, source);
        switch (heat_of(*row.counts, total_)) {
            case Heat::hot:
                return coloured("\x1b[1;31m", text);
            case Heat::warm:
                return coloured("\x1b[33m", text);
            case Heat::cold:
                break;
        }
        return text;
    }

    std::string coloured(const char* colour, std::string text) const {
        if (!layout_.has_colour) return text;
        text.pop_back();
        return colour + text + "\x1b[0m\n";
    }

    const ProfileLayout& layout_;
    ProfileCounts total_;
    Cells titles_;
    std::array<std::size_t, kProfileColumns> widths_ = {};
    std::size_t text_width_ = 0;
};

std::string legend(const ProfileMemory& memory, std::size_t width) {
    std::string text;
    for (const ProfileColumn& column : profile_columns(memory)) {
        std::string line = fmt::format("{:<8}  {}", column.title, column.meaning);
        if (columns_of(line) > width) line = fitted(line, width);
        text += line + "\n";
    }
    return text;
}

}  // namespace

std::string profile_text(const Profile& profile, const ProfileLayout& layout) {
    std::string text = legend(profile.memory, layout.width);
    for (const ProfiledKernel& kernel : profile.kernels) {
        text += "\n";
        if (profile.kernels.size() > 1)
            text += fmt::format("==> {} <==\n", shown(kernel.name, kernel.name.size()));
        text += Writer(profile, kernel, layout).text(kernel);
    }
    return text;
}

}  // namespace musimd::views
