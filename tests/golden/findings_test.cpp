// The commands of docs/reports/nsimd-findings.md are accepted, and name files that exist.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace musimd::findings_test {
namespace {

std::vector<std::vector<std::string>> commands_of(const std::string& page) {
    static const std::regex kCommand("^    (?:[0-9]+  )?musimd (.*)$");
    std::vector<std::vector<std::string>> commands;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, kCommand)) continue;
        std::istringstream words(match[1]);
        auto& command = commands.emplace_back();
        for (std::string word; words >> word;) command.push_back(word);
    }
    return commands;
}

// Without available backends, a command ends once its options are accepted; scalar is always available.
support::Finished run_without_nsimd(std::vector<std::string> words) {
    static const std::regex kScalar("scalar(-[a-z0-9]+)?,");
    for (std::string& word : words) word = std::regex_replace(word, kScalar, "");
    support::Command command = support::musimd(std::move(words));
    command.arguments.insert(command.arguments.begin(), {"/usr/bin/env", "NSIMD_ROOT=/nowhere"});
    command.folder = MUSIMD_SOURCE_DIR;
    return support::run(command);
}

TEST(NsimdFindings, CommandsAreAccepted) {
    const auto page =
        support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/reports/nsimd-findings.md");
    const auto commands = commands_of(page);
    EXPECT_GE(commands.size(), 8U);
    for (const auto& command : commands) {
        const support::Finished finished = run_without_nsimd(command);
        EXPECT_THAT(finished.errors,
                    testing::HasSubstr("error: none of the backends named by --backends is available"))
            << testing::PrintToString(command);
        if (command[0] == "spmd") {
            EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(MUSIMD_SOURCE_DIR) / command[1]));
        }
    }
}

}  // namespace
}  // namespace musimd::findings_test
