// `musimd omp`: clauses of OpenMP, with the values that compilers compute, and the races without them.

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_clauses_test {
namespace {

class OmpClauses : public OmpPrograms {};

// ---- reductions

TEST_F(OmpClauses, LogicalReductionsAreZeroOrOne) {
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

TEST_F(OmpClauses, LastprivateInNestsThatAreNotRectangular) {
    expect_clean(
        R"(int main(void) {
  int last = -1, of_team = -1, n = 7, a, b;
#pragma omp parallel for collapse(2) lastprivate(last)
  for (int i = 0; i < n; i++)
    for (int j = i; j < 5; j++) last = 10 * i + j;
  printf("%d ", last);
#pragma omp parallel for collapse(2) lastprivate(last, a, b)
  for (a = 0; a < 4; a++)
    for (b = 0; b <= a; b++) last = 100 * a + b;
  printf("%d %d %d ", last, a, b);
#pragma omp simd collapse(2) lastprivate(last)
  for (int i = 0; i < n; i++)
    for (int j = i; j < 5; j++) last = 1000 * i + j;
  printf("%d ", last);
#pragma omp parallel
  {
#pragma omp for collapse(2) lastprivate(of_team)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i - 3; j++) of_team = 10 * i + j;
#pragma omp critical
    of_team += 0;
  }
  printf("%d\n", of_team);
}
)",
        "44 303 4 4 4004 62\n");
}

TEST_F(OmpClauses, PrivateArraysOfVariableSize) {
    expect_clean(
        R"(int main(void) {
  int size = 5;
  double v[size], w[size][2], out[8];
  for (int i = 0; i < size; i++) v[i] = i;
#pragma omp parallel for firstprivate(v)
  for (int i = 0; i < 8; i++) { v[i % size] += 10; out[i] = v[i % size] + v[(i + 1) % size]; }
  for (int i = 0; i < 8; i++) printf("%g ", out[i]);
#pragma omp parallel for private(w)
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < size; k++) w[k][1] = k * i;
    out[i] = w[size - 1][1];
  }
  for (int i = 0; i < 8; i++) printf("%g ", out[i]);
}
)",
        "11 13 15 17 14 11 13 15 0 4 8 12 16 20 24 28 ");
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

TEST_F(OmpClauses, DeclaredReductionsOfNumbersStructuresAndArrays) {
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

// Each cell is combined once, however many members it has.
TEST_F(OmpClauses, DeclaredReductionsOfWholeArraysOfStructures) {
    expect_clean(std::string(kDeclared) + R"(int main(void) {
  struct V a[3] = {{1, 2}, {3, 4}, {5, 6}}, b[2][2] = {{{0, 0}, {1, 1}}, {{2, 2}, {3, 3}}}, c[2] = {0}, d[2] = {0};
#pragma omp parallel for reduction(vadd : a, b)
  for (int i = 0; i < 30; i++) { a[i % 3].x += i; a[i % 3].at++; b[i % 2][1].x += 1; }
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(vadd : c)
    for (int i = 0; i < 30; i++) { c[i % 2].x += i; c[1].at++; }
  }
#pragma omp parallel reduction(vadd : c) num_threads(3)
  c[0].at += 1;
#pragma omp simd reduction(vadd : d)
  for (int i = 0; i < 30; i++) { d[0].at += i; d[i % 2].x--; }
  for (int k = 0; k < 3; k++) printf("%g %d ", a[k].x, a[k].at);
  for (int k = 0; k < 2; k++) printf("%g %g %d ", b[k][0].x, b[k][1].x, b[k][1].at);
  for (int k = 0; k < 2; k++) printf("%g %d %g %d ", c[k].x, c[k].at, d[k].x, d[k].at);
  printf("\n");
}
)",
                 "136 12 148 14 160 16 0 16 1 2 18 3 210 3 -15 435 225 30 -15 0 \n");
}

TEST_F(OmpClauses, WithoutTheDeclaredReductionItIsARace) {
    expect_finding(std::string(kDeclared) +
                       "int main(void) {\nstruct V s = {1, 2};\n"
                       "#pragma omp parallel for\n"
                       "for (int i = 0; i < 30; i++) s.at += i;\nreturn s.at;\n}\n",
                   "x.c:15: error: race: iteration 1 of the parallel loop on line 14 ");
}

TEST_F(OmpClauses, DeclaredReductionsOfClasses) {
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

TEST_F(OmpClauses, ASimdLoopInAParallelLoopReducesAnArray) {
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

TEST_F(OmpClauses, ReductionsOfTeamsAndSections) {
    expect_clean(R"(struct V { double x; int at; };
#pragma omp declare reduction(vadd : struct V : omp_out.x += omp_in.x, omp_out.at += omp_in.at) \
    initializer(omp_priv = (struct V){0, 0})
int main(void) {
  struct V s = {1, 2}, t = {0, 0}; static double d[48]; int all = 4; double a[3] = {0, 0, 0};
#pragma omp target teams distribute parallel for reduction(vadd : s) map(tofrom : s)
  for (int i = 0; i < 40; i++) { s.x += i; s.at++; }
#pragma omp target teams distribute reduction(vadd : t) reduction(&& : all) map(tofrom : d, t, all) num_teams(3)
  for (int r = 0; r < 6; r++) {
    t.x += r; all = all && r < 6;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) d[r * 8 + i] = r + i;
  }
#pragma omp teams distribute reduction(+ : a) num_teams(3)
  for (int r = 0; r < 6; r++) {
    a[r % 3] += r;
#pragma omp parallel for
    for (int i = 0; i < 8; i++) d[r * 8 + i] += r + i;
  }
  struct V w = {0, 0};
#pragma omp parallel sections reduction(vadd : w)
  {
#pragma omp section
  w.x += 1;
#pragma omp section
  w.x += 2;
  }
#pragma omp parallel reduction(vadd : w) num_threads(3)
  {
#pragma omp single nowait
   w.at += 1;
   w.x += omp_get_thread_num();
  }
  printf("%g %d %g %d %g %g %g %d %g\n", s.x, s.at, t.x, all, a[0], a[2], w.x, w.at, d[47]);
}
)",
                 "781 42 15 1 3 7 6 1 24\n");
}

// ---- scans

TEST_F(OmpClauses, ScansOfLoopsOfThreadsAndOfLanes) {
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

TEST_F(OmpClauses, PhasesOfAScanRaceWithThoseOfOtherIterations) {
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

TEST_F(OmpClauses, PrivateArraysAndStructures) {
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

TEST_F(OmpClauses, AnArrayThatIsNotPrivateIsARace) {
    expect_finding(
        "int main(void) {\nint w[5], b[24];\n#pragma omp parallel for\nfor (int i = 0; i < 24; i++) {\n"
        "for (int k = 0; k < 5; k++) w[k] = i;\nb[i] = w[i % 5];\n}\nreturn b[0];\n}\n",
        "x.c:7: error: race: iteration 1 of the parallel loop on line 5 writes w[0]");
}

TEST_F(OmpClauses, ConditionalLastValues) {
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

}  // namespace
}  // namespace musimd::omp_clauses_test
