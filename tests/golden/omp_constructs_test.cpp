// `musimd omp`: constructs and clauses of OpenMP, with the values that compilers compute and the races that
// are left when they are used wrongly.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::omp_constructs_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

class OmpConstructs : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    /// The text is that of a whole program, from line 3 on.
    Finished run(const std::string& text, const std::string& file = "x.c") const {
        folder_.write(file, "#include <stdio.h>\n#include <omp.h>\n" + text);
        support::Command command =
            support::musimd({"omp", file, "--function", "main", "--compilers", "none"});
        command.folder = folder_.path();
        return support::run(command);
    }

    /// Nothing is found under either model, and it prints this first.
    void expect_clean(const std::string& text, const std::string& output,
                      const std::string& file = "x.c") const {
        const Finished finished = run(text, file);
        EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
        EXPECT_THAT(finished.output, testing::StartsWith(output)) << finished.errors;
        EXPECT_THAT(finished.output, HasSubstr("no findings (spmd, simd)"));
    }

    void expect_finding(const std::string& text, const std::string& message) const {
        const Finished finished = run(text);
        EXPECT_THAT(finished.status, Optional(1));
        EXPECT_THAT(finished.errors, HasSubstr(message));
    }

    void expect_refused(const std::string& text, const std::string& message) const {
        const Finished finished = run(text);
        EXPECT_THAT(finished.status, Optional(2));
        EXPECT_THAT(finished.errors, HasSubstr(message));
    }

    support::TemporaryFolder folder_;
};

// ---- reductions

TEST_F(OmpConstructs, LogicalReductionsAreZeroOrOne) {
    expect_clean(
        R"(int main(void) {
  int all = 7, any = 0, none = -3, of_region = -3, of_lanes = 5;
  float f = 2.5f;
#pragma omp parallel for reduction(&&: all, f) reduction(||: any)
  for (int i = 0; i < 30; i++) {
    if (i == 40) continue;
    all = all && i >= 0; any = any || i > 28; f = f && i > -1;
  }
#pragma omp parallel reduction(&&: of_region) num_threads(4)
  {
    if (omp_get_thread_num() == 3) of_region = -5;
#pragma omp for reduction(||: none)
    for (int i = 0; i < 30; i++) if (i == 26) none = 9;
  }
#pragma omp simd reduction(&&: of_lanes)
  for (int i = 0; i < 30; i++) of_lanes = of_lanes && i < 26;
  printf("%d %d %g %d %d %d\n", all, any, f, none, of_region, of_lanes);
}
)",
        "1 1 1 1 1 0\n");
}

constexpr const char* kDeclared = R"(struct V { double x; int at; };
void add(struct V *o, const struct V *i) { o->x += i->x; o->at += i->at; }
void zero(struct V *o) { o->x = 0; o->at = 0; }
#pragma omp declare reduction(vadd : struct V : add(&omp_out, &omp_in)) initializer(zero(&omp_priv))
#pragma omp declare reduction(top : struct V : omp_out = omp_in.x > omp_out.x ? omp_in : omp_out) \
    initializer(omp_priv = (struct V){-1, -1})
#pragma omp declare reduction(plain : int : omp_out += omp_in)
#pragma omp declare reduction(most : int : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = omp_orig)
)";

TEST_F(OmpConstructs, DeclaredReductionsOfNumbersStructuresAndArrays) {
    expect_clean(std::string(kDeclared) + R"(int main(void) {
  struct V s = {1, 2}, b = {-1, -1}, q[2] = {{0, 0}, {1, 1}}, z = {0, 0};
  int m = 3, p = 4;
#pragma omp parallel for reduction(vadd : s, q[0:2]) reduction(top : b)
  for (int i = 0; i < 30; i++) {
    s.x += i; s.at++; q[i % 2].x += i;
    if (i < 27 && i * 13 % 27 > b.x) { b.x = i * 13 % 27; b.at = i; }
  }
#pragma omp parallel
  {
#pragma omp for reduction(most : m)
    for (int i = 0; i < 30; i++) if (i > m) m = i;
#pragma omp single
    m += 1;
#pragma omp for reduction(plain : p) reduction(vadd : s)
    for (int i = 0; i < 30; i++) { p += i; s.x += 1; }
  }
#pragma omp simd reduction(vadd : z)
  for (int i = 0; i < 30; i++) { z.x += i; z.at--; }
  printf("%g %d %g %d %g %g %d %d %g %d\n", s.x, s.at, b.x, b.at, q[0].x, q[1].x, m, p, z.x, z.at);
}
)",
                 "466 32 26 2 210 226 30 439 435 -30\n");
}

