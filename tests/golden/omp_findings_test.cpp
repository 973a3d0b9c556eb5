// `musimd omp`: the findings that it lists, what they are called, their hints, and the verdict on the models.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_findings_test {
namespace {

using Json = nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;

class OmpHints : public OmpFolder {
  protected:
    /// The function f(int n, int *a, int *b), whose body begins on line 2.
    Finished function(const std::string& body, std::vector<std::string> words = {}) const {
        folder_.write("x.c", "void f(int n, int *a, int *b) {\n" + body + "}\n");
        words.insert(words.begin(), {"x.c", "--function", "f", "--arg", "n=16", "--arg", "a=16:zeros",
                                     "--arg", "b=16:zeros", "--compilers", "none"});
        return omp(std::move(words));
    }

    /// `LINE: HINT` of each finding.
    std::vector<std::string> hints(const std::string& body) const {
        const Json json = Json::parse(function(body, {"--json"}).output);
        std::vector<std::string> result;
        for (const Json& found : json.at("findings")) {
            const Json hint = found.value("hint", Json());
            result.push_back(hint.is_null() ? "none"
                                            : std::to_string(hint.at("line").get<int>()) + ": " +
                                                  hint.at("message").get<std::string>());
        }
        return result;
    }
};

TEST_F(OmpHints, FindingsOfBothModelsAreListedOnce) {
    const Finished finished = function(
        "int s = 0, x;\n"
        "#pragma omp parallel for\n"
        "for (int i = 0; i < n; i++) {\n"
        "s += a[i];\n"
        "x = i;\n"
        "}\n"
        "b[0] = s;\n");
    EXPECT_THAT(finished.status, Optional(1));
    const std::string again =
        "    again: musimd omp x.c --function f --arg n=16 --arg 'a=zeros[16]' --arg 'b=zeros[16]' --model "
        "spmd "
        "--compilers none\n";
    EXPECT_EQ(
        finished.errors,
        "x.c:5: error: race: iteration 1 of the parallel loop on line 3 reads s, which iteration 0 "
        "writes on line 5; iterations run in any order (spmd, simd)\n"
        "    s += a[i];\n"
        "x.c:5: note: the earlier access\n"
        "    s += a[i];\n"
        "x.c:3: hint: add `reduction(+: s)` to this directive\n"
        "    #pragma omp parallel for\n" +
            again +
            "x.c:6: error: race: iteration 1 of the parallel loop on line 3 writes x, which iteration 0 "
            "writes on line 6; iterations run in any order (spmd, simd)\n"
            "    x = i;\n"
            "x.c:6: note: the earlier access\n"
            "    x = i;\n"
            "x.c:3: hint: add `private(x)` to this directive: it is always set before it is read\n"
            "    #pragma omp parallel for\n" +
            again);
}

TEST_F(OmpHints, ElementsAreNamedAsInTheSource) {
    const auto message = [&](const std::string& declaration, const std::string& statement) {
        const std::string body =
            declaration + "\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) " + statement + "\n";
        const Json json = Json::parse(function(body, {"--json", "--model", "spmd"}).output);
        return json.at("findings").at(0).at("message").get<std::string>();
    };
    EXPECT_THAT(message("", "a[3] = i;"), HasSubstr(" writes a[3], which"));
    EXPECT_THAT(message("int m[4][5];", "m[2][3] = i;"), HasSubstr(" writes m[2][3], which"));
    EXPECT_THAT(message("struct { int x; float y[2]; } p[4];", "p[2].y[1] = i;"),
                HasSubstr(" writes p[2].y[1], which"));
    EXPECT_THAT(message("struct { int x, y; } p;", "p.y = i;"), HasSubstr(" writes p.y, which"));
    EXPECT_THAT(message("int m[4][5];", "{ m[0][0] = 0; m[i][0] = 0; }"), HasSubstr("m["));
    const Finished outside = function(
        "int m[4][5];\nfor (int i = 0; i < 5; i++) m[i][1] = 0;\na[0] = m[3][1];\n", {"--model", "spmd"});
    EXPECT_THAT(outside.errors, HasSubstr("uses m[4][1], which is outside of m: it has 4 elements"));
}

TEST_F(OmpHints, AReductionForWhatIsUpdated) {
    const auto hint_of = [&](const std::string& update) {
        const auto found = hints("int s = 1;\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n" +
                                 update + "\n}\nb[0] = s;\n");
        return found.empty() ? "nothing found" : found.front();
    };
    const std::string add = "3: add `reduction(";
    EXPECT_EQ(hint_of("s++;"), add + "+: s)` to this directive");
    EXPECT_EQ(hint_of("s -= b[i];"), add + "+: s)` to this directive");
    EXPECT_EQ(hint_of("s = b[i] | s;"), add + "|: s)` to this directive");
    EXPECT_EQ(hint_of("if (a[i] > s) s = a[i];\ns = s;"), "none");  // s = s is no maximum
    EXPECT_EQ(hint_of("s = i < s ? i : s;"), add + "min: s)` to this directive");
    EXPECT_EQ(hint_of("s = i < s ? s : i;"), add + "max: s)` to this directive");
    EXPECT_EQ(hint_of("s += i;\ns *= 2;"), "5: put `#pragma omp atomic` before this update");
}

TEST_F(OmpHints, PrivateOrLastprivateForWhatIsSetFirst) {
    const std::string loop = "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n";
    EXPECT_THAT(hints("int x;\n" + loop + "x = i;\nb[i] = x;\n}\n"),
                ElementsAre("3: add `private(x)` to this directive: it is always set before it is read",
                            "3: add `private(x)` to this directive: it is always set before it is read"));
    EXPECT_THAT(
        hints("int x = 0;\n" + loop + "x = i;\n}\nb[0] = x;\n"),
        ElementsAre("3: add `lastprivate(x)` to this directive: each iteration sets it before it reads "
                    "it, and it is read after the loop"));
    EXPECT_THAT(hints("int x = 0;\n" + loop + "if (i % 2) x = i;\nb[i] = x;\n}\n"),
                testing::Each("none"));  // not in each iteration
}

TEST_F(OmpHints, TheCounterOfAnInnerLoopIsPrivate) {
    EXPECT_THAT(hints("int j;\n#pragma omp parallel for\nfor (int i = 0; i < 4; i++)\n"
                      "for (j = 0; j < 4; j++) b[4 * i + j] = a[i];\n"),
                ElementsAre("3: add `private(j)` to this directive: it is always set before it is read"));
}

TEST_F(OmpHints, ACopyOnlyIfOneLineReadsWhatItWrites) {
    EXPECT_THAT(hints("#pragma omp parallel for\nfor (int i = 0; i < n - 1; i++)\na[i] = a[i + 1];\n"),
                ElementsAre("4: in the order of C, this reads what was there before the loop: let it read a "
                            "copy"));
    EXPECT_THAT(hints("#pragma omp parallel for\nfor (int i = 1; i < n; i++)\na[i] = a[i - 1];\n"),
                ElementsAre("none"));
}

TEST_F(OmpHints, AtomicForElements) {
    const std::string update = "#pragma omp parallel for\nfor (int i = 0; i < n; i++)\nb[i % 4] += i;\n";
    EXPECT_THAT(hints(update), ElementsAre("4: put `#pragma omp atomic` before this update"));
    EXPECT_THAT(hints("#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n#pragma omp atomic\nb[0]++;\n"
                      "a[i] = b[0];\n}\n"),
                ElementsAre("6: the other access is atomic; make this one atomic, too: "
                            "`#pragma omp atomic read`"));
}

TEST_F(OmpHints, NowaitOrABarrierBetweenConstructs) {
    EXPECT_THAT(hints("#pragma omp parallel\n{\n"
                      "#pragma omp for nowait\nfor (int i = 0; i < n; i++) a[i] = i;\n"
                      "#pragma omp for\nfor (int i = 0; i < n; i++) b[i] = a[n - 1 - i];\n}\n"),
                ElementsAre("4: remove `nowait` from this directive: nothing orders it and line 6"));
    EXPECT_THAT(hints("int t = 0;\n#pragma omp parallel\n{\n"
                      "#pragma omp master\nt = 3;\n"
                      "#pragma omp for\nfor (int i = 0; i < n; i++) b[i] = t;\n}\n"),
                ElementsAre("7: put `#pragma omp barrier` before this line: nothing orders line 5 and it"));
    EXPECT_THAT(
        hints("int t = 0;\n#pragma omp parallel\n{\n"
              "#pragma omp critical\nt++;\n"
              "t++;\n}\nb[0] = t;\n"),
        testing::Contains("7: the other access is protected by a lock or `critical`; protect this one "
                          "by the same"));
}

TEST_F(OmpHints, SafelenForSimdLoops) {
    EXPECT_THAT(hints("#pragma omp parallel for\nfor (int k = 0; k < 1; k++) {\n#pragma omp simd\n"
                      "for (int i = 4; i < n; i++) a[i] = a[i - 4];\n}\n"),
                ElementsAre("4: add `safelen(4)` to this directive, if iterations that are nearer to each "
                            "other never access one element"));
}

// ---- teams, barriers, locks

TEST_F(OmpHints, WhatTeamsDoNotReduceIsARaceWithAHint) {
    const std::string body =
        "int s = 0;\n#pragma omp target teams distribute map(tofrom: s) CLAUSE\nfor (int i = 0; i < 4; i++) "
        "{\n"
        "#pragma omp parallel for reduction(+: s)\nfor (int j = 0; j < 4; j++) s += a[4 * i + j];\n}\nb[0] = "
        "s;\n";
    const auto with = [&](const std::string& clause) {
        std::string text = body;
        return function(text.replace(text.find("CLAUSE"), 6, clause));
    };
    const Finished finished = with("");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        HasSubstr(
            "x.c:5: error: race: iteration 1 of the distributed loop on line 3 reads s, which iteration 0 "
            "writes on line 5; nothing orders the teams (spmd, simd)\n"
            "    #pragma omp parallel for reduction(+: s)\n"
            "x.c:5: note: the earlier access\n"
            "    #pragma omp parallel for reduction(+: s)\n"
            "x.c:3: hint: add `reduction(+: s)` to this directive, which begins the teams\n"
            "    #pragma omp target teams distribute map(tofrom: s) \n"));
    EXPECT_THAT(with("reduction(+: s)").status, Optional(0));
}

