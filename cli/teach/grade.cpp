// musimd grade EXERCISE FILE…

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <new>

#include "checking/grading/grade.hpp"
#include "checking/grading/verdict_json.hpp"
#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/command/text_files.hpp"
#include "cli/teach/classroom_report.hpp"
#include "cli/teach/grade_report.hpp"
#include "cli/teach/lesson_files.hpp"
#include "cli/teach/variant.hpp"
#include "host/child.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutGrade =
    "Grades answers to an exercise: each FILE is read, checked, and run on the hidden inputs of the "
    "exercise.\n"
    "The report says which files pass, and explains what is wrong with the others. A file .cu is a kernel,\n"
    "`__global__ void answer(int *memory)`, and every other one assembly.\n"
    "An exercise is one of the lessons, by its name, or a folder with an exercise.json "
    "(docs/teaching.md).\n\n"
    "Exit status: 0 every file passed, 1 one failed, 2 bad exercise or command line.\n";

constexpr std::string_view kExamplesGrade =
    "Examples:\n"
    "  musimd grade --list                                         the exercises\n"
    "  musimd grade --task 02-divergence/1-absolute-value          what it asks for\n"
    "  musimd grade 02-divergence/1-absolute-value mine.asm        is it right, and if not, why?\n"
    "  musimd grade 02-divergence/1-absolute-value mine.cu         the same of a kernel in CUDA C++\n"
    "  musimd grade 02-divergence/1-absolute-value class/* --format csv > grades.csv\n";

constexpr std::string_view kAboutKernels =
    "A kernel is an answer, too: `__global__ void answer(int *memory)`. `memory[a]` is the word of address "
    "a,\n"
    "`threadIdx.x` the number of a thread, and `blockDim.x` the number of threads.\n";

constexpr Integer kDefaultSeconds = 10;
constexpr Integer kDefaultMebibytes = 1024;
constexpr Integer kDefaultPoints = 10;
constexpr Integer kMaxSeed = 1'000'000'000'000;
constexpr Integer kMaxPoints = 1'000'000;
constexpr Integer kMaxSeconds = 86'400;
constexpr Integer kMaxMebibytes = 1'048'576;

/// What the child writes in place of a verdict.
constexpr std::string_view kNoMemory = "no memory";

Grade failed(const std::string& file, std::size_t inputs, std::string message) {
    Grade grade;
    grade.file = file;
    grade.inputs = inputs;
    grade.message = std::move(message);
    return grade;
}

/// Grades a file in a process of its own, within the limits.
Grade graded(const grading::Exercise& exercise, const std::string& file, std::chrono::seconds seconds,
             std::uint64_t mebibytes) {
    const std::size_t inputs = exercise.inputs.size();
    std::string text;
    try {
        text = read_text(file);
    } catch (const InputError& error) {  // the others are graded
        std::string message = error.message();
        while (message.ends_with('\n')) message.pop_back();
        return failed(file, inputs, std::move(message));
    }
    const auto work = [&]() -> std::string {
        try {
            return grading::verdict_json(exercise, grading::grade(exercise, text, file));
        } catch (const std::bad_alloc&) {
            return std::string(kNoMemory);
        }
    };
    const host::ChildEnd end =
        host::in_child(work, {.limit = seconds, .cancelled = interrupted, .memory = mebibytes << 20});
    if (end.kind == host::ChildEnd::Kind::timed_out)
        return failed(file, inputs, fmt::format("The answer was not graded within {} s.", seconds.count()));
    if (end.ok() && end.text == kNoMemory)
        return failed(file, inputs, fmt::format("The answer needs more than {} MiB.", mebibytes));
    if (!end.ok()) return failed(file, inputs, fmt::format("The grader ended: {}.", to_string(end)));
    return grade_of(file, end.text);
}

std::string report(const std::string& format, const std::string& exercise, std::int64_t points,
                   const std::vector<Grade>& grades) {
    if (format == "github") return grades_for_github(exercise, grades, points);
    if (format == "coderunner") return grades_for_coderunner(grades);
    if (format == "nbgrader") return grades_for_nbgrader(grades, points);
    if (format == "csv") return grades_as_csv(exercise, grades);
    if (format == "json") return grades_as_json(exercise, grades);
    return grades_as_text(grades);
}

