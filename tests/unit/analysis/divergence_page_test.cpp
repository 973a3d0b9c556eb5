// The table of programs/bench/divergence.md has a row for each program of programs/bench, with
// its counts.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "analysis/divergence/report.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::divergence_page_test {
namespace {

namespace fs = std::filesystem;
using Counts = DivergenceReport::Counts;
using Rows = std::map<std::string, std::string>;

std::string three(const Counts& counts) {
    return fmt::format("{}/{}/{}", counts.uniform, counts.affine, counts.divergent);
}

std::string row_of(const Program& program) {
    const DivergenceReport report = analyze_divergence(program);
    const Counts branches = report.branch_counts();
    return fmt::format("{} | {} | {}/{} | {} | {}", three(report.variable_counts()),
                       three(report.result_counts()), branches.uniform, branches.divergent,
                       three(report.access_counts()), std::ranges::count(report.scalars, true));
}

Rows rows_of_the_page() {
    static const std::regex row(R"(\| \[[^\]]*\]\(([^)]*)\) \| (.*) \|)");
    std::istringstream lines(
        support::read_file(fs::path(MUSIMD_SOURCE_DIR) / "programs/bench/divergence.md"));
    Rows rows;
    std::smatch match;
    for (std::string line; std::getline(lines, line);)
        if (std::regex_match(line, match, row)) rows[match[1]] = match[2];
    return rows;
}

TEST(DivergencePage, TableHasTheCountsOfEachProgram) {
    Rows counted;
    for (const fs::path& file : support::project_files("programs/bench", {".asm"}))
        counted[file.filename().string()] =
            row_of(support::read(support::read_file(file), {}, file.string()));
    EXPECT_EQ(rows_of_the_page(), counted);
}

}  // namespace
}  // namespace musimd::divergence_page_test