TEST_F(OmpConstructs, WithoutTheDeclaredReductionItIsARace) {
    expect_finding(std::string(kDeclared) +
                       "int main(void) {\nstruct V s = {1, 2};\n"
                       "#pragma omp parallel for\n"
                       "for (int i = 0; i < 30; i++) s.at += i;\nreturn s.at;\n}\n",
                   "x.c:15: error: race: iteration 1 of the parallel loop on line 14 ");
}

TEST_F(OmpConstructs, DeclaredReductionsOfClasses) {
    expect_clean(R"(struct C {
  double re, im;
  C(double a = 0, double b = 0) : re(a), im(b) {}
  C &operator+=(const C &o) { re += o.re; im += o.im; return *this; }
};
C operator*(const C &a, const C &b) { return C(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
#pragma omp declare reduction(+ : C : omp_out += omp_in)
#pragma omp declare reduction(* : C : omp_out = omp_out * omp_in) initializer(omp_priv(1.0, 0.0))
struct Sum {
  double sum = 0;
  void add(int n) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; ++i) sum += i;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < n; ++i) sum += i;
#pragma omp single
      sum += 1;
    }
  }
};
template <typename T> T total(int n) {
  T s{};
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) s += T(i);
  return s;
}
int main() {
  C s(1, 1), p(1, 0);
#pragma omp parallel for reduction(+ : s) reduction(* : p)
  for (int i = 0; i < 10; ++i) { s += C(i, 1); p = p * C(1, i % 2); }
  Sum all;
  all.add(10);
  printf("%g %g %g %g %g %g %d\n", s.re, s.im, p.re, p.im, all.sum, total<C>(10).re, total<int>(5));
}
)",
                 "46 11 -4 -4 91 45 10\n", "x.cpp");
}

TEST_F(OmpConstructs, ASimdLoopInAParallelLoopReducesAnArray) {
    expect_clean(std::string(kDeclared) + R"(int main(void) {
  double hist[3][4];
#pragma omp parallel for
  for (int r = 0; r < 3; r++) {
    double h[4] = {0, 0, 0, 0};
    struct V w = {0, 0};
#pragma omp simd reduction(+ : h) reduction(vadd : w)
    for (int i = 0; i < 30; i++) { h[i % 4] += i * r; w.x += i; }
    for (int k = 0; k < 4; k++) hist[r][k] = h[k] + w.x;
  }
  printf("%g %g %g\n", hist[0][0], hist[1][1], hist[2][3]);
}
)",
                 "435 555 645\n");
}

// ---- scans