TEST_F(OmpHints, ABarrierThatIsSkippedAndALockOfAnotherThreadAreFindings) {
    folder_.write("l.c",
                  "#include <omp.h>\nint main(void) {\nomp_lock_t l;\nomp_init_lock(&l);\n"
                  "#pragma omp parallel num_threads(2)\n{\n"
                  "if (omp_get_thread_num() == 0) {\n#ifdef SKIPS\n#pragma omp barrier\n#endif\n"
                  "omp_set_lock(&l);\n}\n#pragma omp barrier\n"
                  "if (omp_get_thread_num() == WHO) omp_unset_lock(&l);\n}\nreturn 0;\n}\n");
    const auto with = [&](const std::string& who, const std::string& more) {
        return omp({"l.c", "--function", "main", "-DWHO=" + who, "-D" + more, "--model", "spmd",
                    "--compilers", "none"});
    };
    EXPECT_THAT(with("0", "CLEAN").status, Optional(0));
    const Finished skipped = with("0", "SKIPS");
    EXPECT_THAT(skipped.status, Optional(1));
    EXPECT_THAT(
        skipped.errors,
        HasSubstr("l.c:13: error: deadlock: thread 0 waits at the barrier on line 13, which thread 1 does "
                  "not reach: it has come to the end of the region on line 5 after 1 barrier (spmd)\n"));
    const Finished other = with("1", "CLEAN");
    EXPECT_THAT(other.status, Optional(1));
    EXPECT_THAT(
        other.errors,
        HasSubstr("l.c:14: error: invalid-lock: thread 1 unsets a lock that it has not set (spmd)\n"));
}

