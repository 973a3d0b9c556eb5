// The numbers of docs/semantics.md, and the programs that test each statement: programs/statements.json.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace musimd::statements_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const fs::path kRoot = MUSIMD_SOURCE_DIR;

/// The numbers in the text, in its order.
std::vector<std::string> numbers_in(const std::string& text) {
    static const std::regex number(R"(\[(S[0-9]+\.[0-9]+)\])");
    std::vector<std::string> numbers;
    for (std::sregex_iterator i(text.begin(), text.end(), number), end; i != end; ++i)
        numbers.push_back((*i)[1]);
    return numbers;
}

const std::string& semantics_page() {
    static const std::string page = support::read_file(kRoot / "docs/semantics.md");
    return page;
}

const nlohmann::json& table() {
    static const auto json = nlohmann::json::parse(support::read_file(kRoot / "programs/statements.json"));
    return json["statements"];
}

// S4.7 is in section 4.
TEST(Statements, EachNumberIsThereOnceInItsSection) {
    std::set<std::string> seen;
    std::string section;
    std::istringstream lines(semantics_page());
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## ")) section = line.substr(3, line.find('.') - 3);
        for (const std::string& number : numbers_in(line)) {
            EXPECT_TRUE(seen.insert(number).second) << number;
            EXPECT_THAT(number, testing::StartsWith("S" + section + ".")) << line;
        }
    }
    for (int i = 1; i <= 11; ++i) EXPECT_THAT(semantics_page(), HasSubstr(fmt::format("[S{}.1]", i)));
}

TEST(Statements, TheTableHasTheNumbersOfThePage) {
    const auto numbers = numbers_in(semantics_page());
    std::set<std::string> listed;
    for (const auto& [number, programs] : table().items()) listed.insert(number);
    EXPECT_EQ(std::set<std::string>(numbers.begin(), numbers.end()), listed);
}

TEST(Statements, EachIsTestedByAProgram) {
    for (const auto& [number, programs] : table().items()) {
        EXPECT_THAT(programs, Not(IsEmpty())) << number;
        for (const auto& program : programs) {
            const fs::path file = kRoot / program.get<std::string>();
            ASSERT_TRUE(fs::exists(file)) << number << ' ' << file;
            // What a run cannot show, as an error of a file, is tested there.
            if (program.get<std::string>().starts_with("tests/")) continue;
            EXPECT_THAT(support::read_file(file), HasSubstr(".expect")) << number << ' ' << file;
        }
    }
}

}  // namespace
}  // namespace musimd::statements_test