TEST_F(OmpConstructs, ScansOfLoopsOfThreadsAndOfLanes) {
    expect_clean(R"(int main(void) {
  static int a[24], b[24], c[24], d[24], e[24];
  int n = 24, run = 5, lanes = 1;
  float most = -1;
  for (int i = 0; i < n; i++) a[i] = i * 5 % 7;
#pragma omp parallel for reduction(inscan, +: run)
  for (int i = 0; i < n; i++) {
    b[i] = run;
#pragma omp scan exclusive(run)
    run += a[i];
  }
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(inscan, max: most)
    for (int i = 0; i < n; i++) {
      if (a[i] > most) most = a[i];
#pragma omp scan inclusive(most)
      c[i] = most;
    }
#pragma omp single
    c[0] += 100;
  }
#pragma omp simd reduction(inscan, +: lanes)
  for (int i = 0; i < n; i++) {
    lanes += a[i];
#pragma omp scan inclusive(lanes)
    d[i] = lanes;
  }
#pragma omp parallel for
  for (int r = 0; r < 3; r++) {
    int t = 0;
#pragma omp simd reduction(inscan, +: t)
    for (int i = 0; i < 8; i++) {
      e[r * 8 + i] = t;
#pragma omp scan exclusive(t)
      t += a[r * 8 + i];
    }
  }
  printf("%d %d %g %d %d %d %d %d %d\n", run, lanes, most, b[0], b[23], c[0], c[5], d[1], e[23]);
}
)",
                 "76 72 6 5 73 100 6 6 21\n");
}

TEST_F(OmpConstructs, PhasesOfAScanRaceWithThoseOfOtherIterations) {
    const std::string begin =
        "int main(void) {\nint a[24], b[24] = {0}, x = 0;\nfor (int i = 0; i < 24; i++) a[i] = i;\n";
    expect_finding(begin +
                       "#pragma omp parallel for reduction(inscan, +: x)\nfor (int i = 0; i < 24; i++) {\n"
                       "x += a[i];\n#pragma omp scan inclusive(x)\nb[i / 2] = x;\n}\nreturn b[0];\n}\n",
                   "x.c:10: error: race: iteration 1 of the parallel loop on line 6 writes b[0]");
    expect_finding(begin +
                       "#pragma omp simd reduction(inscan, +: x)\nfor (int i = 0; i < 24; i++) {\n"
                       "x += a[i];\n#pragma omp scan inclusive(x)\nb[i / 2] = x;\n}\nreturn b[0];\n}\n",
                   "x.c:10: error: race: iteration 1 of the simd loop on line 6 writes b[0]");
}

// ---- private objects

TEST_F(OmpConstructs, PrivateArraysAndStructures) {
    expect_clean(R"(struct P { int a[3]; double d; };
int main(void) {
  int n = 24, s = 0, t[3] = {1, 2, 3}, big[100], last[2], many[20], w[5];
  static int b[24];
  struct P p = {{1, 2, 3}, 4};
  for (int i = 0; i < 100; i++) big[i] = i;
#pragma omp parallel for firstprivate(t, big, p)
  for (int i = 0; i < n; i++) {
    b[i] = t[i % 3] + big[i] + big[99] + p.a[1];
    t[i % 3] += 0; big[i] += 0; p.a[1] += 0;
  }
  for (int i = 0; i < n; i++) s += b[i];
#pragma omp parallel for lastprivate(last, p, many)
  for (int i = 0; i < n; i++) {
    last[0] = last[1] = i; p.d = i;
    for (int k = 0; k < 3; k++) p.a[k] = i + k;
    for (int k = 0; k < 20; k++) many[k] = i * k;
  }
  printf("%d %d %g %d %d\n", s, last[1], p.d, p.a[2], many[7]);
#pragma omp parallel private(last, w) firstprivate(big) num_threads(3)
  {
    last[0] = omp_get_thread_num();
#pragma omp for lastprivate(t) firstprivate(t)
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 5; k++) w[k] = i + k;
      big[i] += i; t[1] = i; b[i] = big[i] + w[4];
    }
#pragma omp sections lastprivate(p)
    {
#pragma omp section
      { p.d = 1; p.a[0] = 3; p.a[1] = 4; p.a[2] = 5; }
#pragma omp section
      { p.d = 2; p.a[0] = 6; p.a[1] = 7; p.a[2] = last[0] >= 0 ? 8 : 0; }
    }
  }
  printf("%d %d %d %d %g %d\n", t[0], t[1], t[2], b[3], p.d, p.a[2]);
}
)",
                 "2748 23 23 25 161\n1 23 3 13 2 8\n");
}

