// Every exercise of web/lessons: its solution passes, and each wrong answer is explained by the mistake that
// it is named after. So are those in the kernel language, of exercises that have them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "checking/grading/grade.hpp"
#include "cli/teach/variant.hpp"
#include "tests/support/process.hpp"

namespace musimd::lessons_test {
namespace {

namespace fs = std::filesystem;
using grading::Exercise;
using testing::Not;
using testing::SizeIs;

std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_directory()) folders.push_back(entry.path());
    std::ranges::sort(folders);
    return folders;
}

std::vector<fs::path> lessons() {
    return folders_in(fs::path(MUSIMD_SOURCE_DIR) / "web" / "lessons");
}

class Lesson : public testing::TestWithParam<fs::path> {};

Exercise exercise_in(const fs::path& folder) {
    auto exercise = grading::read_exercise(support::read_file(folder / "exercise.json"));
    EXPECT_TRUE(exercise) << folder << ": " << (exercise ? "" : exercise.error());
    return exercise ? *exercise : Exercise{};
}

grading::Verdict verdict_on(const Exercise& exercise, const fs::path& file) {
    return grading::grade(exercise, support::read_file(file), file.filename().string());
}

bool has_kernels(const fs::path& folder) {
    return fs::exists(folder / "start.cu");
}

TEST(Lessons, AreTwelve) {
    EXPECT_THAT(lessons(), SizeIs(12));
}

TEST(Lessons, MostExercisesCanBeAnsweredInTheKernelLanguage) {
    std::size_t kernels = 0;
    for (const fs::path& lesson : lessons())
        kernels += static_cast<std::size_t>(std::ranges::count_if(folders_in(lesson), has_kernels));
    EXPECT_GE(kernels, 24u);
}

TEST_P(Lesson, HasThreeExercisesOfWhichOneIsATrap) {
    const std::vector<fs::path> folders = folders_in(GetParam());
    EXPECT_GE(folders.size(), 3u);
    EXPECT_TRUE(std::ranges::any_of(folders, [](const fs::path& folder) {
        return !exercise_in(folder).tempting.empty();
    })) << "no exercise has a tempting wrong answer";
}

TEST_P(Lesson, RightAnswersPass) {
    for (const fs::path& folder : folders_in(GetParam())) {
        const Exercise exercise = exercise_in(folder);
        EXPECT_GE(exercise.inputs.size(), 3u) << folder;
        EXPECT_GE(exercise.hints.size(), 2u) << folder;
        const grading::Verdict verdict = verdict_on(exercise, folder / "solution.asm");
        EXPECT_TRUE(verdict.passed()) << folder << ": " << verdict.message;
        EXPECT_FALSE(verdict_on(exercise, folder / "start.asm").passed()) << folder << ": start.asm passes";
        if (!has_kernels(folder)) continue;
        const grading::Verdict kernel = verdict_on(exercise, folder / "solution.cu");
        EXPECT_TRUE(kernel.passed()) << folder << ": " << kernel.message;
        const grading::Verdict start = verdict_on(exercise, folder / "start.cu");
        EXPECT_FALSE(start.passed()) << folder << ": start.cu passes";
        EXPECT_THAT(start.message, Not(testing::HasSubstr("cannot be read"))) << folder;
    }
}

TEST_P(Lesson, WrongAnswersAreExplained) {
    for (const fs::path& folder : folders_in(GetParam())) {
        const Exercise exercise = exercise_in(folder);
        std::size_t wrong = 0;
        std::size_t kernels = 0;
        for (const auto& entry : fs::directory_iterator(folder / "wrong")) {
            ++(entry.path().extension() == ".cu" ? kernels : wrong);
            const grading::Verdict verdict = verdict_on(exercise, entry.path());
            EXPECT_EQ(verdict.mistake, entry.path().stem().string())
                << folder << ": " << verdict.message << testing::PrintToString(verdict.failures);
        }
        EXPECT_GE(wrong, 3u) << folder;
        EXPECT_EQ(kernels > 0, has_kernels(folder)) << folder;
        const bool has_tempting =
            exercise.tempting.empty() || fs::exists(folder / "wrong" / (exercise.tempting + ".asm"));
        EXPECT_TRUE(has_tempting) << folder << ": no wrong answer shows the tempting mistake";
    }
}

