// `musimd omp`: comparisons with C compilers, the options that select them, and its messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_command_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

// The front end is Clang; under GCC, element 5 of `wrong` is another.
constexpr const char* kText = R"(
void sums(int rows, const int *a, int *sum) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < rows; i++) {
        int s = 0;
#pragma omp simd simdlen(8) reduction(+: s)
        for (int j = 0; j < 10; j++) s += a[i * 10 + j];
        sum[i] = s;
    }
}
void wrong(int n, float *a) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        a[i] = i;
#ifndef __clang__
        if (i == 5) a[i] = 5.5f;
#endif
    }
}
)";

class OmpCommand : public OmpFolder {
  protected:
    void SetUp() override {
        OmpFolder::SetUp();
        folder_.write("x.c", kText);
    }

    Finished omp(std::vector<std::string> words) const {
        words.insert(words.begin(), "x.c");
        return OmpFolder::omp(std::move(words));
    }

    Finished sums(std::vector<std::string> words) const {
        words.insert(words.end(),
                     {"--function", "sums", "--arg", "rows=8", "--arg", "a=80", "--arg", "sum=8"});
        return omp(std::move(words));
    }

    static bool has_gcc() { return !kernels::openmp::command_of_compiler("gcc").empty(); }
};

TEST_F(OmpCommand, ComparesWithCompilers) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished = sums({"--compilers", "gcc"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_EQ(finished.errors, "");
    EXPECT_THAT(finished.output,
                HasSubstr("spmd, simd                        8                 0          0\n"
                          "spmd, gcc                         8                 0          0\n"
                          "simd, gcc                         8                 0          0\n"
                          "spmd, gcc -fopenmp "));
    const Json json = Json::parse(sums({"--compilers", "gcc", "--json"}).output);
    EXPECT_EQ(json.at("comparison").at("sum").at("same"), 8);
    const Json& plain = json.at("compilers").at(0);
    EXPECT_EQ(plain.at("compiler"), "gcc");
    EXPECT_EQ(plain.at("openmp"), false);
    EXPECT_EQ(plain.at("outcome"), "stop");
    EXPECT_EQ(plain.at("comparison").at("simd").at("sum").at("same"), 8);
    EXPECT_EQ(json.at("compilers").at(1).at("openmp"), true);
}

TEST_F(OmpCommand, ADifferenceIsShownWithACommandThatReplaysIt) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished =
        omp({"--function", "wrong", "--arg", "n=8", "--arg", "a=8:zeros", "--compilers", "gcc"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output,
                HasSubstr("spmd, gcc                         7                 0          1  first a[5]\n"));
    const std::string again =
        "musimd omp x.c --function wrong --arg n=8 --arg 'a=zeros[8]' --model spmd --compilers gcc";
    EXPECT_THAT(finished.errors, HasSubstr("x.c: error: 1 of 8 elements of a differ\n"
                                           "    a[5] is 5 under spmd, and 5.5 with gcc\n"
                                           "    again: " +
                                           again + "\n"));
    EXPECT_THAT(finished.errors, Not(HasSubstr("under simd")));  // the same difference
    const auto wrong = [&](const std::string& option, const std::string& file) {
        return omp({"--function", "wrong", "--arg", "n=8", "--arg", "a=8:zeros", "--compilers", "gcc", option,
                    file});
    };
    EXPECT_THAT(wrong("--write-baseline", "known.json").status, Optional(0));
    const Finished known = wrong("--baseline", "known.json");
    EXPECT_THAT(known.status, Optional(0));
    EXPECT_THAT(known.errors, HasSubstr("x.c: note: known: 1 of 8 elements of a differ\n"));
    folder_.write("suppressions", "difference x.c wrong\n");
    EXPECT_THAT(wrong("--suppress", "suppressions").status, Optional(0));
    EXPECT_EQ(wrong("--suppress", "suppressions").errors, "");
    const Finished replayed = omp({"--function", "wrong", "--arg", "n=8", "--arg", "a=zeros[8]", "--model",
                                   "spmd", "--compilers", "gcc", "--json"});
    EXPECT_THAT(replayed.status, Optional(1));
    const Json json = Json::parse(replayed.output);
    const Json& one = json.at("compilers").at(0);
    EXPECT_EQ(one.at("comparison").at("spmd").at("a").at("differences").at(0).at("other"), "5.5");
    EXPECT_THAT(one.at("again"), HasSubstr("--compilers gcc"));
}

TEST_F(OmpCommand, OptionsOfIntelSelectTheModel) {
    const auto models = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--compilers", "none", "--json"});
        const Json json = Json::parse(sums(std::move(words)).output);
        std::string names;
        for (const Json& run : json.at("runs")) names += run.at("model").get<std::string>() + " ";
        return names;
    };
    EXPECT_EQ(models({"-fiopenmp"}), "spmd simd ");
    EXPECT_EQ(models({"-fiopenmp", "-fopenmp-targets=spir64"}), "spmd ");
    EXPECT_EQ(models({"-fiopenmp", "-fopenmp-targets=spir64", "-fopenmp-target-simd"}), "simd ");
    EXPECT_THAT(sums({"-fopenmp-targets=nvptx64"}).errors, HasSubstr("must be spir64"));
    EXPECT_THAT(sums({"-fopenmp-target-simd", "--model", "both"}).errors,
                HasSubstr("cannot be used with '--model'"));
}