TEST_F(OmpConstructs, AnArrayThatIsNotPrivateIsARace) {
    expect_finding(
        "int main(void) {\nint w[5], b[24];\n#pragma omp parallel for\nfor (int i = 0; i < 24; i++) {\n"
        "for (int k = 0; k < 5; k++) w[k] = i;\nb[i] = w[i % 5];\n}\nreturn b[0];\n}\n",
        "x.c:7: error: race: iteration 1 of the parallel loop on line 5 writes w[0]");
}

TEST_F(OmpConstructs, ConditionalLastValues) {
    expect_clean(R"(int main(void) {
  int n = 24, x = -1, y = -1, z = -1, u = -1;
#pragma omp simd lastprivate(conditional: x)
  for (int i = 0; i < n; i++) if (i % 5 == 0) x = i;
#pragma omp parallel num_threads(3)
  {
#pragma omp for lastprivate(conditional: y) schedule(dynamic)
    for (int i = 0; i < n; i++) if (i % 7 == 1) y = i;
#pragma omp for lastprivate(conditional: z) nowait
    for (int i = 0; i < n; i++) if (i == 40) z = i;
#pragma omp critical
    u++;
  }
  printf("%d %d %d %d\n", x, y, z, u);
}
)",
                 "20 22 -1 2\n");
}

// ---- nests of loops

TEST_F(OmpConstructs, NestsWhoseBoundsDependOnOuterVariables) {
    expect_clean(R"(int main(void) {
  static int d[100], e[100], f[1000];
  int n = 9, sum = 0, lanes = 0, s = 0;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) d[i * n + j] += i - j + 1;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++) {
    int base = i * n;
    for (int j = n - 1; j > i; j -= 2) { if (j == 4) continue; e[base + j] += i * j + 1; }
  }
#pragma omp parallel for collapse(3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = j; k < n; k++) f[(i * n + j) * n + k] += 1;
#pragma omp parallel
  {
#pragma omp for collapse(2) reduction(+ : sum) nowait
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 2 * i + 1; j++) sum += i * j;
#pragma omp critical
    s++;
  }
#pragma omp simd collapse(2) reduction(+ : lanes)
  for (int i = 0; i < n; i++) {
    int q = i * 2;
    for (int j = 0; j < i; j++) lanes += q + j;
  }
  for (int i = 0; i < 100; i++) s += d[i] * (i + 1) + e[i] * 3;
  for (int i = 0; i < 1000; i++) s += f[i] * (i + 1);
  printf("%d %d %d\n", sum, lanes, s);
}
)",
                 "2796 492 120089\n");
}

TEST_F(OmpConstructs, StatementsBetweenLoopsAreExecutedInEachIteration) {
    const std::string begin = "static int t[8][8];\nint main(void) {\n";
    const std::string end = "for (int j = 0; j < 8; j++) t[i][j] += i - j;\n}\nreturn t[1][1];\n}\n";
    expect_finding(
        begin + "#pragma omp parallel for collapse(2)\nfor (int i = 0; i < 8; i++) {\nt[i][i] = 100;\n" + end,
        "x.c:7: error: race: iteration 1 of the parallel loop on line 5 writes t[0][0]");
    expect_clean(begin + "#pragma omp parallel for\nfor (int i = 0; i < 8; i++) {\nt[i][i] = 0;\n" +
                     "for (int j = 0; j < 8; j++) t[i][j] += i - j;\n}\nreturn t[1][1];\n}\n",
                 "\nmodel");
}

