#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "views/profile/profile.hpp"

// Annotated source as a table, for the terminal and for HTML.

namespace musimd::views {

struct ProfileColumn {
    std::string_view title;
    std::string meaning;
};

inline constexpr std::size_t kProfileColumns = 5;

/// The columns before the source.
std::array<ProfileColumn, kProfileColumns> profile_columns(const ProfileMemory& memory);

/// The counts in these columns; empty where there was nothing to count.
std::array<std::string, kProfileColumns> profile_cells(const ProfileCounts& counts);

/// A line of a file, or lines that are left out.
struct ProfileRow {
    std::uint32_t line = 0;               ///< in the file; 0 if it has none
    std::uint32_t left_out = 0;           ///< if it stands for several lines: how many
    std::string text;                     ///< blanks instead of tabs
    std::optional<ProfileCounts> counts;  ///< nothing if it was not executed
};

/// The lines of a file, or instructions without a source line.
struct ProfileTable {
    std::string title;  ///< the name of the file; printable
    std::vector<ProfileRow> rows;
};

/// The files with lines that were executed; the first file in any case. Long parts that were not executed are
/// left out.
std::vector<ProfileTable> profile_tables(const ProfiledKernel& kernel);

/// How many of the steps are on a line: of the hottest ones, of warm ones, of others.
enum class Heat : std::uint8_t { cold, warm, hot };
Heat heat_of(const ProfileCounts& line, const ProfileCounts& total);

}  // namespace musimd::views
