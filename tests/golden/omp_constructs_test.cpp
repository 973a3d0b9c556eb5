// `musimd omp`: nests of loops, order, regions in regions, and functions of <omp.h>, as compilers have them.

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_constructs_test {
namespace {

class OmpConstructs : public OmpPrograms {};

// ---- nests of loops

TEST_F(OmpConstructs, OneThreadOfEachTeamExecutesItsIterations) {
    const auto text = [](const std::string& condition) {
        return "int main(void) {\nint n = -1, d[64];\n#pragma omp teams distribute num_teams(8) shared(n, "
               "d)\n"
               "for (int x = 0; x < 64; x++) {\nd[x] = x;\n" +
               condition + " n = omp_get_num_teams();\n}\nprintf(\"%d %d\\n\", n, d[5]);\nreturn 0;\n}\n";
    };
    expect_clean(text("if (omp_get_team_num() == 0)"), "8 5\n");
    expect_finding(text("if (omp_get_team_num() < 2)"), "x.c:8: error: race: ");
    const support::Finished each = run(
        "int main(void) {\nint n = 0;\n#pragma omp target teams map(tofrom: n)\nn = omp_get_num_teams();\n"
        "printf(\"%d\\n\", n);\nreturn 0;\n}\n");
    EXPECT_THAT(each.errors, testing::AllOf(testing::HasSubstr("error: race: "),
                                            testing::Not(testing::HasSubstr("hint"))));
}

TEST_F(OmpConstructs, SelectorsOfConstructsAreRefused) {
    expect_refused(
        "static void f(int *d) {\n#pragma omp metadirective \\\n"
        "when(construct = {target}: distribute parallel for) otherwise(parallel for)\n"
        "for (int i = 0; i < 4; i++) d[i] = i;\n}\nint main(void) { int d[4]; f(d); return d[1]; }\n",
        "x.c:5:6: error: selectors of `construct` are not supported yet in `metadirective`");
}

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
  int v;
#pragma omp parallel
#pragma omp for
#pragma omp tile sizes(5)
  for (v = 0; v < n; v++) b[v] += v;
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
                 "2 1 0 00 10 01 11 00 01 10 11 02 12 20 21 22 20750\n");
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

// What runs again finds objects that were made since.
TEST_F(OmpConstructs, PartsRunAgainWithMoreObjects) {
    const std::string text =
        "#include <stdlib.h>\nint main(void) {\n    double *rows[40];\n    double sum = 0;\n"
        "    for (int k = 0; k < 40; k++) {\n        rows[k] = malloc((k + 1) * sizeof(double));\n"
        "        for (int j = 0; j <= k; j++) rows[k][j] = k + j;\n    }\n"
        "    for (int k = 39; k >= 0; k--) {\n#pragma omp parallel for\n"
        "        for (int j = 0; j <= k; j++) rows[k][j] += k;\n        sum += rows[k][k];\n    }\n"
        "    printf(\"%g\\n\", sum);\n";
    expect_clean(text + "}\n", "2340\n");
    expect_finding(text + "    for (int k = 0; k < 40; k++) rows[k][k + k / 39] = 0;\n}\n",
                   "x.c:17: error: invalid-address: ");
}

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