TEST_F(OmpConstructs, TransformedLoops) {
    expect_clean(R"(int main(void) {
  int b[40] = {0}, n = 24, m = 10, s = 0;
#pragma omp parallel for
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++) b[i] = i * 2;
#pragma omp parallel for collapse(2)
#pragma omp tile sizes(3, 4)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < m; j++) b[i * m + j] += i - j;
#pragma omp parallel for
#pragma omp unroll partial(3)
  for (int i = 0; i < n; i++) b[i] += i;
#pragma omp unroll full
  for (int i = 0; i < 5; i++) b[i] += i;
#pragma omp parallel for
#pragma omp reverse
  for (int i = 0; i < n; i++) b[i] += i;
#pragma omp reverse
  for (int i = 0; i < 3; i++) printf("%d ", i);
#pragma omp interchange
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) printf("%d%d ", i, j);
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) printf("%d%d ", i, j);
  for (int i = 0; i < 40; i++) s += b[i] * (i + 1);
  printf("%d\n", s);
}
)",
                 "2 1 0 00 10 01 11 00 01 10 11 02 12 20 21 22 16150\n");
}

TEST_F(OmpConstructs, IterationsOfOneTileAreInOrder) {
    const auto tiled = [](const std::string& index) {
        return "int main(void) {\nint b[25] = {0};\n#pragma omp parallel for\n#pragma omp tile sizes(4)\n"
               "for (int i = 0; i < 24; i++) b[" +
               index + "] += i;\nreturn b[0];\n}\n";
    };
    expect_clean(tiled("i / 4"), "\nmodel");
    expect_finding(tiled("i / 8"), "x.c:7: error: race: iteration 1 of the parallel loop on line 5 ");
}

// ---- order

TEST_F(OmpConstructs, OrderedSimd) {
    const auto loop = [](const std::string& directive) {
        return "int main(void) {\nint a[40], slot[40], next[8] = {0};\n"
               "for (int i = 0; i < 40; i++) slot[i] = (i * 3) % 8;\n#pragma omp simd\n"
               "for (int i = 0; i < 40; i++) {\nint v = i * i;\n" +
               directive +
               "\n{ next[slot[i]] += v; }\na[i] = v;\n}\nprintf(\"%d %d\\n\", next[1], a[39]);\n}\n";
    };
    expect_clean(loop("#pragma omp ordered simd"), "2445 1521\n");
    expect_finding(loop("//"), "x.c:10: error: race: iteration 8 of the simd loop on line 6 reads next[0]");
}

TEST_F(OmpConstructs, OrderedThreadsSimd) {
    expect_clean(R"(int main(void) {
  int x = 0;
#pragma omp parallel
#pragma omp for simd ordered
  for (int i = 0; i < 24; i++) {
#pragma omp ordered threads simd
    x = x * 3 % 1001 + i;
  }
  printf("%d\n", x);
}
)",
                 "261\n");
}

// ---- regions

TEST_F(OmpConstructs, Scope) {
    const auto region = [](const std::string& clause) {
        return "int main(void) {\nint s = 0, n = 0;\n#pragma omp parallel num_threads(3)\n{\n"
               "#pragma omp scope" +
               clause +
               "\ns += omp_get_thread_num();\n#pragma omp single\nn = s;\n}\nprintf(\"%d\\n\", n);\n}\n";
    };
    expect_clean(region(" reduction(+: s)"), "3\n");
    expect_finding(region(""), "x.c:8: error: race: thread ");
}

TEST_F(OmpConstructs, NestedRegionsHaveOneThreadAndTheirLevel) {
    expect_clean(R"(int main(void) {
  static int b[24], c[24];
  int m = 0;
  printf("%d %d %d\n", omp_get_level(), omp_in_parallel(), omp_get_ancestor_thread_num(0));
#pragma omp parallel num_threads(2)
  {
    int t = omp_get_thread_num();
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 12; i++)
      b[t * 12 + i] = omp_get_level() + 10 * omp_get_active_level() + 100 * omp_get_team_size(1) +
                      1000 * omp_get_team_size(2) + 10000 * omp_get_ancestor_thread_num(1) +
                      100000 * omp_get_num_threads() + omp_get_team_size(3);
  }
#pragma omp parallel for num_threads(4) reduction(max : m)
  for (int i = 0; i < 24; i++) { c[i] = omp_get_num_threads() + omp_in_parallel(); m = omp_get_level(); }
  printf("%d %d %d %d\n", b[0], b[23], c[0], m);
}
)",
                 "0 0 0\n101211 111211 5 1\n");
}

