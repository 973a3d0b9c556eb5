// Exercises, and the verdicts on answers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checking/grading/answer.hpp"
#include "checking/grading/grade.hpp"
#include "checking/grading/verdict_json.hpp"

namespace musimd::grading::grading_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kDouble = R"({
  "title": "Double",
  "task": ["Store twice the word at tid", "at tid + warp_size."],
  "uses": ["sync"], "avoids": ["shfl"], "tempting": "adds-two",
  "inputs": [
    {"name": "four", "directives": [".threads 4", ".memory 0: 2 5 6 7", ".expect memory 4: 4 10 12 14"]},
    {"name": "one", "directives": [".threads 1", ".memory 0: 9", ".expect memory 1: 18",
                                   ".expect stat steps <= 20"]}
  ],
  "mistakes": [
    {"id": "open", "check": true, "say": "A branch stays open."},
    {"id": "no-sync", "lacks": "sync", "say": "Use sync."},
    {"id": "shuffles", "uses": "shfl", "say": "Nothing to shuffle."},
    {"id": "adds-two", "input": "four", "when": [".expect memory 4: 4 7"], "say": "That adds two."},
    {"id": "traps", "when": [".expect trap undefined-variable"], "say": "Set it first."}
  ]})";

constexpr const char* kGood = R"(.threads 64
        .memory 0: 1 1 1
        c = tid < 2
        bz c, both
both:   sync
        x = [tid]
        a = tid + warp_size
        x = x * 2
        [a] = x
last:   .expect memory 64: 77
        stop
)";