TEST_F(OmpCommand, TheJsonObjectMayHaveAFile) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--json", "r.json"}, {"--json=r.json"}, {"--json-file", "r.json"}}) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--compilers", "none"});
        const Finished finished = sums(all);
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        EXPECT_THAT(finished.output, HasSubstr("model  width"));
        const fs::path file = folder_.path() / "r.json";
        EXPECT_EQ(Json::parse(support::read_file(file)).at("function"), "sums");
        fs::remove(file);
    }
}

TEST_F(OmpCommand, BadCompilersAreRefused) {
    EXPECT_THAT(sums({"--compilers", "gccx"}).status, Optional(2));
    EXPECT_THAT(sums({"--compilers", "gcc-nowhere"}).errors,
                HasSubstr("the C compiler 'gcc-nowhere' is not installed"));
    EXPECT_THAT(sums({"--compilers", "gcc,none"}).errors, HasSubstr("expected names as in gcc"));
    EXPECT_THAT(sums({"--compilers", ","}).errors, HasSubstr("expected names as in gcc,clang-19, or none"));
    EXPECT_THAT(sums({"--limit", "0"}).errors, HasSubstr("expected an integer from 1 to 3600"));
}

TEST_F(OmpCommand, BadArgumentsAreRefused) {
    const auto error = [&](const std::string& argument) {
        const Finished finished = omp({"--function", "sums", "--compilers", "none", "--arg", argument});
        EXPECT_THAT(finished.status, Optional(2));
        EXPECT_EQ(finished.output, "");
        return finished.errors;
    };
    EXPECT_THAT(error("row=3"), HasSubstr("sums has no parameter 'row'; did you mean 'rows'?"));
    EXPECT_THAT(error("rows"), HasSubstr("expected NAME=…"));
    EXPECT_THAT(error("rows=99999999999"), HasSubstr("argument rows: '99999999999' is not a valid i32"));
    EXPECT_THAT(error("rows=1e3"), HasSubstr("argument rows: '1e3' is not a valid i32"));
    EXPECT_THAT(error("a=999999999"), HasSubstr("argument a: more than 2^24 elements"));
    EXPECT_THAT(error("a=100000000000000000000"), HasSubstr("argument a: more than 2^24 elements"));
    EXPECT_THAT(error("a=@."), HasSubstr("argument a: . cannot be read"));
    EXPECT_THAT(error("a=@/dev/zero"), HasSubstr("argument a: /dev/zero: '????"));
    EXPECT_THAT(error("a="), HasSubstr("argument a: "));
    EXPECT_THAT(error("a=1,2,x"), HasSubstr("argument a: 'x' is not a valid i32"));
    EXPECT_THAT(error("a=@nowhere"), HasSubstr("argument a: nowhere cannot be read"));
    EXPECT_THAT(error("a=alias:sum"), HasSubstr("arrays may not overlap"));
}