TEST_F(OmpConstructs, TargetRegionsOfThreadsCopyWhatNoMapNames) {
    const auto region = [](const std::string& directive) {
        return "int main(void) {\nint res[4][16], i, s = 0;\n#pragma omp parallel num_threads(4)\n{\n"
               "int me = omp_get_thread_num();\n" +
               directive +
               "\nfor (i = 0; i < 16; i++) res[me][i] = me * i;\n}\n"
               "for (int t = 0; t < 4; t++) for (int k = 0; k < 16; k++) s += res[t][k];\n"
               "printf(\"%d\\n\", s);\n}\n";
    };
    expect_clean(region("#pragma omp target map(from: res[me:1])"), "720\n");
    expect_finding(region("//"), "x.c:9: error: race: ");
}

TEST_F(OmpConstructs, TargetSimdAndOrphanedLoops) {
    expect_clean(R"(static void work(int *q, int n) {
#pragma omp loop bind(parallel)
  for (int i = 0; i < n; i++) q[i] += 1;
}
int main(void) {
  int a[24], s = 0;
  for (int i = 0; i < 24; i++) a[i] = i;
#pragma omp target simd map(tofrom: a) simdlen(8)
  for (int i = 0; i < 24; i++) a[i] += 2;
#pragma omp parallel
  work(a, 24);
  for (int i = 0; i < 24; i++) s += a[i];
  printf("%d\n", s);
}
)",
                 "348\n");
    expect_finding(
        "static void work(int *q) {\n#pragma omp loop bind(parallel)\n"
        "for (int i = 0; i < 24; i++) q[i / 2] += 1;\n}\nint main(void) {\nint a[24] = {0};\n"
        "#pragma omp parallel\nwork(a);\nreturn a[0];\n}\n",
        "x.c:5: error: race: ");
}

TEST_F(OmpConstructs, LastAndLinearValuesOfLoopsInRegionsAndOfTeams) {
    expect_clean(R"(int main(void) {
  int n = 24, x = 100, k, last = -1, i, sum = 0, shared = 0, five = -5;
  static int b[24], c[24], d[48];
#pragma omp parallel num_threads(3)
  {
#pragma omp for linear(x : 2) schedule(static, 2)
    for (int i = 0; i < n; i++) { b[i] = x; x += 2; }
#pragma omp single
    c[0] = x;
#pragma omp for lastprivate(k) firstprivate(five)
    for (i = 0; i < n; i++) k = i * 2 + five;
#pragma omp critical
    sum += k;
  }
#pragma omp target teams distribute lastprivate(last) map(tofrom : d, last) num_teams(3)
  for (int r = 0; r < 6; r++) {
    last = r * 10;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) d[r * 8 + i] = r + i;
  }
#pragma omp teams num_teams(3)
  {
    int own = omp_get_team_num();
    c[own + 1] = own;
#pragma omp distribute parallel for lastprivate(shared)
    for (int i = 0; i < 20; i++) { shared = i; d[i] += 1; }
  }
  printf("%d %d %d %d %d %d %d %d %d\n", b[0], b[23], x, c[0], k, sum, last, shared, d[47] + d[3]);
}
)",
                 "100 146 148 148 41 123 50 19 16\n");
}

// ---- messages

TEST_F(OmpConstructs, ThreadsOfARegionAreNoIterations) {
    expect_finding(
        "int main(void) {\nint s = 0;\n#pragma omp parallel\n{\n#pragma omp masked filter(1)\ns += 2;\n"
        "#pragma omp masked\ns += 3;\n}\nreturn s;\n}\n",
        "x.c:8: error: race: thread 1 of the parallel region on line 5 reads s, which thread 0 writes "
        "on line 10; threads run in any order");
    expect_finding(
        "int main(void) {\nint s = 0;\n#pragma omp parallel sections\n{\n#pragma omp section\ns += 2;\n"
        "#pragma omp section\ns += 3;\n}\nreturn s;\n}\n",
        "error: race: section 1 of the directive on line 5 ");
}

