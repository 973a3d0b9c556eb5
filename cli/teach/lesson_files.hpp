#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checking/grading/exercise.hpp"

namespace musimd::cli {

/// The folder of the lessons: installed, or in the sources. Throws InputError without lessons.
std::filesystem::path lessons_folder();

/// The names of all exercises in it, as `02-divergence/1-absolute-value`, sorted.
std::vector<std::string> exercise_names();

/// The folder of an exercise, by its name or itself. Throws InputError with the nearest name if it is
/// unknown.
std::filesystem::path folder_of_exercise(const std::string& name);

/// An exercise by its name, or by its folder. Throws InputError if it is unknown, or its exercise.json is
/// wrong.
grading::Exercise load_exercise(const std::string& name);

}  // namespace musimd::cli
