// docs/models.md: the programs of all models compute the same, and the page has their commands, excerpts,
// counts and pictures. One test, because what it compares is printed by one run of a script, which takes
// seconds.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/launch/front_end.hpp"
#include "tests/golden/pages.hpp"

namespace musimd::golden::models_page_slow {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;

const fs::path kDocs = fs::path(MUSIMD_SOURCE_DIR) / "docs";
constexpr std::size_t kRow = 40;  // words

Json printed_by_the_script() {
    const support::Finished finished = run_script("models.py", {"json"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return finished.status == 0 ? Json::parse(finished.output) : Json();
}

// What `dest` contains if src[i] is i: all rows, the odd ones copied; or one row that a launch copies. The
// tests of CudaLaunches run the programs that launch it for each odd row.
std::vector<int> odd_rows(std::size_t words) {
    std::vector<int> dest(words);
    for (std::size_t i = 0; i < words; ++i) {
        const bool is_copied = words == kRow || i / kRow % 2 == 1;
        dest[i] = is_copied ? static_cast<int>(i) : 0;
    }
    return dest;
}

// Labels and instructions, a line each, without comments and indentation.
std::string instructions_of(const std::string& assembly) {
    std::istringstream lines(assembly);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        line = std::regex_replace(line, std::regex(R"(\s*(;.*)?$|^\s+)"), "");
        if (!line.empty()) result += line + "\n";
    }
    return result;
}

std::vector<std::string> excerpts_of(const std::string& page) {
    static const std::regex fence("\n```asm\n([^`]*)```\n");
    std::vector<std::string> excerpts;
    for (std::sregex_iterator i(page.begin(), page.end(), fence), end; i != end; ++i) {
        excerpts.push_back((*i)[1]);
    }
    return excerpts;
}

void update(const Json& printed) {
    for (const auto& [name, picture] : printed["pictures"].items()) {
        std::ofstream(kDocs / "pictures" / name, std::ios::binary) << picture.get<std::string>();
    }
    const std::string page = support::read_file(kDocs / "models.md");
    const std::regex table(R"(\| model \| launches[^\n]*\n(\|[^\n]*\n)+)");
    std::ofstream(kDocs / "models.md", std::ios::binary)
        << std::regex_replace(page, table, printed["table"].get<std::string>());
}

TEST(ModelsPage, ShowsWhatTheProgramsAreAndCost) {
    const auto module = kernels::front_end_file();
    if (!module) GTEST_SKIP() << module.error();
    const Json printed = printed_by_the_script();
    ASSERT_TRUE(printed.is_object());

    for (const auto& [model, dest] : printed["dest"].items()) {
        const std::vector<int> words = dest;
        EXPECT_EQ(words, odd_rows(words.size())) << model;
    }
    EXPECT_GE(printed["dest"].size(), 10U);

    if (updates()) update(printed);
    const std::string page =
        std::regex_replace(support::read_file(kDocs / "models.md"), std::regex(R"( \\\n +)"), " ");
    EXPECT_THAT(page, HasSubstr("\n\n" + printed["table"].get<std::string>() + "\n"));
    std::string programs = "\n";
    for (const auto& [model, commands] : printed["commands"].items()) {
        for (const std::string command : commands) EXPECT_THAT(page, HasSubstr("\n    " + command + "\n"));
    }
    for (const auto& [model, parts] : printed["programs"].items()) {
        for (const std::string program : parts) programs += instructions_of(program) + "\n";
    }
    for (const std::string& excerpt : excerpts_of(page)) {
        EXPECT_THAT(programs, HasSubstr("\n" + instructions_of(excerpt)));
    }
    EXPECT_GE(excerpts_of(page).size(), 8U);

    for (const auto& [name, picture] : printed["pictures"].items()) {
        EXPECT_THAT(page, HasSubstr("](pictures/" + name + ")"));
        EXPECT_EQ(picture.get<std::string>(), support::read_file(kDocs / "pictures" / name))
            << "MUSIMD_UPDATE_GOLDEN=1 accepts the new table and pictures; look at them";
    }
}

}  // namespace
}  // namespace musimd::golden::models_page_slow
