#include "tests/support/programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace musimd::support {

namespace fs = std::filesystem;

Program read(std::string_view text, const ReadOptions& options, std::string_view file) {
    ReadResult result = read_program(text, file, options);
    EXPECT_EQ(result.errors, "");
    return result.program.value_or(Program{});
}

std::string errors_of(std::string_view text, const ReadOptions& options, std::string_view file) {
    const ReadResult result = read_program(text, file, options);
    EXPECT_FALSE(result.program.has_value()) << text;
    return result.errors;
}

std::vector<fs::path> project_files(std::string_view folder,
                                    const std::vector<std::string_view>& extensions) {
    std::vector<fs::path> files;
    const fs::path root = fs::path(MUSIMD_SOURCE_DIR) / folder;
    if (!fs::is_directory(root)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension().string();
        const bool wanted =
            extensions.empty() || std::ranges::find(extensions, extension) != extensions.end();
        if (entry.is_regular_file() && wanted) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace musimd::support