Exercise exercise() {
    const auto read = read_exercise(kDouble);
    EXPECT_TRUE(read) << (read ? "" : read.error());
    return *read;
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

Verdict verdict_on(const std::string& answer) {
    return grade(exercise(), answer, "mine.asm");
}

TEST(Grading, ARightAnswerPassesWithTheDirectivesOfTheInputsInsteadOfItsOwn) {
    const Verdict verdict = verdict_on(kGood);
    EXPECT_TRUE(verdict.passed()) << verdict.message;
    EXPECT_EQ(verdict.passed_inputs, 2u);
    EXPECT_GT(verdict.steps, 10u);
    EXPECT_EQ(verdict.input, std::nullopt);
}

TEST(Grading, TheFirstMistakeThatAppliesExplainsTheFailure) {
    EXPECT_EQ(verdict_on(changed(kGood, "x * 2", "x + 2")).message, "That adds two.");
    EXPECT_EQ(verdict_on(changed(kGood, "x * 2", "x + y")).mistake, "traps");
    EXPECT_EQ(verdict_on(changed(kGood, "both:   sync", "both:")).mistake, "open");
    EXPECT_EQ(verdict_on("        [tid] = 1\n        stop\n").mistake, "no-sync");
    EXPECT_EQ(verdict_on(changed(kGood, "x = [tid]", "x = [tid]\n        shfl x, 0")).mistake, "shuffles");
}

TEST(Grading, AMistakeOfOneInputIsNotThatOfAnother) {
    const Verdict verdict =
        verdict_on(changed(kGood, "last:", "        y = warp_size > 1\n        assert y\nlast:"));
    EXPECT_EQ(verdict.passed_inputs, 1u);
    EXPECT_EQ(verdict.input, 1u);
    EXPECT_EQ(verdict.mistake, "");
    EXPECT_THAT(verdict.message, HasSubstr("On the input 'one': expected stop, got trap assertion"));
}

TEST(Grading, AnAnswerWithErrorsIsNotRunAndKeepsItsLines) {
    const Verdict verdict = verdict_on(changed(kGood, "x * 2", "x * *"));
    EXPECT_EQ(verdict.passed_inputs, 0u);
    ASSERT_EQ(verdict.failures.size(), 1u);
    EXPECT_THAT(verdict.failures[0], HasSubstr("mine.asm:8:"));
}

TEST(Grading, AnAnswerThatDoesNotEndFailsAtTheStepLimit) {
    const Verdict verdict =
        verdict_on("        c = tid < 0\n        bz c, l\nl:      sync\nm:      jump m\n        stop\n");
    EXPECT_EQ(
        verdict.message,
        "On the input 'four': The program does not end: after 100,000 steps lanes {0-3} are in the loop "
        "on line 4, and no branch leaves it.");
    EXPECT_EQ(verdict.steps, 2 * kMaxSteps);
}

TEST(Grading, ALoopWhoseConditionNothingChangesIsNamed) {
    const Verdict verdict = verdict_on(
        "        c = tid\nl:      bz c, out\n        x = 1\n        jump l\nout:    sync\n        stop\n");
    EXPECT_THAT(verdict.message, HasSubstr("in the loop at lines 2-4, and nothing in it changes 'c'."));
}

TEST(Grading, AnAnswerThatHasNotBeenFinishedIsNoMistake) {
    const Verdict empty = verdict_on("; nothing yet\n");
    EXPECT_EQ(empty.mistake, "");
    EXPECT_THAT(empty.message, HasSubstr("has no instructions yet"));
    const Verdict endless = verdict_on("        x = [tid]\n        x = x * 2\n");
    EXPECT_EQ(endless.mistake, "");
    EXPECT_EQ(endless.message, "The program has no `stop`: write one as the last instruction.");
}

TEST(Grading, AnAnswerThatStoresNothingIsNoMistake) {
    const Verdict verdict = verdict_on("        stop\n");
    EXPECT_EQ(verdict.mistake, "");
    EXPECT_EQ(verdict.message, "The program stores nothing in memory, where the results must be.");
}

TEST(Grading, ALoopThatNeverEndsIsNoMistakeThatIsAboutSomethingElse) {
    Exercise exercise = grading_test::exercise();
    exercise.uses.clear();
    exercise.mistakes.resize(1);
    exercise.mistakes[0] = Mistake();
    exercise.mistakes[0].id = "any";
    const Verdict verdict = grade(exercise, "l:      [tid] = 1\n        jump l\n        stop\n", "mine.asm");
    EXPECT_EQ(verdict.mistake, "");
    EXPECT_THAT(verdict.message, HasSubstr("The program does not end"));
}

TEST(Grading, ABinaryFileIsOneSentence) {
    const Verdict verdict = verdict_on(std::string("\x7f\0ELF\n\0\n", 8));
    EXPECT_EQ(verdict.message, "The answer is not a text file.");
    EXPECT_THAT(verdict.failures, IsEmpty());
}

TEST(Grading, AnotherNumberOfThreadsThanThatOfTheFirstInputIsNamed) {
    const Verdict verdict = verdict_on(changed(kGood, "warp_size", "4"));
    EXPECT_THAT(verdict.message, HasSubstr("On the input 'one': "));
    EXPECT_THAT(verdict.message, HasSubstr(". It has 1 thread"));
}

TEST(Grading, DirectivesOfAnAnswerAreReplacedAndItsLabelsStay) {
    EXPECT_EQ(with_directives("a: .threads 4\n.const k 3\n x = k ; .threads\n", {".threads 2", ".warps 3"}),
              "a: \n.const k 3\n x = k ; .threads\n.threads 2\n.warps 3\n");
    EXPECT_EQ(with_directives("= ]\n.threads 4\n", {".threads 2"}), "= ]\n.threads 4\n");
}

TEST(Grading, AVerdictAsJsonNamesTheInputThatFailed) {
    const std::string json = verdict_json(exercise(), verdict_on(changed(kGood, "x * 2", "x + 2")));
    EXPECT_THAT(json, HasSubstr(R"("passed":false,"inputs":2,"passed_inputs":0)"));
    EXPECT_THAT(json, HasSubstr(R"("mistake":"adds-two")"));
    EXPECT_THAT(json, HasSubstr(R"("input":{"name":"four","directives":[".threads 4",)"));
}

TEST(Grading, AWrongExerciseIsRefusedWithWhatWouldBeRight) {
    const auto error = [](const std::string& from, const std::string& to) {
        const auto read = read_exercise(changed(std::string(kDouble), from, to));
        return read ? "no error" : read.error();
    };
    EXPECT_EQ(read_exercise("{").error(), "is not JSON");
    EXPECT_EQ(read_exercise("[]").error(), "exercise: expected an object");
    EXPECT_EQ(error("\"title\"", "\"titel\""), "exercise: unknown member 'titel'; did you mean 'title'?");
    EXPECT_EQ(error("[\"sync\"]", "\"sync\""), "exercise: 'uses' must be a list of strings");
    EXPECT_EQ(error("[\"shfl\"]", "[\"shufle\"]"),
              "avoids: 'shufle' is not the name of an instruction, as in `by_instruction`");
    EXPECT_EQ(error("\"tempting\": \"adds-two\"", "\"tempting\": \"adds\""),
              "exercise: no mistake has the id 'adds'");
    EXPECT_EQ(error("\"input\": \"four\"", "\"input\": \"five\""),
              "mistakes[3]: no input has the name 'five'");
    EXPECT_EQ(error(".memory 0: 9", "x = 9"), "inputs[1]: expected one directive, got 'x = 9'");
    EXPECT_THAT(error(".memory 0: 9", ".memory 0 9"), HasSubstr("inputs[1]: .memory 0 9: "));
}

}  // namespace
}  // namespace musimd::grading::grading_test