TEST_F(OmpCommand, AnArrayThatIsTooShortIsATrapAndNothingIsCompiled) {
    const Finished finished =
        omp({"--function", "sums", "--arg", "rows=8", "--arg", "a=79", "--arg", "sum=8"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors, HasSubstr("x.c:7: error: invalid-address: thread 7 uses a[79], which is "
                                           "outside of a: it has 79 elements (spmd, simd; iteration 7)"));
    EXPECT_THAT(finished.errors, HasSubstr("iteration 7)\n    for (int j = 0; j < 10; j++)"));
    EXPECT_THAT(finished.errors, HasSubstr("'a=between:-100:100:0[79]' --arg"));
    EXPECT_THAT(finished.output, Not(HasSubstr("compared")));
}

TEST_F(OmpCommand, ReadsOfWhatWasNeverWrittenCanBeWarnings) {
    folder_.write("u.c",
                  "#include <stdio.h>\n"
                  "int main(void) {\n"
                  "    int a[2];\n"
                  "    a[0] = 1;\n"
                  "    printf(\"%d\", a[0] + a[1]);\n"
                  "}\n");
    support::Command command =
        support::musimd({"omp", "u.c", "--function", "main", "--model", "simd", "--undefined", "warn"});
    command.folder = folder_.path();
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_THAT(finished.output, testing::StartsWith("1\nmodel"));
    EXPECT_EQ(finished.errors,
              "u.c:5: warning: undefined-memory: thread 0 reads a[1], which is undefined; it is read as 0 "
              "(simd)\n"
              "    printf(\"%d\", a[0] + a[1]);\n"
              "    again: musimd omp u.c --function main --undefined warn --model simd --compilers none\n");
}

TEST_F(OmpCommand, ReadsSeveralFilesAndIncludes) {
    folder_.write("main.c",
                  "int twice(int);\n"
                  "int main(void) { printf(\"%d\", twice(21)); }\n");
    folder_.write("twice.c", "int twice(int n) { return 2 * n; }\n");
    support::Command command = support::musimd(
        {"omp", "main.c", "twice.c", "--function", "main", "--model", "simd", "-include", "stdio.h"});
    command.folder = folder_.path();
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, testing::StartsWith("42\n"));
}

TEST_F(OmpCommand, ArraysOfIndicesAreThoseOfAGraph) {
    folder_.write(
        "m.c",
        "void f(int n, const int *start, const int *col, const float *val, const float *x, float *y) {\n"
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\nfloat s = 0;\n"
        "for (int j = start[i]; j < start[i + 1]; j++) s += val[j] * x[col[j]];\ny[i] = s;\n}\n}\n");
    support::Command command =
        support::musimd({"omp", "m.c", "--function", "f", "--arg", "x=500", "--compilers", "none", "--json"});
    command.folder = folder_.path();
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, testing::AllOf(HasSubstr("\"start\": \"ascending:0:4095:"),
                                                HasSubstr("\"col\": \"between:0:499:")));
}

TEST_F(OmpCommand, GoesOnAfterFindings) {
    folder_.write("go.c",
                  "#include <stdio.h>\n"
                  "int main(void) {\n"
                  "    int a[9], u[2], last = 0, sum = 0, big = 2147483647;\n"
                  "    for (int i = 0; i < 9; i++) a[i] = i;\n"
                  "#pragma omp parallel for reduction(+: sum)\n"
                  "    for (int i = 0; i < 8; i++) {\n"
                  "        sum += i;\n"
                  "        a[i] = a[i + 1];\n"
                  "        if (i % 3 == 0) continue;\n"
                  "        last = i;\n"
                  "    }\n"
                  "    big++;\n"
                  "    printf(\"%d %d %d %d\\n\", sum, a[0], last, big + u[1]);\n"
                  "}\n");
    support::Command command =
        support::musimd({"omp", "go.c", "--function", "main", "--model", "spmd", "--continue"});
    command.folder = folder_.path();
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output, testing::StartsWith("28 1 7 -2147483648\n"));
    const std::string again = "    again: musimd omp go.c --function main --model spmd --compilers none\n";
    EXPECT_EQ(
        finished.errors,
        "go.c:8: error: race: iteration 1 of the parallel loop on line 5 writes a[1], which iteration 0 "
        "reads "
        "on line 8; iterations run in any order (spmd)\n"
        "    a[i] = a[i + 1];\n"
        "go.c:8: note: the earlier access\n"
        "    a[i] = a[i + 1];\n"
        "go.c:8: hint: in the order of C, this reads what was there before the loop: let it read a copy\n"
        "    a[i] = a[i + 1];\n" +
            again +
            "go.c:10: error: race: iteration 2 of the parallel loop on line 5 writes last, which iteration 1 "
            "writes on line 10; iterations run in any order (spmd)\n"
            "    last = i;\n"
            "go.c:10: note: the earlier access\n"
            "    last = i;\n"
            "go.c:5: hint: add `lastprivate(last)` to this directive: each iteration sets it before it reads "
            "it, and it is read after the loop\n"
            "    #pragma omp parallel for reduction(+: sum)\n" +
            again +
            "go.c:12: error: overflow: thread 0 computes 2147483647 + 1, which does not fit i32 (spmd)\n"
            "    big++;\n" +
            again +
            "go.c:13: error: undefined-memory: thread 0 reads u[1], which is undefined (spmd)\n"
            "    printf(\"%d %d %d %d\\n\", sum, a[0], last, big + u[1]);\n" +
            again);
    command.arguments.pop_back();  // --continue
    const Finished ended = support::run(command);
    EXPECT_EQ(ended.errors, finished.errors);
    EXPECT_THAT(ended.output, Not(testing::StartsWith("28 1 7")));  // the run that is shown has ended
}

