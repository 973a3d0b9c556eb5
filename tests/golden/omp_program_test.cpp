// `musimd omp --function main`: what goes on after a finding, and programs beside compilers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_program_test {
namespace {

using Json = nlohmann::json;
using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

class OmpProgram : public OmpFolder {
  protected:
    /// The body of `main`, from line 5 on.
    Finished program(const std::string& body, std::vector<std::string> words) const {
        folder_.write("x.c", "#include <stdio.h>\n#include <stdlib.h>\n#include <omp.h>\nint main(void) {\n" +
                                 body + "return 0;\n}\n");
        words.insert(words.begin(), {"x.c", "--function", "main"});
        return omp(std::move(words));
    }

    static bool has_gcc() { return !kernels::openmp::command_of_compiler("gcc").empty(); }

    Finished beside_gcc(const std::string& body) const {
        return program(body, {"--model", "spmd", "--compilers", "gcc"});
    }
};

TEST_F(OmpProgram, MainIsTheFunctionIfNoneIsNamed) {
    folder_.write("x.c", "#include <stdio.h>\nint main(void) {\nputs(\"here\");\nreturn 3;\n}\n");
    const Finished finished = omp({"x.c", "--compilers", "none"});
    EXPECT_THAT(finished.output, HasSubstr("here"));
    EXPECT_THAT(finished.output, HasSubstr("stop, returned 3"));
}

TEST_F(OmpProgram, AReductionOfDifferencesAddsThem) {
    const Finished finished = program(
        "int m = 100;\n#pragma omp parallel for reduction(-: m)\nfor (int i = 0; i < 10; i++) m -= i;\n"
        "printf(\"%d\\n\", m);\n",
        {"--compilers", "none"});
    EXPECT_THAT(finished.output, HasSubstr("55\n")) << finished.errors;
}

// ---- what threads ask for

TEST_F(OmpProgram, AThreadsOwnMemoryIsNotSharedByItsIterations) {
    const std::string region =
        "int b[4] = {0}, *all = 0;\n"
        "#pragma omp parallel num_threads(3)\n{\nint *own = calloc(4, sizeof(int));\n"
        "#pragma omp for\nfor (int i = 0; i < 12; i++) own[i % 4]++;\n"
        "#pragma omp critical\n{\nall = own;\nfor (int j = 0; j < 4; j++) b[j] += own[j];\n}\n";
    const Finished own =
        program(region + "free(own);\n}\nprintf(\"%d\\n\", b[1]);\n", {"--compilers", "none"});
    EXPECT_THAT(own.output, HasSubstr("3\n"));
    EXPECT_THAT(own.output, HasSubstr("no findings (spmd, simd)"));
    const Finished shared =
        program(region + "#pragma omp barrier\nall[0] = omp_get_thread_num();\n}\n", {"--compilers", "none"});
    EXPECT_THAT(shared.errors, HasSubstr("x.c:17: error: race: thread "));
}

// ---- what goes on

TEST_F(OmpProgram, AnAccessOutsideDoesNotHideARace) {
    const Finished finished = program(
        "int n = 4, s = 0;\nint *a = malloc(n * sizeof(int));\nn++;\n"
        "for (int i = 0; i < n; i++)\na[i] = i;\n"
        "#pragma omp parallel num_threads(2)\n{\ns += a[omp_get_thread_num()];\n#pragma omp barrier\n}\n",
        {"--model", "spmd", "--compilers", "none"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors, HasSubstr("x.c:9: error: invalid-address: thread 0 uses a[4], which is "
                                           "outside of a: it has 4 elements (spmd)"));
    EXPECT_THAT(finished.errors,
                HasSubstr("x.c:12: error: race: thread 0 writes s, which thread 1 reads on line 12; nothing "
                          "orders the two (spmd)"));
}

TEST_F(OmpProgram, ContinueReportsEachFindingOfEachLineOnce) {
    const Finished finished = program(
        "int big = 2147483647, a[4], b[4] = {0}, c = 0, k = 5;\n"
        "for (int i = 0; i < 3; i++)\n"
        "big += 1;\n"
        "c = a[1] + a[2];\n"
        "c += a[3];\n"
        "b[k] = 1;\n"
        "c += b[k + 1];\n"
        "big = 2147483647 + k;\n"
        "int *p = malloc(4 * sizeof(int));\n"
        "p[k] = 3;\n"
        "printf(\"%d\\n\", c);\n",
        {"--model", "spmd", "--compilers", "none", "--continue"});
    EXPECT_THAT(finished.status, Optional(1));
    std::string kinds;
    static const std::regex kError("x\\.c:(\\d+: )error: ([a-z-]+): ");
    for (std::sregex_iterator at(finished.errors.begin(), finished.errors.end(), kError), end; at != end;
         ++at)
        kinds += (*at)[1].str() + (*at)[2].str() + "\n";
    EXPECT_EQ(kinds,
              "7: overflow\n8: undefined-memory\n9: undefined-memory\n10: invalid-address\n"
              "11: invalid-address\n12: overflow\n14: invalid-address\n")
        << finished.errors;
}

// ---- beside compilers

TEST_F(OmpProgram, ItsOutputAndExitStatusAreComparedWithThoseOfCompilers) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished = beside_gcc(
        "int s = 0;\nsrand(7);\n#pragma omp parallel for reduction(+: s)\n"
        "for (int i = 0; i < 100; i++) s += i;\nfprintf(stderr, \"not compared\\n\");\n"
        "int r = rand();\nprintf(\"%d %d %d\\n\", s, r, r > RAND_MAX / 1000);\n"
        "#ifdef ONE\nreturn 1;\n#endif\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("compiled by             output and exit status\n"
                                           "gcc                     same\n"
                                           "gcc -fopenmp "));
}

