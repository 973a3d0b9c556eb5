// docs/draw.md: its pictures are what its commands draw. Graphviz's layout of a graph is not compared: it
// depends on the version.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/golden/pictures.hpp"
#include "tests/support/process.hpp"

namespace musimd::golden::draw_page_test {
namespace {

namespace fs = std::filesystem;

const fs::path kSources = MUSIMD_SOURCE_DIR;

void expect_drawn_and_shown(const std::string& name, std::size_t least) {
    const std::string page = support::read_file(kSources / "docs" / name);
    const std::vector<DrawCommand> commands = draw_commands_of(page);
    EXPECT_GE(commands.size(), least);
    expect_drawn(commands);
    for (const DrawCommand& drawn : commands) {
        if (drawn.picture.ends_with(".svg")) {
            EXPECT_THAT(page, testing::HasSubstr("](" + drawn.picture.substr(5) + ")"));
        }
    }
}

TEST(DrawPage, PicturesAreThoseOfItsCommands) {
    expect_drawn_and_shown("draw.md", 6);
}

TEST(DrawPage, PicturesOfReconvergenceAreThoseOfTheCommands) {
    expect_drawn_and_shown("reconvergence.md", 10);
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
