// docs/draw.md: its pictures are what its commands draw. Graphviz's layout of a graph is not compared: it
// depends on the version.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/golden/pages.hpp"
#include "tests/support/programs.hpp"

namespace musimd::golden::draw_page_test {
namespace {

namespace fs = std::filesystem;

const fs::path kSources = MUSIMD_SOURCE_DIR;

/// A command of the page, without its output file.
struct DrawCommand {
    std::vector<std::string> words;
    std::string picture;
};

std::vector<DrawCommand> commands_of(const std::string& page) {
    std::vector<DrawCommand> commands;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("    musimd draw ")) continue;
        std::istringstream words(line);
        DrawCommand command;
        std::string word;
        words >> word;  // musimd
        while (words >> word) {
            if (word == "-o")
                words >> command.picture;
            else
                command.words.push_back(word);
        }
        if (command.picture.starts_with("docs/pictures/")) commands.push_back(command);
    }
    return commands;
}

TEST(DrawPage, PicturesAreThoseOfItsCommands) {
    const std::string page = support::read_file(kSources / "docs/draw.md");
    const std::vector<DrawCommand> commands = commands_of(page);
    EXPECT_GE(commands.size(), 6u);
    for (const DrawCommand& drawn : commands) {
        support::Command command = support::musimd(drawn.words);
        command.folder = kSources;
        const support::Finished finished = support::run(command);
        ASSERT_TRUE(finished.status == 0 || finished.status == 1) << finished.errors;
        if (updates()) std::ofstream(kSources / drawn.picture, std::ios::binary) << finished.output;
        EXPECT_EQ(finished.output, support::read_file(kSources / drawn.picture))
            << "MUSIMD_UPDATE_GOLDEN=1 accepts the new picture; look at it";
        if (drawn.picture.ends_with(".svg")) {
            EXPECT_THAT(page, testing::HasSubstr("](" + drawn.picture.substr(5) + ")"));
        }
    }
}

TEST(DrawPage, ATraceIsDrawnAsItsRun) {
    const support::TemporaryFolder folder;
    const std::string program = kSources / "programs/paper/figure9.pl";
    const auto output_of = [&](std::vector<std::string> words) {
        support::Command command = support::musimd(std::move(words));
        command.folder = folder.path();
        const support::Finished finished = support::run(command);
        EXPECT_EQ(finished.status, 0) << finished.errors;
        return finished.output;
    };
    output_of({"run", program, "--trace-out", "run.trace"});
    EXPECT_EQ(output_of({"trace", "run.trace", "--to", "svg", "--first", "5", "--last", "9"}),
              output_of({"draw", program, "--first", "5", "--last", "9"}));
}

}  // namespace
}  // namespace musimd::golden::draw_page_test