TEST_F(OmpHints, RacesAfterALockOfAnotherThreadAndUnderARandomConditionAreFound) {
    folder_.write(
        "l.c",
        "#include <omp.h>\n#include <stdlib.h>\nint main(void) {\nomp_lock_t l;\nint x = 0, a[9] = {0};\n"
        "omp_init_lock(&l);\n#pragma omp parallel num_threads(2)\n{\n"
        "if (omp_get_thread_num() == 0) omp_set_lock(&l);\n#pragma omp barrier\n"
        "if (omp_get_thread_num() == 1) omp_unset_lock(&l);\n#pragma omp barrier\nx++;\n}\n"
        "#pragma omp parallel for if (rand() % 2)\nfor (int i = 0; i < 8; i++) a[i + 1] = a[i] + x;\n"
        "return a[8] == 9;\n}\n");
    const Finished finished = omp({"l.c", "--function", "main", "--model", "spmd", "--compilers", "none"});
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("l.c:11: error: invalid-lock: "), HasSubstr("l.c:13: error: race: "),
                      HasSubstr("l.c:16: error: race: "), Not(HasSubstr("deadlock"))));
}

TEST_F(OmpHints, AnAtomicWriteIsNoRead) {
    folder_.write(
        "w.c",
        "#include <omp.h>\nint main(void) {\nint x = 0, y;\n#pragma omp parallel num_threads(2)\n{\n"
        "if (omp_get_thread_num() == 0) {\n#pragma omp atomic write\ny = 1;\n} else {\nint t = 0;\n"
        "while (t == 0) {\n#pragma omp atomic read acquire\nt = y;\n}\n#pragma omp critical\nx = t;\n}\n"
        "}\nreturn x - 1;\n}\n");
    const std::string errors =
        omp({"w.c", "--function", "main", "--model", "spmd", "--compilers", "none"}).errors;
    EXPECT_THAT(errors,
                AllOf(HasSubstr("w.c:13: error: undefined-memory: "), Not(HasSubstr("w.c:8: error"))));
}