/// The exercise of a name, with other words in its inputs if there is a seed.
grading::Exercise exercise_of(const std::string& name, std::optional<Integer> seed) {
    grading::Exercise exercise = load_exercise(name);
    if (!seed) return exercise;
    const std::filesystem::path folder = folder_of_exercise(name);
    std::error_code error;
    for (const char* const file : {"solution.asm", "solution.cu"}) {
        const std::string solution = (folder / file).string();
        if (!std::filesystem::exists(solution, error)) continue;
        auto variant = variant_of(exercise, read_text(solution), solution, static_cast<std::uint64_t>(*seed));
        if (!variant) throw InputError(name, variant.error());
        return std::move(*variant);
    }
    throw InputError(name, "has no solution.asm or solution.cu, which says what is right for --seed");
}

/// The operands after the exercise.
std::vector<std::string> files_in(const std::vector<std::string>& operands) {
    std::vector<std::string> files(operands.begin() + 1, operands.end());
    for (const std::string& file : files) {
        std::error_code error;
        if (std::filesystem::is_directory(file, error))
            throw UsageError(fmt::format("'{0}' is a folder; name its files, as in {0}/*", file));
    }
    return files;
}

int print_list() {
    const std::vector<std::string> names = exercise_names();
    std::size_t width = 0;
    for (const std::string& name : names) width = std::max(width, name.size());
    for (const std::string& name : names)
        std::cout << fmt::format("{:<{}}  {}\n", name, width, load_exercise(name).title);
    return kOk;
}

int print_task(const std::string& name) {
    const grading::Exercise exercise = load_exercise(name);
    std::cout << fmt::format("{}\n\n{}\n", exercise.title, exercise.task);
    std::error_code error;
    if (std::filesystem::exists(folder_of_exercise(name) / "start.cu", error))
        std::cout << '\n' << kAboutKernels;
    return kOk;
}

}  // namespace

Options declare_grade() {
    Options options("grade", "EXERCISE FILE…", kAboutGrade, kExamplesGrade);
    options.flag("list", "print the names and titles of the exercises");
    options.flag("task", "print what the exercise asks for");
    options.value("seconds", "S", "time limit of a file (default 10)");
    options.value("memory", "MIB", "memory limit of a file, in MiB (default 1024)");
    options.one_of(
        "format", "FORMAT", {"text", "csv", "json", "github", "coderunner", "nbgrader"},
        "output format: text, csv, json, or that of a classroom: github, coderunner, nbgrader (default "
        "text)");
    options.value("points", "P",
                  "of github and nbgrader: the points of a file that passes all inputs (default 10)");
    options.flag("json", "same as --format json");
    options.value("seed", "N",
                  "draw the words of the inputs anew; the solution of the exercise says what is right");
    return options;
}

int grade(const Arguments& arguments) {
    Options options = declare_grade();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    const auto& operands = options.operands();
    if (options.has("list")) return print_list();
    if (operands.empty()) throw UsageError("expected the name of an exercise; --list prints all");
    if (options.has("task")) return print_task(operands[0]);
    if (operands.size() < 2) throw UsageError("expected the files to grade, after the exercise");
    const std::string format = format_option(options);
    const std::chrono::seconds seconds(
        static_cast<std::int64_t>(options.integer("seconds", 1, kMaxSeconds).value_or(kDefaultSeconds)));
    const auto mebibytes =
        static_cast<std::uint64_t>(options.integer("memory", 1, kMaxMebibytes).value_or(kDefaultMebibytes));
    const auto points =
        static_cast<std::int64_t>(options.integer("points", 1, kMaxPoints).value_or(kDefaultPoints));
    const grading::Exercise exercise = exercise_of(operands[0], options.integer("seed", 0, kMaxSeed));

    const std::vector<std::string> files = files_in(operands);
    note_interruptions();
    ProgressLine progress;
    std::vector<Grade> grades;
    for (std::size_t i = 0; i < files.size() && !interrupted(); ++i) {
        if (progress.due()) progress.show(fmt::format("{} of {}  {}", i + 1, files.size(), files[i]));
        Grade grade = graded(exercise, files[i], seconds, mebibytes);
        if (!interrupted()) grades.push_back(std::move(grade));
    }
    progress.clear();
    std::cout << report(format, operands[0], points, grades);
    if (interrupted()) return kInterrupted;
    return std::ranges::all_of(grades, &Grade::passed) ? kOk : kFailed;
}

}  // namespace musimd::cli