TEST_F(OmpProgram, TeamsOfAllFormsAreAsInCompilers) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    folder_.write("x.c", R"(#include <stdio.h>
#include <omp.h>
#define N 64
double a[N], b[N], dot;
static void scale(int n, double *v) {
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++) v[i] *= 2;
}
int main(void) {
  int i, j, rows = 8;
  double w[8][8][4], m[8][8], sum = 0, y[8];
  for (i = 0; i < N; i++) { a[i] = i; b[i] = 1; }
#pragma omp target teams distribute parallel for reduction(+: dot) map(tofrom: dot)
  for (i = 0; i < N; i++) dot += a[i] * b[i];
#pragma omp target teams num_teams(4) thread_limit(32)
#pragma omp distribute private(j)
  for (i = 0; i < 8; i++)
#pragma omp parallel for
    for (j = 0; j < 8; j++) m[i][j] = i + j;
#pragma omp target teams distribute private(j)
  for (i = 0; i < rows; i++) {
    double s = 0;
#pragma omp parallel for reduction(+: s)
    for (j = 0; j < 8; j++) s += m[i][j];
    y[i] = s;
  }
#pragma omp target teams map(tofrom: a)
  scale(N, a);
#pragma omp target teams distribute collapse(2) map(tofrom: sum) reduction(+: sum)
  for (i = 0; i < 8; i++)
    for (j = 0; j < 8; j++) {
      double t = m[i][j];
#pragma omp simd
      for (int k = 0; k < 4; k++) w[i][j][k] = k;
      sum += t;
    }
#pragma omp target teams loop map(tofrom: a)
  for (i = 0; i < N; i++) a[i] += 1;
#pragma omp target teams distribute simd map(tofrom: a)
  for (i = 0; i < N; i++) a[i] += 1;
#pragma omp target
#pragma omp teams
#pragma omp distribute dist_schedule(static, 4)
  for (i = 0; i < N; i += 4) {
    double tile[4];
#pragma omp parallel
    {
#pragma omp for
      for (int k = 0; k < 4; k++) tile[k] = a[i + k];
#pragma omp for
      for (int k = 0; k < 4; k++) b[i + k] = tile[3 - k];
    }
  }
#pragma omp target teams distribute
  for (int g = 0; g < 4; g++) {
    int count = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp critical
      count++;
#pragma omp barrier
#pragma omp single
      b[g] = count;
    }
  }
  printf("%g %g %g %g %g %g\n", dot, y[3], a[5], sum, b[9], b[2]);
  return 0;
}
)");
    const Finished finished = omp({"x.c", "--function", "main", "--model", "spmd", "--compilers", "gcc"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("2016 52 12 448 22 4\n"));
    EXPECT_THAT(finished.output, HasSubstr("gcc -fopenmp            same\n"));
}

