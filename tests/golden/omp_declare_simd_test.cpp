// `musimd omp`: arguments that are not what `declare simd` says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_declare_simd_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

class OmpDeclareSimd : public OmpFolder {
  protected:
    /// The call is on line 8, in a simd loop on line 7.
    Finished call(const std::string& arguments, const std::string& clauses = "") const {
        folder_.write("x.c",
                      "#pragma omp declare simd uniform(t, scale) linear(i) linear(p: 2)\n"
                      "static float pick(const float *t, int i, float scale, const float *p) {\n"
                      "  return scale * t[i] + *p; }\n"
                      "int main(void) {\n"
                      "  float t[64], o[16]; int s[16];\n"
                      "  for (int i = 0; i < 64; i++) { t[i] = i; s[i % 16] = i % 16 / 4; }\n"
                      "#pragma omp simd" +
                          clauses + "\n  for (int i = 0; i < 16; i++) o[i] = pick(" + arguments +
                          ");\n  return o[3] > 9; }\n");
        return omp({"x.c", "--function", "main", "--compilers", "none", "--model", "spmd"});
    }

    void expect_finding(const std::string& arguments, const std::string& error) const {
        const Finished finished = call(arguments);
        EXPECT_THAT(finished.status, Optional(1));
        EXPECT_THAT(finished.errors, HasSubstr("x.c:8: error: declare-simd: " + error + " (spmd)\n"));
    }
};

TEST_F(OmpDeclareSimd, PromisesThatHold) {
    const Finished finished = call("t, i + 1, 0.5f, &t[2 * i]");
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_THAT(finished.errors, IsEmpty());
}

TEST_F(OmpDeclareSimd, ArgumentsThatBreakOne) {
    expect_finding(
        "t, i / 2, 0.5f, &t[2 * i]",
        "`linear(i: 1)` of 'pick' does not hold: iteration 1 of the simd loop on line 7 passes 0, not "
        "1; iteration 0 passed 0");
    expect_finding(
        "t, i, 0.5f * (i / 4), &t[2 * i]",
        "`uniform(scale)` of 'pick' does not hold: iteration 4 of the simd loop on line 7 passes 0.5, "
        "not 0; iteration 3 passed 0");
    EXPECT_THAT(call("&t[s[i]], i, 0.5f, &t[2 * i]").errors,
                HasSubstr("`uniform(t)` of 'pick' does not hold: iteration 4 "));
    EXPECT_THAT(call("t, i, 0.5f, &t[i]").errors,
                HasSubstr("`linear(p: 2)` of 'pick' does not hold: iteration 1 "));
}

TEST_F(OmpDeclareSimd, CallsUnderConditions) {
    const auto errors = [&](const std::string& clause, const std::string& statement) {
        folder_.write("x.c", "#pragma omp declare simd " + clause +
                                 "\nstatic int f(int i) { return i + 1; }\nint main(void) {\n  int a[16];\n"
                                 "#pragma omp simd\n  for (int i = 0; i < 16; i++) " +
                                 statement + "\n  return a[3] > 9; }\n");
        return omp({"x.c", "--function", "main", "--compilers", "none", "--model", "spmd"}).errors;
    };
    const std::string always = "a[i] = f(i);";
    const std::string sometimes = "{ a[i] = 0; if (i > 3) a[i] = f(i); }";
    EXPECT_THAT(errors("notinbranch", always), IsEmpty());
    EXPECT_THAT(errors("inbranch", sometimes), IsEmpty());
    EXPECT_THAT(
        errors("inbranch", "a[i] = f(i) ? 2 : 1;"),
        HasSubstr("x.c:6: error: declare-simd: `inbranch` of 'f' does not hold: this call is under no "
                  "condition (spmd)\n"));
    EXPECT_THAT(errors("notinbranch", sometimes),
                HasSubstr("`notinbranch` of 'f' does not hold: this call is under a condition"));
    EXPECT_THAT(errors("notinbranch", "a[i] = i > 3 && f(i);"),
                HasSubstr("`notinbranch` of 'f' does not hold"));
}

TEST_F(OmpDeclareSimd, Alignments) {
    const auto errors = [&](const std::string& directive, const std::string& argument) {
        folder_.write("x.c",
                      "#pragma omp declare simd aligned(p: 32)\nstatic float sum(const float *p) {\n"
                      "  return p[0] + p[1]; }\nint main(void) {\n  float t[256], o[16];\n"
                      "  for (int i = 0; i < 256; i++) t[i] = i;\n#pragma omp " +
                          directive + "\n  for (int i = 0; i < 16; i++) o[i] = sum(" + argument +
                          ");\n  return o[3] > 1000; }\n");
        return omp({"x.c", "--function", "main", "--compilers", "none", "--model", "spmd"}).errors;
    };
    const std::string broken =
        "x.c:8: error: declare-simd: `aligned(p: 32)` of 'sum' does not hold: a call here passes an address "
        "that is not a multiple of 32 (spmd)\n";
    for (const char* const directive : {"simd", "parallel for simd"}) {
        EXPECT_THAT(errors(directive, "&t[8 * i]"), IsEmpty());
        EXPECT_THAT(errors(directive, "&t[8 * i + 4]"), HasSubstr(broken));
        EXPECT_THAT(errors(directive, "t + i"), HasSubstr(broken));
    }
    EXPECT_THAT(errors("parallel for", "t + i"), IsEmpty());  // no simd version is called
}

TEST_F(OmpDeclareSimd, ParallelLoops) {
    const auto errors = [&](const std::string& arguments, const std::string& clauses = "") {
        folder_.write("x.c",
                      "#pragma omp declare simd uniform(t) linear(i) notinbranch\n"
                      "static float pick(const float *t, int i) { return t[i]; }\nint main(void) {\n"
                      "  float t[64], o[16];\n  for (int i = 0; i < 64; i++) t[i] = i;\n"
                      "#pragma omp parallel for simd" +
                          clauses + "\n  for (int i = 0; i < 16; i++) " + arguments +
                          "\n  return o[3] > 100; }\n");
        return omp({"x.c", "--function", "main", "--compilers", "none", "--model", "spmd"}).errors;
    };
    EXPECT_THAT(errors("o[i] = pick(t + 2, i + 1);"), IsEmpty());
    EXPECT_THAT(errors("o[i] = pick(t + i / 4, i);", " simdlen(4)"), IsEmpty());
    EXPECT_THAT(errors("o[i] = pick(t + i / 4, i);"), HasSubstr("`uniform(t)` of 'pick' does not hold"));
    EXPECT_THAT(errors("o[i] = pick(t, i / 2);"),
                HasSubstr("x.c:7: error: declare-simd: `linear(i: 1)` of 'pick' does not hold: iteration 1 "
                          "of the simd loop "
                          "on line 6 passes 0, not 1; iteration 0 passed 0 (spmd)\n"));
    EXPECT_THAT(errors("{ o[i] = 0; if (i > 3) o[i] = pick(t, i); }"),
                HasSubstr("`notinbranch` of 'pick' does not hold: this call is under a condition"));
}

TEST_F(OmpDeclareSimd, OnlyIterationsAtTheSameTimeCount) {
    EXPECT_THAT(call("t, i, 0.5f * (i / 4), &t[2 * i]", " simdlen(4)").status, Optional(0));
    EXPECT_THAT(call("t, i, 0.5f * (i / 4), &t[2 * i]", " simdlen(8)").status, Optional(1));
}

}  // namespace
}  // namespace musimd::omp_declare_simd_test
