// `musimd omp --function main`: functions that call themselves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_recursion_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::StartsWith;

class OmpRecursion : public OmpFolder {
  protected:
    Finished program(const std::string& text) const {
        folder_.write("x.c", "#include <stdio.h>\n#include <stdlib.h>\n" + text);
        return omp({"x.c", "--function", "main", "--compilers", "none"});
    }
};

TEST_F(OmpRecursion, FunctionsCallThemselvesAndEachOther) {
    const Finished finished = program(
        "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\nstatic int odd(int n);\n"
        "static int even(int n) { return n == 0 ? 1 : odd(n - 1); }\nstatic int odd(int n) { return n == 0 ? "
        "0 : even(n - 1); }\n"
        "static int ack(int m, int n) { return m == 0 ? n + 1 : ack(m - 1, n == 0 ? 1 : ack(m, n - 1)); }\n"
        "int main(void) { printf(\"%d %d %d %d\\n\", fib(fib(6)), even(10), odd(4), ack(2, 3)); return 0; "
        "}\n");
    EXPECT_THAT(finished.output, StartsWith("21 1 0 9\n")) << finished.errors;
}

TEST_F(OmpRecursion, EachCallHasItsOwnVariablesAndArrays) {
    const Finished finished = program(
        "static int queens(int n, int row, const int *before) {\nif (row == n) return 1;\nint mine[8], count "
        "= 0;\n"
        "for (int i = 0; i < row; i++) mine[i] = before[i];\nfor (int c = 0; c < n; c++) {\nint fits = 1;\n"
        "for (int i = 0; i < row; i++) {\nif (mine[i] == c || abs(mine[i] - c) == row - i) { fits = 0; "
        "break; }\n}\n"
        "if (!fits) continue;\nmine[row] = c;\ncount += queens(n, row + 1, mine);\n}\nreturn count;\n}\n"
        "static void add(int n, int *total) { if (n == 0) return; int here = n; *total += here; add(n - 1, "
        "total); *total += here; }\n"
        "int main(void) { int total = 0; add(4, &total); printf(\"%d %d\\n\", queens(6, 0, NULL), total); "
        "return 0; }\n");
    EXPECT_THAT(finished.output, StartsWith("4 20\n")) << finished.errors;
}

TEST_F(OmpRecursion, TreesOfAllocatedNodesAndOutput) {
    const Finished finished = program(
        "struct node { int key; struct node *left, *right; };\n"
        "static struct node *insert(struct node *t, int key) {\n"
        "if (t == NULL) { t = malloc(sizeof *t); t->key = key; t->left = t->right = NULL; }\n"
        "else if (key < t->key) t->left = insert(t->left, key);\nelse t->right = insert(t->right, "
        "key);\nreturn t;\n}\n"
        "static void show(const struct node *t) { if (!t) return; show(t->left); printf(\"%d \", t->key); "
        "show(t->right); }\n"
        "int main(void) {\nstruct node *t = NULL;\nfor (int i = 0; i < 6; i++) t = insert(t, i * 5 % 6);\n"
        "show(t); printf(\"\\n\");\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, StartsWith("0 1 2 3 4 5 \n")) << finished.errors;
}

TEST_F(OmpRecursion, IterationsAndThreadsRecurse) {
    const std::string functions =
        "static int fac(int n) { return n < 2 ? 1 : n * fac(n - 1); }\n"
        "static void sort(int *a, int lo, int hi) {\nif (lo >= hi) return;\nint p = a[hi], i = lo;\n"
        "for (int j = lo; j < hi; j++) if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; }\n"
        "int t = a[i]; a[i] = a[hi]; a[hi] = t;\nsort(a, lo, i - 1);\nsort(a, i + 1, hi);\n}\n";
    const Finished finished = program(
        functions +
        "int main(void) {\nint b[24], s = 0, a[40];\nfor (int i = 0; i < 40; i++) a[i] = i * 7 % "
        "40;\n#pragma omp parallel for\n"
        "for (int i = 0; i < 24; i++) b[i] = fac(i % 7);\n#pragma omp parallel num_threads(2)\n{\n#pragma "
        "omp for nowait\n"
        "for (int i = 0; i < 4; i++) sort(a, 10 * i, 10 * i + 9);\n#pragma omp critical\ns += fac(4);\n}\n"
        "printf(\"%d %d %d %d\\n\", b[6], s, a[0], a[39]);\nreturn 0;\n}\n");
    EXPECT_THAT(finished.output, StartsWith("720 48 0 38\n")) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("no findings (spmd, simd)"));
    const Finished racing = program(
        functions +
        "int main(void) {\nint a[8] = {4, 3, 2, 1, 8, 7, 6, 5};\n#pragma omp parallel num_threads(2)\n{\n"
        "sort(a, 0, 7);\n#pragma omp barrier\n}\nreturn 0;\n}\n");
    EXPECT_THAT(racing.errors, HasSubstr("error: race: ")) << racing.output;
}

