// C as gcc reads gnu17, and errors that follow from others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/openmp_programs.hpp"

namespace musimd::reader::gnu17_test {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReadsGnu17 : public support::OpenMpPrograms {
  protected:
    static std::string main_with(const std::string& outside, const std::string& body) {
        return outside +
               "\nint printf(const char *, ...);\nint atoi(const char *);\n"
               "int main(int argc, char **argv) {\n" +
               body + "\nreturn 0;\n}\n";
    }
};

TEST_F(ReadsGnu17, FunctionsMayBeDeclaredByTheirCalls) {
    expect_prints(main_with("", "printf(\"%d\\n\", f(2) + g(3, 4));") +
                      "int f(int x) { return x; }\nint g(x, y) int x, y; { return 10 * x + y; }\n",
                  "36\n");
    expect_prints(main_with("static f(x) int x; { return x + 1; }", "printf(\"%d\\n\", f(2));"), "3\n");
}

TEST_F(ReadsGnu17, DeclareTargetHasTheNamesOfBothVersions) {
    for (const char* const name : {"to", "enter"}) {
        expect_prints(main_with("int k[2] = {1, 2};\n#pragma omp declare target " + std::string(name) + "(k)",
                                "int b[4], s = 0;\n#pragma omp target update to(k)\n"
                                "#pragma omp target teams distribute parallel for map(tofrom: b)\n"
                                "for (int i = 0; i < 4; i++) b[i] = k[i % 2];\n"
                                "for (int i = 0; i < 4; i++) s += b[i];\nprintf(\"%d\\n\", s);"),
                      "6\n");
    }
}

TEST_F(ReadsGnu17, AFunctionOfTheFileIsMeantByItsName) {
    expect_prints(main_with("int abs(int x) { return x + 100; }\nint rand(void) { return 4; }\n"
                            "double step(double x) { return 2 * x; }\nint y1(int a, int b) { return a - b; }",
                            "printf(\"%d %d %g %d\\n\", abs(-1), rand(), step(0.5), y1(5, 2));"),
                  "99 4 1 3\n");
}

TEST_F(ReadsGnu17, WhatTheNumberOfArgumentsRulesOutIsNotRead) {
    expect_prints(main_with("int parse(const char *text) { return text[0]; }",
                            "int n = argc > 1 ? parse(argv[1]) : 7;\n"
                            "int m = argc == 1 || atoi(argv[2]) > 3 ? 5 : atoi(argv[1]);\n"
                            "printf(\"%d %d\\n\", n, m);"),
                  "7 5\n");
}

TEST_F(ReadsGnu17, NoErrorOfADeclarationIsFollowedByErrorsOfItsUses) {
    const std::string text = reading(main_with("__int128 shared = 1;",
                                               "__int128 x = 1;\nint y = 0;\nx += 1;\ny = x > 0;\n"
                                               "shared += 1;\ny = shared > 1;\nshared = 0;\n"
                                               "__int128 z = y;\nz++;"))
                                 .messages;
    std::size_t errors = 0;
    for (std::size_t at = text.find("error: "); at != std::string::npos; at = text.find("error: ", at + 1))
        ++errors;
    EXPECT_EQ(errors, 3U) << text;
    EXPECT_THAT(text, Not(HasSubstr("not available")));
}

TEST_F(ReadsGnu17, NumbersOfATargetRegionAreItsOwn) {
    const auto with = [](const std::string& after) {
        return main_with("",
                         "int n = 4, i, t, b[4];\n#pragma omp target map(from: b)\n"
                         "for (i = 0; i < n; i++) { t = 2 * i; b[i] = t; n = 4; }\n" +
                             after);
    };
    expect_prints(with("for (i = 0; i < 4; i++) printf(\"%d \", b[i]);"), "0 2 4 6 ");
    EXPECT_EQ(reading(with("printf(\"%d\", t);")).messages, "");  // the run finds it
}

TEST_F(ReadsGnu17, ASimdLoopReducesAnArray) {
    const std::string text = main_with(
        "",
        "int h[5] = {7}, s = 0;\n#pragma omp simd REDUCTION\nfor (int i = 0; i < 40; i++) h[i % 4] += i;\n"
        "printf(\"%d %d %d\\n\", h[0], h[3], h[4]);");
    const auto with = [&](const std::string& clause) {
        std::string changed = text;
        return changed.replace(changed.find("REDUCTION"), 9, clause);
    };
    for (const char* const clause : {"reduction(+: h)", "reduction(+: h[0:4])", "simdlen(8) reduction(+: h)"})
        expect_prints(with(clause), "187 210 0\n");
    EXPECT_EQ(run(with("")).trap, "race");
    EXPECT_THAT(
        reading(main_with("",
                          "int h[4] = {0}, n = 4;\n#pragma omp parallel for\n"
                          "for (int k = 0; k < 2; k++) {\n#pragma omp simd reduction(+: h[:n])\n"
                          "for (int i = 0; i < 9; i++) h[i % 4] += i;\n}"))
            .messages,
        HasSubstr("x.c:8:31: error: in a parallel loop, a simd loop can only reduce arrays of constant "
                  "size"));
}

}  // namespace
}  // namespace musimd::reader::gnu17_test
