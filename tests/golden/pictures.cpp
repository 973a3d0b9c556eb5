#include "tests/golden/pictures.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/golden/pages.hpp"
#include "tests/support/process.hpp"

namespace musimd::golden {

std::vector<DrawCommand> draw_commands_of(const std::string& page) {
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

void expect_drawn(const std::vector<DrawCommand>& commands) {
    const std::filesystem::path sources = MUSIMD_SOURCE_DIR;
    for (const DrawCommand& drawn : commands) {
        support::Command command = support::musimd(drawn.words);
        command.folder = sources;
        const support::Finished finished = support::run(command);
        ASSERT_TRUE(finished.status == 0 || finished.status == 1) << finished.errors;
        if (updates()) std::ofstream(sources / drawn.picture, std::ios::binary) << finished.output;
        EXPECT_EQ(finished.output, support::read_file(sources / drawn.picture))
            << "MUSIMD_UPDATE_GOLDEN=1 accepts the new picture; look at it";
    }
}

}  // namespace musimd::golden
