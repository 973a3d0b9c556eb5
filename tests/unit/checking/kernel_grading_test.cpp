// Answers in the kernel language.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checking/grading/grade.hpp"
#include "checking/grading/kernel_program.hpp"

namespace musimd::grading::kernel_grading_test {
namespace {

using testing::HasSubstr;

constexpr std::string_view kNeighbours = R"({
  "title": "Neighbours",
  "task": ["Store the word of the next thread at N + t."],
  "uses": ["shfl"], "avoids": ["ballot"],
  "inputs": [
    {"name": "four", "directives": [".threads 4", ".memory 0: 2 5 6 7", ".expect memory 4: 5 6 7 2",
                                    ".expect stat by_instruction.shfl == 1"]},
    {"name": "five", "directives": [".threads 5", ".memory 0: 9 8 7 6 5", ".expect memory 5: 8 7 6 5 9"]},
    {"name": "two warps", "directives": [".threads 4", ".warps 2", ".memory 0: 1 2 3 4 5 6 7 8",
                                         ".expect memory 8: 2 3 4 1 6 7 8 5"]}
  ],
  "mistakes": [
    {"id": "no-shuffle", "lacks": "shfl", "say": "Use `shfl` with `tid`."},
    {"id": "own", "input": "four", "when": [".expect memory 4: 2 5 6 7"], "say": "That is the own word."},
    {"id": "race", "when": [".expect trap race"], "say": "Two threads store there."}
  ]})";

std::string kernel(const std::string& statements) {
    return "__global__ void answer(int *memory) {\n    int t = threadIdx.x;\n" + statements + "}\n";
}

const std::string kGood = kernel(
    "    int x = __shfl_sync(__activemask(), memory[t], (t % warpSize + 1) % warpSize);\n"
    "    memory[blockDim.x + t] = x;\n");

Verdict verdict_on(const std::string& answer, std::string_view file = "mine.cu") {
    const auto exercise = read_exercise(kNeighbours);
    EXPECT_TRUE(exercise) << (exercise ? "" : exercise.error());
    return grade(*exercise, answer, file);
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(KernelGrading, AKernelRunsAsOneBlockOfTheThreadsOfEachInput) {
    const Verdict verdict = verdict_on(kGood);
    EXPECT_TRUE(verdict.passed()) << verdict.message;
    EXPECT_EQ(verdict.passed_inputs, 3u);
}

TEST(KernelGrading, MistakesExplainAKernelInItsOwnWords) {
    EXPECT_EQ(verdict_on(changed(kGood, "% warpSize + 1", "% warpSize")).mistake, "own");
    const Verdict verdict = verdict_on(kernel("    memory[blockDim.x + t] = memory[t];\n"));
    EXPECT_EQ(verdict.message, "Use `__shfl_sync` with `threadIdx.x`.");
    EXPECT_EQ(verdict.failures.at(0), "The answer must use a shuffle, as `__shfl_sync`.");
}

TEST(KernelGrading, WhatAnAnswerMustNotUseIsNamedAsInCuda) {
    const Verdict verdict =
        verdict_on(changed(kGood, "    memory[b", "    __ballot_sync(__activemask(), 1);\n    memory[b"));
    EXPECT_EQ(verdict.message, "The answer must not use `__ballot_sync`.");
}

TEST(KernelGrading, TrapsAndLoopsNameLinesOfTheKernel) {
    EXPECT_THAT(verdict_on(changed(kGood, "blockDim.x + t", "8")).failures.at(0),
                HasSubstr("race on line 4"));
    const Verdict verdict = verdict_on(changed(
        kGood, "    memory[b",
        "    while (x % 2 == 1) {\n        x = x + 2;\n        if (x > 9) x = 1;\n    }\n    memory[b"));
    EXPECT_EQ(
        verdict.message,
        "On the input 'four': The program does not end: after 100,000 steps lanes {0, 2} are in the loop at "
        "lines 4-6.");
}

TEST(KernelGrading, ErrorsAreThoseOfTheReader) {
    const Verdict verdict = verdict_on(changed(kGood, "memory[t]", "memory[i]"));
    EXPECT_EQ(verdict.message, "The answer cannot be read.");
    EXPECT_THAT(verdict.failures.at(0), HasSubstr("mine.cu:3:48: error: 'i' is not declared"));
}

TEST(KernelGrading, WhatIsNoAnswerIsOneSentence) {
    const auto message = [](const std::string& answer) {
        const Verdict verdict = verdict_on(answer);
        EXPECT_EQ(verdict.mistake, "");
        EXPECT_TRUE(verdict.failures.empty()) << verdict.failures.front();
        return verdict.message;
    };
    EXPECT_EQ(message("\n  \n"),
              "The file is empty. An answer is a kernel: `__global__ void answer(int *memory) { … }`.");
    EXPECT_EQ(message("int main() { return 0; }\n"),
              "The file has no `__global__` function. An answer is one: `__global__ void answer(int *memory) "
              "{ … }`.");
    EXPECT_THAT(message(kGood + changed(kGood, "answer", "other")),
                HasSubstr("The file has 2 kernels, answer and other; an answer is one."));
    EXPECT_THAT(message(changed(kGood, "int *memory", "int *memory, int n")),
                HasSubstr("has other parameters"));
    EXPECT_THAT(message(changed(kGood, "int *memory", "long *memory")), HasSubstr("has other parameters"));
    EXPECT_EQ(message(std::string("\x7f\0ELF\n\0\n", 8)), "The answer is not a text file.");
    EXPECT_THAT(message("__device__ int n = 4;\n" + changed(kGood, "memory[t]", "memory[t] + n")),
                HasSubstr("a variable of the file"));
    EXPECT_THAT(message(changed(kGood, "    memory[b", "    printf(\"%d\", x);\n    memory[b")),
                HasSubstr("does not"));
}

TEST(KernelGrading, AKernelThatStoresNothingIsNoMistake) {
    const Verdict verdict = verdict_on("__global__ void answer(int *memory) {}\n");
    EXPECT_EQ(verdict.message, "The kernel stores nothing in memory, where the results must be.");
    EXPECT_EQ(verdict.mistake, "");
}

TEST(KernelGrading, AKernelInAFileOfAssemblyIsToldItsName) {
    EXPECT_THAT(verdict_on(kGood, "mine.asm").message, HasSubstr("ends in .cu"));
}

TEST(KernelGrading, AThreadsOwnArraysAndSharedMemoryAreOutsideOfTheMemory) {
    const Verdict verdict = verdict_on(
        kernel("    __shared__ int all[32];\n    int own[2];\n    all[t] = memory[t];\n    __syncthreads();\n"
               "    own[t % 2] = all[t - t % warpSize + (t + 1) % warpSize % warpSize];\n"
               "    memory[blockDim.x + t] = __shfl_sync(__activemask(), own[t % 2], t % warpSize);\n"));
    EXPECT_EQ(verdict.passed_inputs, 3u) << verdict.message;
}

TEST(KernelGrading, AnExerciseThatCountsStepsIsOneOfAssembly) {
    auto exercise = read_exercise(kNeighbours);
    exercise->inputs[0].directives.push_back(".expect stat steps <= 20");
    EXPECT_THAT(grade(*exercise, kGood, "mine.cu").message, HasSubstr("answer it in assembly"));
}

}  // namespace
}  // namespace musimd::grading::kernel_grading_test
