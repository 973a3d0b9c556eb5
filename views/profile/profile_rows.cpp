#include "views/profile/profile_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/diagnostic.hpp"

namespace musimd::views {
namespace {

constexpr std::uint32_t kContext = 3;  // lines around those that were executed
constexpr std::uint32_t kFewestLeftOut = 4;
constexpr std::size_t kTab = 4;

/// With blanks instead of tabs.
std::string expanded(const std::string& line) {
    std::string text;
    for (const char c : line) {
        if (c == '\t')
            text.append(kTab - text.size() % kTab, ' ');
        else
            text += c;
    }
    return text;
}

using Lines = std::map<std::uint32_t, ProfileCounts>;

/// The lines from `begin` to `end` of the file, which were not executed; numbered from 0.
void add_idle(const ProfileSource& source, std::uint32_t begin, std::uint32_t end, ProfileTable& table) {
    const auto size = static_cast<std::uint32_t>(source.lines.size());
    const std::uint32_t head = begin == 0 ? 0 : kContext;
    const std::uint32_t tail = end == size ? 0 : kContext;
    const bool is_long = end - begin >= head + tail + kFewestLeftOut;
    for (std::uint32_t i = begin; i < end; ++i) {
        if (is_long && i == begin + head) {
            table.rows.push_back({0, end - begin - head - tail, {}, {}});
            i = end - tail;
            if (i == end) return;
        }
        table.rows.push_back({i + 1, 0, expanded(source.lines[i]), {}});
    }
}

ProfileTable table_of(const ProfileSource& source, const Lines& lines) {
    ProfileTable table{display_name(source.file), {}};
    const auto size = static_cast<std::uint32_t>(source.lines.size());
    std::uint32_t next = 0;
    for (auto line = lines.upper_bound(source.lines_before); line != lines.end() && source.has(line->first);
         ++line) {
        const std::uint32_t at = line->first - source.lines_before - 1;
        add_idle(source, next, at, table);
        table.rows.push_back({at + 1, 0, expanded(source.lines[at]), line->second});
        next = at + 1;
    }
    if (next != 0 || source.lines_before == 0) add_idle(source, next, size, table);
    return table;
}

/// Instructions whose lines are in no file.
ProfileTable table_of_others(const ProfiledKernel& kernel) {
    ProfileTable table{"instructions without a source line", {}};
    for (const ProfiledInstruction& one : kernel.instructions) {
        if (kernel.source_of(one.line) == nullptr)
            table.rows.push_back({one.line, 0, expanded(one.text), one.counts});
    }
    return table;
}

}  // namespace

std::array<ProfileColumn, kProfileColumns> profile_columns(const ProfileMemory& memory) {
    return {{{"steps", "steps of warps"},
             {"lanes", "share of the threads that took part in the steps"},
             {"memory", fmt::format("memory transactions: segments of {} words", memory.segment)},
             {"banks", fmt::format("conflicts in {} banks: passes after the first", memory.banks)},
             {"diverged", "branches that diverged, of all branches"}}};
}

std::array<std::string, kProfileColumns> profile_cells(const ProfileCounts& c) {
    const auto if_any = [](std::uint64_t any, std::uint64_t count) {
        return any == 0 ? std::string() : fmt::format("{}", count);
    };
    return {fmt::format("{}", c.steps), c.steps == 0 ? "" : fmt::format("{:.1f}%", 100 * c.lane_use()),
            if_any(c.requests, c.transactions), if_any(c.bank_requests, c.conflicts),
            c.branches == 0 ? "" : fmt::format("{}/{}", c.divergent, c.branches)};
}

std::vector<ProfileTable> profile_tables(const ProfiledKernel& kernel) {
    const Lines lines = kernel.by_line();
    std::vector<ProfileTable> tables;
    for (const ProfileSource& source : kernel.sources) {
        ProfileTable table = table_of(source, lines);
        if (!table.rows.empty()) tables.push_back(std::move(table));
    }
    ProfileTable others = table_of_others(kernel);
    if (!others.rows.empty()) tables.push_back(std::move(others));
    return tables;
}

Heat heat_of(const ProfileCounts& line, const ProfileCounts& total) {
    constexpr double kHot = 0.2;
    constexpr double kWarm = 0.05;
    const double share =
        static_cast<double>(line.steps) / static_cast<double>(std::max<std::uint64_t>(total.steps, 1));
    return share >= kHot ? Heat::hot : share >= kWarm ? Heat::warm : Heat::cold;
}

}  // namespace musimd::views