// ---- the verdict

TEST_F(OmpHints, TheVerdictNamesTheBetterModelAndWhy) {
    const auto verdict = [&](const std::string& body, std::vector<std::string> words = {}) {
        const std::string output = function(body, std::move(words)).output;
        const std::size_t at = output.find("verdict: ");
        return at == std::string::npos ? "" : output.substr(at, output.find('\n', at) - at);
    };
    EXPECT_THAT(verdict("#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = i;\n"),
                AllOf(HasSubstr("verdict: spmd is better on arc: "), HasSubstr(" times fewer "),
                      HasSubstr("one lane of 8 works, because the nest has no simd loop")));
    const std::string rows =
        "static float m[1024];\n#pragma omp parallel for\nfor (int i = 0; i < 32; i++) {\n"
        "#pragma omp simd simdlen(32)\nfor (int j = 0; j < 32; j++) m[i * 32 + j] = j;\n}\n";
    EXPECT_THAT(verdict(rows, {"--device", "max"}),
                AllOf(HasSubstr("verdict: simd is better on max: "), HasSubstr("fewer transactions"),
                      HasSubstr("which are not coalesced")));
    EXPECT_EQ(verdict(rows, {"--model", "simd"}), "");
    const Json json = Json::parse(function(rows, {"--json"}).output);
    EXPECT_EQ(json.at("verdict").at("better"), "simd");
    EXPECT_LT(json.at("verdict").at("transactions"), 1);
}

// ---- schedules

constexpr const char* kMessage =
    "#pragma omp parallel for\nfor (int i = 0; i < 2; i++) {\n"
    "if (i == 1) {\na[0] = 42;\n#pragma omp atomic write\na[1] = 1;\n"
    "} else {\nint seen;\n#pragma omp atomic read\nseen = a[1];\nif (seen) b[0] = a[0];\n}\n}\n";

TEST_F(OmpHints, ARaceOfAnotherScheduleIsFoundAndNamesIt) {
    const Finished finished = function(kMessage, {"--model", "simd"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("error: race: "), HasSubstr("a[0]"), HasSubstr("; so in the schedule '1'"),
                      HasSubstr("again: musimd omp --schedule 1 x.c ")));
    EXPECT_THAT(function(kMessage, {"--model", "simd", "--schedule", "1"}).status, Optional(1));
    EXPECT_THAT(function(kMessage, {"--model", "simd", "--schedule", "ascending"}).status, Optional(0));
    EXPECT_THAT(function(kMessage, {"--model", "simd", "--schedules", "1"}).status, Optional(0));
    EXPECT_THAT(function("", {"--schedule", "up"}).errors, HasSubstr("--schedule: 'up' is not ascending"));
}

/// Two threads take two locks in different orders; the second thread comes late.
std::string locks(const std::string& first, const std::string& second) {
    return "#include <omp.h>\nint main(void) {\nomp_lock_t a, b;\nint x = 0;\n"
           "omp_init_lock(&a);\nomp_init_lock(&b);\n"
           "#pragma omp parallel num_threads(2)\n{\n"
           "if (omp_get_thread_num() == 0) {\n"
           "omp_set_lock(&a);\nomp_set_lock(&b);\nx++;\nomp_unset_lock(&b);\nomp_unset_lock(&a);\n"
           "} else {\n"
           "int busy = 0;\nfor (int i = 0; i < 60; i++) busy += i;\n"
           "omp_set_lock(&" +
           first + ");\nomp_set_lock(&" + second +
           ");\nx += busy;\n"
           "omp_unset_lock(&" +
           second + ");\nomp_unset_lock(&" + first + ");\n}\n}\nreturn x > 0 ? 0 : 1;\n}\n";
}

