// The course of docs/teaching.md: the pictures on its slides are what the commands of docs/course/README.md
// draw, the programs on them are parts of programs that are tested, and the exercises that it names exist.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/golden/pictures.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::golden::course_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::SizeIs;

const fs::path kSources = MUSIMD_SOURCE_DIR;

std::vector<fs::path> decks() {
    std::vector<fs::path> files = support::project_files("docs/course", {".md"});
    std::erase_if(files, [](const fs::path& file) { return !file.stem().string().starts_with("session-"); });
    return files;
}

/// The lines of a program, without comments and needless blanks.
std::vector<std::string> lines_of(const std::string& program) {
    std::vector<std::string> list;
    std::istringstream lines(program);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find(';')));
        std::string text;
        for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
        if (!text.empty()) list.push_back(text);
    }
    return list;
}

std::vector<std::string> blocks_of(const std::string& deck) {
    static const std::string kBegin = "\n```asm\n";
    std::vector<std::string> blocks;
    for (std::size_t at = deck.find(kBegin); at != std::string::npos; at = deck.find(kBegin, at + 1)) {
        const std::size_t begin = at + kBegin.size();
        blocks.push_back(deck.substr(begin, deck.find("```", begin) - begin));
    }
    return blocks;
}

TEST(Course, PicturesAreThoseOfTheCommandsAndOnASlide) {
    std::string slides;
    for (const fs::path& deck : decks()) slides += support::read_file(deck);
    const auto commands = draw_commands_of(support::read_file(kSources / "docs/course/README.md"));
    expect_drawn(commands);
    std::set<std::string> drawn;
    for (const DrawCommand& command : commands) drawn.insert(fs::path(command.picture).stem());
    for (const fs::path& picture : support::project_files("docs/pictures/course", {".svg"})) {
        EXPECT_TRUE(drawn.contains(picture.stem())) << picture << ": no command draws it";
        EXPECT_THAT(slides, HasSubstr("](../pictures/course/" + picture.filename().string() + ")"));
    }
}

TEST(Course, ProgramsAreAsTheyExpect) {
    support::Command command = support::musimd({"test", "docs/course/programs"});
    command.folder = kSources;
    const support::Finished finished = support::run(command);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr(", 0 failed"));
}

TEST(Course, CodeOnSlidesIsOfATestedProgram) {
    std::vector<std::vector<std::string>> programs;
    for (const char* const folder : {"docs/course/programs", "programs"}) {
        for (const fs::path& file : support::project_files(folder, {".asm"}))
            programs.push_back(lines_of(support::read_file(file)));
    }
    ASSERT_THAT(decks(), SizeIs(7));
    for (const fs::path& deck : decks()) {
        for (const std::string& block : blocks_of(support::read_file(deck))) {
            const std::vector<std::string> part = lines_of(block);
            EXPECT_TRUE(std::ranges::any_of(
                programs, [&](const auto& program) { return !std::ranges::search(program, part).empty(); }))
                << deck << ": in no program:\n"
                << block;
        }
    }
}

/// What a regular expression finds in a text: its first group.
std::set<std::string> found_in(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) found.insert((*i)[1]);
    return found;
}

TEST(Course, ExercisesThatItNamesExist) {
    std::set<std::string> names;
    std::set<std::string> titles;
    for (const fs::path& file : support::project_files("web/lessons", {".json"})) {
        names.insert(fs::relative(file.parent_path(), kSources / "web/lessons").string());
        titles.insert(nlohmann::json::parse(support::read_file(file)).at("title"));
    }
    const auto named =
        found_in(support::read_file(kSources / "docs/teaching.md"), "`([0-9]{2}-[a-z-]+/[0-9]-[a-z0-9-]+)`");
    EXPECT_GT(named.size(), 30u);
    EXPECT_THAT(names, IsSupersetOf(named));
    for (const fs::path& deck : decks()) {
        for (const std::string& line : found_in(support::read_file(deck), "xercises: (.+)\n"))
            EXPECT_THAT(titles, IsSupersetOf(found_in(line, "\\*([^*]+)\\*"))) << deck;
    }
}

TEST(Course, TheExampleOfAnExerciseExplainsItsWrongAnswers) {
    const fs::path folder = kSources / "docs/course/exercise";
    std::vector<std::string> words = {"grade", "--json", folder, folder / "solution.asm",
                                      folder / "start.asm"};
    for (const fs::path& file : support::project_files("docs/course/exercise/wrong", {".asm"}))
        words.push_back(file);
    const support::Finished finished = support::run(support::musimd(words));
    EXPECT_EQ(finished.status, 1) << finished.errors;
    const auto grades = nlohmann::json::parse(finished.output).at("files");
    ASSERT_THAT(grades, SizeIs(6));
    for (const auto& grade : grades) {
        const fs::path file = grade.at("file").get<std::string>();
        EXPECT_EQ(grade.at("passed").get<bool>(), file.stem() == "solution") << file;
        if (file.parent_path().stem() == "wrong") {
            EXPECT_EQ(grade.value("mistake", ""), file.stem().string());
        }
    }
}

}  // namespace
}  // namespace musimd::golden::course_test