TEST_F(OmpRecursion, RecursiveFunctionsHaveLocks) {
    const std::string nested =
        "#include <omp.h>\nstatic void f(int n, omp_nest_lock_t *l, int *s) {\nomp_set_nest_lock(l);\n"
        "if (n > 0) f(n - 1, l, s);\n*s += n;\nomp_unset_nest_lock(l);\n}\n"
        "int main(void) {\nint s = 0;\nomp_nest_lock_t l;\nomp_init_nest_lock(&l);\nf(4, &l, &s);\n"
        "printf(\"%d\\n\", s);\nreturn 0;\n}\n";
    const Finished finished = program(nested);
    EXPECT_THAT(finished.output, StartsWith("10\n")) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("no findings (spmd, simd)"));
    const Finished simple = program(std::regex_replace(nested, std::regex("nest_lock"), "lock"));
    EXPECT_THAT(
        simple.errors,
        HasSubstr("x.c:5: error: deadlock: the thread waits for a lock that has been set, and no other "
                  "thread runs that could unset it (spmd, simd)\n    omp_set_lock(l);\n"))
        << simple.output;
}

TEST_F(OmpRecursion, ThreadsAndTasksCallRecursiveFunctionsWithSharedVariables) {
    const Finished sorted = program(
        "static void sort(int *a, int lo, int hi) {\nif (lo >= hi) return;\nint p;\n"
        "#pragma omp task shared(p)\n{ p = lo; for (int j = lo; j < hi; j++) if (a[j] < a[hi]) { int t = "
        "a[p]; "
        "a[p] = a[j]; a[j] = t; p++; } int t = a[p]; a[p] = a[hi]; a[hi] = t; }\n#pragma omp taskwait\n"
        "#pragma omp task\nsort(a, lo, p - 1);\n#pragma omp task\nsort(a, p + 1, hi);\n}\n"
        "int main(void) {\nint a[6] = {12, 11, 13, 5, 6, 7};\n#pragma omp parallel\n#pragma omp single\n"
        "sort(a, 0, 5);\nprintf(\"%d %d %d\\n\", a[0], a[3], a[5]);\nreturn 0;\n}\n");
    EXPECT_THAT(sorted.output, StartsWith("5 11 13\n")) << sorted.errors;
    EXPECT_THAT(sorted.output, HasSubstr("no findings (spmd, simd)"));
    const Finished many = program(
        "static void touch(int *p) { *p = 1; }\nstatic int f(int n) {\nif (n == 0) return 1;\n"
        "int m[4096];\ntouch(m + n);\nreturn m[n] + f(n - 1);\n}\n"
        "int main(void) {\nint s = 0;\n#pragma omp parallel num_threads(2)\n{\n#pragma omp critical\n"
        "s += f(200);\n}\nprintf(\"%d\\n\", s);\nreturn 0;\n}\n");
    EXPECT_THAT(many.errors, HasSubstr("what recursive functions declare in threads needs more memory"))
        << many.output;
}

TEST_F(OmpRecursion, AStackThatIsFullIsAnError) {
    const Finished finished = program(
        "static int deep(int n) { return n == 0 ? 0 : 1 + deep(n + 1); }\nint main(void) {\n"
        "printf(\"%d\\n\", deep(1));\nreturn 0;\n}\n");
    EXPECT_THAT(finished.errors, HasSubstr("x.c:5: error: stack-overflow: the calls of 'deep' are too deep"))
        << finished.output;
}

}  // namespace
}  // namespace musimd::omp_recursion_test