TEST_F(OmpHints, ADeadlockOfAnotherScheduleIsFound) {
    folder_.write("l.c", locks("b", "a"));
    const std::vector<std::string> words = {"l.c",  "--function",  "main", "--model",
                                            "spmd", "--compilers", "none"};
    const Finished finished = omp(words);
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr("l.c:11: error: deadlock: these threads wait, and no other thread runs that "
                        "could end it: thread 0 on line 11 for b, thread 1 on line 19 for a; so in the "
                        "schedule '"),
              HasSubstr("again: musimd omp --schedule ")));
    folder_.write("l.c", locks("a", "b"));
    EXPECT_THAT(omp(words).status, Optional(0));
}

// ---- interruptions

class OmpInterrupt : public OmpHints {
  protected:
    Finished interrupted(int signal, const std::string& name, std::vector<std::string> words,
                         std::chrono::milliseconds time = std::chrono::milliseconds(300)) const {
        words.insert(words.begin(), name);
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        support::signal_after(command, signal, time);
        return support::run(command);
    }
};

TEST_F(OmpInterrupt, FindingsSoFarArePrinted) {
    folder_.write("x.c",
                  "int main(void) {\nint a[4] = {0}, s = 0;\nlong n = 0;\n#pragma omp parallel for\n"
                  "for (int i = 0; i < 4; i++) s += a[i];\n"
                  "for (long i = 0; i < 1000000000000; i++) n += i & 1;\nreturn n > s;\n}\n");
    const std::vector<std::string> words = {"x.c",         "--function",    "main",        "--model", "spmd",
                                            "--max-steps", "1000000000000", "--compilers", "none"};
    for (const int signal : {SIGINT, SIGTERM}) {
        const Finished finished = interrupted(signal, "omp", words);
        EXPECT_THAT(finished.status, Optional(128 + signal));
        EXPECT_THAT(finished.errors,
                    AllOf(HasSubstr("x.c:5: error: race: "), HasSubstr("add `reduction(+: s)`"),
                          HasSubstr("musimd omp: interrupted; this is what was found until then\n")));
    }
    const Finished sarif = interrupted(SIGINT, "omp",
                                       {"x.c", "--function", "main", "--max-steps", "1000000000000",
                                        "--write-baseline", "known.json", "--format", "sarif"});
    EXPECT_THAT(sarif.status, Optional(130));
    EXPECT_EQ(Json::parse(sarif.output).at("runs").at(0).at("results").at(0).at("ruleId"), "race");
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "known.json"));  // it would not be complete
}

TEST_F(OmpInterrupt, EndsKernelsAndProgramsOfCuda) {
    const std::string kernel =
        "__global__ void k(int *a) {\n"
        "for (long i = 0; i < 1000000000000; i++) a[1 + threadIdx.x] += i & 1;\n}\n";
    folder_.write("k.cu", kernel);
    const Finished launched =
        interrupted(SIGTERM, "cuda", {"k.cu", "--max-steps", "1000000000000", "--model", "lockstep"});
    EXPECT_THAT(launched.status, Optional(143));
    EXPECT_THAT(launched.errors, HasSubstr("musimd cuda: interrupted; this is what was found until then\n"));
    folder_.write("p.cu", "__global__ void once(int *a) { a[threadIdx.x % 32] = threadIdx.x; }\n" + kernel +
                              "int main() {\nint *a;\ncudaMalloc(&a, 400);\ncudaMemset(a, 0, 400);\n"
                              "once<<<1, 64>>>(a);\nk<<<1, 32>>>(a);\ncudaDeviceSynchronize();\n}\n");
    const Finished program = interrupted(SIGINT, "cuda", {"p.cu", "--max-steps", "1000000000000"},
                                         std::chrono::milliseconds(1500));
    EXPECT_THAT(program.status, Optional(130));
    EXPECT_THAT(program.errors,
                AllOf(HasSubstr("p.cu:1:32: error: race: "),
                      HasSubstr("p.cu: the program: interrupted\nmusimd cuda: interrupted; this "
                                "is what was found until then\n")));
}

}  // namespace
}  // namespace musimd::omp_findings_test
