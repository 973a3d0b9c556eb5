#include "cli/teach/lesson_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command/failure.hpp"
#include "cli/command/text_files.hpp"
#include "host/program_files.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExerciseFile = "exercise.json";

std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.is_directory(error)) folders.push_back(entry.path());
    std::ranges::sort(folders);
    return folders;
}

}  // namespace

fs::path lessons_folder() {
    const fs::path folder = host::find_near_program({"web/lessons", "share/musimd/lessons"});
    if (folder.empty())
        throw InputError(
            fmt::format("musimd grade: error: the lessons are not beside this program, in web/lessons or "
                        "share/musimd/lessons near {}\n",
                        host::program_folder().string()));
    return folder;
}

std::vector<std::string> exercise_names() {
    std::vector<std::string> names;
    std::error_code error;
    for (const fs::path& lesson : folders_in(lessons_folder()))
        for (const fs::path& exercise : folders_in(lesson))
            if (fs::is_regular_file(exercise / kExerciseFile, error))
                names.push_back(
                    fmt::format("{}/{}", lesson.filename().string(), exercise.filename().string()));
    return names;
}

fs::path folder_of_exercise(const std::string& name) {
    std::error_code error;
    if (fs::is_regular_file(fs::path(name) / kExerciseFile, error)) return name;
    const fs::path folder = lessons_folder() / name;
    if (!name.empty() && fs::is_regular_file(folder / kExerciseFile, error)) return folder;
    const std::vector<std::string> names = exercise_names();
    const std::vector<std::string_view> words(names.begin(), names.end());
    throw InputError(name,
                     fmt::format("is not an exercise: 'musimd grade --list' prints all, and a folder with "
                                 "an exercise.json is one{}",
                                 did_you_mean(name, words)));
}

grading::Exercise load_exercise(const std::string& name) {
    const std::string file = (folder_of_exercise(name) / kExerciseFile).string();
    auto exercise = grading::read_exercise(read_text(file));
    if (!exercise) throw InputError(file, exercise.error());
    return std::move(*exercise);
}

}  // namespace musimd::cli