TEST_F(OmpConstructs, WordsThatClangIgnoresAreErrors) {
    expect_refused(
        "int main(void) {\nint a[4];\n#pragma omp target loop map(from: a)\n"
        "for (int i = 0; i < 4; i++) a[i] = i;\nreturn a[0];\n}\n",
        "x.c:5:20: error: extra tokens at the end of '#pragma omp target' are ignored");
}

TEST_F(OmpConstructs, VariantsOfFunctions) {
    expect_clean(R"(void variant(int *a) { a[0] = 7; }
#pragma omp declare variant(variant) match(construct={parallel})
void base(int *a) { a[0] = 3; }
int main(void) {
  int a[2], b[2];
#pragma omp nothing
#pragma omp error at(execution) severity(warning) message("only a warning")
#pragma omp metadirective when(device={kind(gpu)}: parallel) otherwise(parallel for)
  for (int i = 0; i < 2; i++) b[i] = i;
  base(a);
  b[0] = a[0];
#pragma omp parallel num_threads(1)
  base(a);
  printf("%d %d %d\n", b[0], b[1], a[0]);
}
)",
                 "3 1 7\n");
}

// ---- functions of <omp.h>

TEST_F(OmpConstructs, SettingsAndAllocators) {
    expect_clean(R"(int main(void) {
  omp_sched_t kind;
  int chunk, s = 0;
  omp_set_schedule(omp_sched_static, 4);
  omp_get_schedule(&kind, &chunk);
  printf("%d %d %d %d", (int)kind, chunk, omp_get_dynamic(), omp_get_max_active_levels());
  omp_set_max_active_levels(3);
  omp_set_dynamic(1);
  printf(" %d %d %d %d\n", omp_get_max_active_levels(), omp_get_nested(), omp_get_dynamic(),
         omp_get_supported_active_levels());
  omp_alloctrait_t traits[1] = {{omp_atk_alignment, 64}};
  omp_allocator_handle_t own = omp_init_allocator(omp_default_mem_space, 1, traits);
  int *t = omp_alloc(24 * sizeof(int), own), *z = omp_calloc(4, sizeof(int), omp_default_mem_alloc);
#pragma omp parallel for
  for (int i = 0; i < 24; i++) t[i] = i;
  for (int i = 0; i < 24; i++) s += t[i] + z[i % 4];
  omp_free(t, own);
  omp_destroy_allocator(own);
  printf("%d %d\n", s, omp_get_proc_bind() == omp_proc_bind_false);
}
)",
                 "1 4 0 1 3 1 1 255\n276 1\n");
}

TEST_F(OmpConstructs, AnAtomicWriteMayBeTheFirst) {
    expect_clean(
        "int main(void) {\nint a;\n#pragma omp parallel for shared(a)\nfor (int i = 0; i < 9; i++)\n{\n"
        "#pragma omp atomic write\na = 3;\n}\nprintf(\"%d\\n\", a);\n}\n",
        "3\n");
}

TEST_F(OmpConstructs, RequiredOrderOfAtomics) {
    const auto program = [](const std::string& order) {
        return "#pragma omp requires atomic_default_mem_order(" + order +
               ")\nint main(void) {\nint x = 0, y = 0, e = 0;\n#pragma omp parallel num_threads(2)\n{\n"
               "if (omp_get_thread_num() == 0) {\nx = 10;\n#pragma omp atomic write\ny = 1;\n} else {\n"
               "int t = 0;\nwhile (t == 0) {\n#pragma omp atomic read\nt = y;\n}\ne = x;\n}\n}\n"
               "printf(\"%d\\n\", e);\n}\n";
    };
    expect_clean(program("seq_cst"), "10\n");
    expect_finding(program("relaxed"), "error: race: thread 1 reads x, which thread 0 writes on line 9");
}

}  // namespace
}  // namespace musimd::omp_constructs_test