TEST_F(OmpCommand, TheProgramHasTheLinesOfC) {
    const Finished finished = sums({"--emit", "asm", "--model", "simd"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    for (const char* const line :
         {"; 5: int s = 0;", "; 7: for (int j = 0; j < 10; j++) s += a[i * 10 + j];", "; 8: sum[i] = s;"})
        EXPECT_THAT(finished.output, HasSubstr(line));
}

// ---- formats, suppressions and baselines, as of musimd cuda

constexpr const char* kRace = R"(
void shift(int n, int *a) {
#pragma omp parallel for
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1];
}
)";

class OmpFindings : public OmpCommand {
  protected:
    void SetUp() override {
        OmpCommand::SetUp();
        folder_.write("x.c", kRace);
    }

    Finished shift(std::vector<std::string> words) const {
        words.insert(words.begin(), {"--function", "shift", "--compilers", "none"});
        return omp(std::move(words));
    }
};

TEST_F(OmpFindings, AreReportedAsSarifAndJunit) {
    const Finished sarif = shift({"--format", "sarif"});
    EXPECT_THAT(sarif.status, Optional(1));
    const Json result = Json::parse(sarif.output).at("runs").at(0).at("results").at(0);
    EXPECT_EQ(result.at("ruleId"), "race");
    EXPECT_EQ(result.at("locations")[0].at("physicalLocation").at("region").at("startLine"), 5);
    EXPECT_EQ(Json::parse(sarif.output).at("runs").at(0).at("results").size(), 1U);
    EXPECT_EQ(result.at("relatedLocations").at(0).at("message").at("text"), "the earlier access");
    const Finished junit = shift({"--format", "junit"});
    EXPECT_THAT(junit.output,
                HasSubstr("<testsuite name=\"musimd omp\" tests=\"2\" failures=\"1\" errors=\"0\">"));
    EXPECT_THAT(junit.output, HasSubstr("name=\"shift under spmd\""));
}

TEST_F(OmpFindings, OfTheBaselineAreNotErrors) {
    EXPECT_THAT(shift({"--write-baseline", "known.json"}).status, Optional(0));
    const Finished known = shift({"--baseline", "known.json"});
    EXPECT_THAT(known.status, Optional(0));
    EXPECT_THAT(known.errors, HasSubstr("x.c:5: note: known: race: "));
    EXPECT_THAT(known.output, HasSubstr("no new findings (spmd, simd)"));
    folder_.write("x.c", std::string(kRace) + "void other(int n, int *a) {}\n");
    EXPECT_THAT(omp({"--function", "other", "--compilers", "none", "--baseline", "known.json"}).errors,
                Not(HasSubstr("no longer found")));
}

TEST_F(OmpFindings, ThatAreSuppressedAreNotReported) {
    folder_.write("suppressions", "race x.c:5\n");
    const Finished suppressed = shift({"--suppress", "suppressions"});
    EXPECT_THAT(suppressed.status, Optional(0));
    EXPECT_THAT(suppressed.errors, Not(HasSubstr("race")));
    folder_.write("suppressions", "rac x.c:5\n");
    const Finished wrong = shift({"--suppress", "suppressions"});
    EXPECT_THAT(wrong.status, Optional(2));
    EXPECT_THAT(wrong.errors, HasSubstr("suppressions:1:1: error: unknown kind of finding 'rac'"));
}

TEST_F(OmpFindings, HaveTheStatusOfTheOption) {
    EXPECT_THAT(shift({"--error-exitcode", "77"}).status, Optional(77));
}

}  // namespace
}  // namespace musimd::omp_command_test