TEST_P(Lesson, SolutionsPassOnDrawnWords) {
    for (const fs::path& folder : folders_in(GetParam())) {
        const Exercise exercise = exercise_in(folder);
        if (exercise.vary.empty()) continue;
        const std::string file = (folder / "solution.asm").string();
        const auto variant = cli::variant_of(exercise, support::read_file(file), file, 1);
        ASSERT_TRUE(variant) << folder << ": " << variant.error();
        EXPECT_NE(variant->inputs[0].directives, exercise.inputs[0].directives) << folder;
        EXPECT_TRUE(verdict_on(*variant, file).passed()) << folder;
        EXPECT_FALSE(verdict_on(*variant, folder / "start.asm").passed()) << folder;
        if (!has_kernels(folder)) continue;
        const grading::Verdict kernel = verdict_on(*variant, folder / "solution.cu");
        EXPECT_TRUE(kernel.passed()) << folder << ": " << kernel.message;
    }
}

/// Answers of which no mistake can be true: they are not begun, or never end.
struct Unfinished {
    std::string_view file;
    std::string text;
    std::string_view says;  ///< a part of the message
};

std::vector<Unfinished> unfinished() {
    const auto kernel = [](std::string_view body) {
        return "__global__ void answer(int *memory) {" + std::string(body) + "}\n";
    };
    return {{"empty.asm", "", "has no instructions yet"},
            {"comment.asm", "; later\n", "has no instructions yet"},
            {"stop.asm", "        stop\n", "stores nothing"},
            {"load.asm", "        x = [0]\n        stop\n", ""},
            {"binary.asm", std::string("\x7f\0ELF", 5), "not a text file"},
            {"endless.asm", "l:      jump l\n        stop\n", ""},
            {"storing.asm", "l:      [tid] = 1\n        jump l\n        stop\n", ""},
            {"waiting.asm", "        c = 1\nl:      bnz c, l\n        sync\n        stop\n", "does not end"},
            {"empty.cu", "", "The file is empty"},
            {"body.cu", kernel(""), "stores nothing"},
            {"load.cu", kernel(" int x = memory[0]; "), ""},
            {"binary.cu", std::string("\x7f\0ELF", 5), "not a text file"},
            {"none.cu", "int main() { return 0; }\n", "no `__global__` function"},
            {"two.cu", kernel("") + "__global__ void b(int *memory) {}\n", "2 kernels"},
            {"endless.cu", kernel(" while (true) {} "), "does not end"},
            {"storing.cu", kernel(" while (true) memory[threadIdx.x] = 1; "), "does not end"}};
}

TEST_P(Lesson, WhatIsNotBegunOrNeverEndsIsNoMistake) {
    for (const fs::path& folder : folders_in(GetParam())) {
        Exercise exercise = exercise_in(folder);
        for (grading::Input& input : exercise.inputs) input.directives.push_back(".steps 2000");
        for (const Unfinished& answer : unfinished()) {
            const bool is_kernel = answer.file.ends_with(".cu");
            if (is_kernel && !has_kernels(folder)) continue;
            const grading::Verdict verdict = grading::grade(exercise, answer.text, answer.file);
            SCOPED_TRACE(folder.string() + ": " + std::string(answer.file) + ": " + verdict.message);
            EXPECT_FALSE(verdict.passed());
            EXPECT_EQ(verdict.mistake, "");
            EXPECT_THAT(verdict.message, testing::HasSubstr(std::string(answer.says)));
            EXPECT_THAT(verdict.message, Not(testing::IsEmpty()));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Lesson, testing::ValuesIn(lessons()), [](const auto& lesson) {
    std::string name = lesson.param.filename().string();
    std::ranges::replace(name, '-', '_');
    return name;
});

}  // namespace
}  // namespace musimd::lessons_test
