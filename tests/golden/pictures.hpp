#pragma once

#include <string>
#include <vector>

namespace musimd::golden {

/// A command of a page that draws a picture of docs/pictures, without its output file.
struct DrawCommand {
    std::vector<std::string> words;
    std::string picture;
};

std::vector<DrawCommand> draw_commands_of(const std::string& page);

/// Each picture is what its command draws, or becomes so if the tests update.
void expect_drawn(const std::vector<DrawCommand>& commands);

}  // namespace musimd::golden