TEST_F(OmpProgram, AnotherOutputIsAFinding) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const std::string body =
        "int n = 1;\n#ifdef __clang__\nn = 2;\n#endif\nprintf(\"first\\nn is %d\\n\", n);\n";
    const Finished finished = beside_gcc(body);
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output, HasSubstr("gcc                     different: line 2 differs\n"));
    EXPECT_THAT(finished.errors, HasSubstr("x.c: error: compiled by gcc: line 2 differs\n"
                                           "    n is 2 on the machine\n    n is 1 with gcc\n"
                                           "    again: musimd omp x.c --function main --model both "
                                           "--compilers gcc\n"));
    const Json json = Json::parse(program(body, {"--compilers", "gcc", "--json"}).output);
    const Json& one = json.at("compilers").at(0);
    EXPECT_EQ(one.at("outcome"), "different");
    EXPECT_EQ(one.at("difference"), (Json{{"line", 2}, {"machine", "n is 2"}, {"other", "n is 1"}}));
    EXPECT_EQ(json.at("runs").at(0).at("program_status"), 0);
}

TEST_F(OmpProgram, AnotherExitStatusIsAFinding) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished = beside_gcc("#ifdef __clang__\nreturn 3;\n#endif\n");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output, HasSubstr("different: exit status 0, and 3 on the machine\n"));
}

TEST_F(OmpProgram, WhatDependsOnTheOrderOfThreadsIsNotCompared) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished = beside_gcc(
        "int a[8], n = 0;\n#pragma omp parallel num_threads(4)\n{\n#pragma omp critical\n"
        "a[n++] = omp_get_thread_num();\n}\nprintf(\"%d\\n\", a[0]);\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("not compared: its results depend on the order of threads\n"));
    const Finished race = beside_gcc(
        "int n = 0;\n#pragma omp parallel num_threads(4)\n{\nn++;\n"
        "#pragma omp barrier\n}\nprintf(\"%d\\n\", n);\n");
    EXPECT_THAT(race.output, HasSubstr("not compared: it has a data race\n"));
    const Finished prints =
        beside_gcc("#pragma omp parallel for\nfor (int i = 0; i < 4; i++) printf(\"%d\", i);\n");
    EXPECT_THAT(prints.output,
                HasSubstr("not compared: it prints in a parallel region, which has no order\n"));
}

TEST_F(OmpProgram, ClocksAdvanceWithEachQuestion) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished = beside_gcc(
        "struct timeval { long tv_sec, tv_usec; } now;\nint gettimeofday(struct timeval *, void *);\n"
        "double omp_get_wtime(void);\nlong clock(void);\nint waits = 0;\n"
        "for (double begin = omp_get_wtime(); omp_get_wtime() < begin + 1e-4;) waits++;\n"
        "#pragma omp parallel for\nfor (int i = 0; i < 4; i++) clock();\n"
        "gettimeofday(&now, 0);\nprintf(\"%ld %ld %d %ld\\n\", now.tv_sec, now.tv_usec, waits, clock());\n");
    EXPECT_THAT(finished.output, testing::StartsWith("0 101 99 102\n"));
    EXPECT_THAT(finished.output, HasSubstr("gcc -fopenmp            same\n")) << finished.errors;
}

TEST_F(OmpProgram, WhatCountsThreadsIsNotComparedWithoutOpenMp) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const Finished finished = beside_gcc(
        "int n = 0;\n#pragma omp parallel reduction(+: n)\nn++;\n"
        "printf(\"%d\\n\", n);\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output,
                HasSubstr("not compared: gcc: without OpenMP, its parallel regions have one thread\n"));
    EXPECT_THAT(finished.output, Not(HasSubstr("different")));
}

}  // namespace
}  // namespace musimd::omp_program_test
