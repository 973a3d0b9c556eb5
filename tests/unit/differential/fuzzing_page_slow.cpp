// The generator does what docs/fuzzing.md, its results in docs/reports/ and docs/generators.md say about the
// profiles.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "differential/programs/generate/generator.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/process.hpp"

namespace musimd::differential::fuzzing_page_slow {
namespace {

using Row = std::vector<std::string>;

std::string page(const std::string& name) {
    return support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs" / name);
}

// The rows of the table whose header starts with this, split into cells.
std::vector<Row> table_of(const std::string& text, const std::string& header) {
    std::istringstream lines(text.substr(std::min(text.find("\n" + header), text.size() - 1) + 1));
    std::vector<Row> rows;
    for (std::string line; std::getline(lines, line) && line.starts_with("|");) {
        Row& row = rows.emplace_back();
        std::istringstream cells(line.substr(2));
        for (std::string cell; std::getline(cells, cell, '|');) {
            std::erase(cell, '`');
            cell.erase(cell.find_last_not_of(' ') + 1);
            cell.erase(0, cell.find_first_not_of(' '));
            row.push_back(cell);
        }
    }
    rows.erase(rows.begin(), rows.begin() + std::min<std::ptrdiff_t>(2, std::ssize(rows)));
    return rows;
}

std::vector<std::string> first_cells(const std::vector<Row>& rows) {
    std::vector<std::string> cells;
    for (const Row& row : rows) cells.push_back(row.at(0));
    return cells;
}

std::vector<std::string> profile_names() {
    std::vector<std::string> names;
    for (const ProfileInfo& profile : profiles()) names.emplace_back(profile.name);
    return names;
}

// The mean over the programs that the benchmark runs, with seeds 0 to 1999.
std::int64_t mean_steps(Profile profile) {
    constexpr std::uint64_t kPrograms = 2000;
    std::uint64_t steps = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const Case c = generate(profile, seed);
        steps += fast::run_fast(c.program, c.options, nullptr).steps;
    }
    return std::llround(static_cast<double>(steps) / kPrograms);
}

TEST(FuzzingPage, TableOfTimesHasEveryProfileWithItsSteps) {
    const auto rows = table_of(page("reports/fuzzing-results.md"), "| profile | steps |");
    ASSERT_EQ(first_cells(rows), profile_names());
    for (const Row& row : rows)
        EXPECT_EQ(row.at(1), std::to_string(mean_steps(*find_profile(row[0])))) << row[0];
}

TEST(FuzzingPage, SaysHowProfilesFollowOneAnother) {
    EXPECT_THAT(page("fuzzing.md"),
                testing::HasSubstr(fmt::format("has profile number k mod {},", profiles().size())));
    EXPECT_THAT(page("fuzzing.md"),
                testing::HasSubstr(fmt::format("⌊k / {}⌋ ≡ 0 modulo 4", profiles().size())));
}

TEST(GeneratorsPage, TableHasEveryProfile) {
    EXPECT_EQ(first_cells(table_of(page("generators.md"), "| profile | what its programs are made of |")),
              profile_names());
}

}  // namespace
}  // namespace musimd::differential::fuzzing_page_slow
