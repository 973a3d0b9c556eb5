#include "tests/support/programs.hpp"
#include "semantics/models/accepted.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/process.hpp"

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

std::vector<ReadTest> programs_under(const std::string& folder) {
    std::vector<ReadTest> found;
    std::vector<std::string> missing;
    for (const std::string& file : find_program_files({MUSIMD_SOURCE_DIR "/programs/" + folder}, missing)) {
        const std::string text = read_file(file);
        std::vector<std::string> names = program_names(text, file);
        if (names.empty()) names.emplace_back();
        for (const std::string& name : names) {
            ReadOptions options;
            if (!name.empty()) options.program = name;
            ReadResult read = models::read_accepted_program(text, file, options);
            const bool names_models =
                read && std::ranges::any_of(read.program->expectations, &Expectation::has_model);
            if (!names_models) {
                found.push_back({{file, name}, std::move(read)});
                continue;
            }
            for (const ThreadModel model : test_models(*read.program)) {
                options.model = model;
                found.push_back(
                    {{file, name, std::string(to_string(model))}, read_program(text, file, options)});
            }
        }
    }
    EXPECT_TRUE(missing.empty()) << folder;
    return found;
}

std::vector<ReadTest> programs_without_blocks(const std::string& folder) {
    std::vector<ReadTest> found = programs_under(folder);
    std::erase_if(found, [](const ReadTest& each) { return each.read && uses_blocks(*each.read.program); });
    return found;
}

std::vector<ReadTest> block_programs_in_lock_step(const std::string& folder) {
    std::vector<ReadTest> found = programs_under(folder);
    std::erase_if(found, [](const ReadTest& each) {
        return !each.read || !uses_blocks(*each.read.program) ||
               each.read.program->model != ThreadModel::lockstep;
    });
    return found;
}

}  // namespace musimd::support
