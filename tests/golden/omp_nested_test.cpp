// `musimd omp`: regions of threads inside of regions, where the program allows several levels of threads.

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_nested_test {
namespace {

class OmpNested : public OmpPrograms {
  protected:
    /// The statement is in a region of 2 threads, on line 8, with `t`, the number of its thread. It may use
    /// a, a shared array of 16 zeros, and s, which is 0.
    static std::string text(const std::string& statement, const std::string& levels = "2") {
        return "int main(void) {\nint a[16] = {0}, s = 0;\nomp_set_max_active_levels(" + levels +
               ");\n#pragma omp parallel num_threads(2)\n{ int t = omp_get_thread_num();\n" + statement +
               "\n}\nprintf(\"%d %d\\n\", s, a[9]);\nreturn 0;\n}\n";
    }
};

TEST_F(OmpNested, InnerThreadsHaveNumbers) {
    const std::string numbers =
        "#pragma omp parallel num_threads(3)\n{ int k = omp_get_thread_num();\n"
        "a[8 * t + k] = 100 * omp_get_level() + 10 * omp_get_num_threads() + omp_get_ancestor_thread_num(1) "
        "+\n"
        "omp_get_ancestor_thread_num(2) - k + omp_get_active_level() + omp_get_team_size(1) +\n"
        "omp_get_team_size(2); }";
    expect_clean(text(numbers), "0 238\n");  // 200 + 30 + 1 + 0 + 2 + 2 + 3
    expect_finding(text("#pragma omp parallel num_threads(3)\na[8 * t] += omp_get_thread_num();"),
                   "x.c:9: error: race: ");
    expect_clean(text("#pragma omp parallel num_threads(3)\na[8 * t + 1] += 1 + omp_get_num_threads();", "1"),
                 "0 2\n");
}

TEST_F(OmpNested, InnerThreadsShareLoopsAndWaitAtBarriers) {
    expect_clean(text("int own = 0;\n#pragma omp parallel for num_threads(2) reduction(+ : own)\n"
                      "for (int i = 0; i < 8; i++) { a[8 * t + i] = i; own += i; }\n"
                      "#pragma omp atomic\ns += own;"),
                 "56 1\n");
    const auto phases = [](const std::string& nowait) {
        return text("#pragma omp parallel num_threads(4)\n{\n#pragma omp for" + nowait +
                    "\nfor (int i = 0; i < 8; i++) a[8 * t + i] = i;\nint k = omp_get_thread_num();\n"
                    "if (k == 0) a[8 * t + 1] += a[8 * t + 7];\n#pragma omp barrier\n#pragma omp single\n"
                    "{\n#pragma omp critical\ns += a[8 * t + 1];\n}\n}");
    };
    expect_clean(phases(""), "16 8\n");
    expect_finding(phases(" nowait"), "x.c:13: error: race: ");
}

TEST_F(OmpNested, AThreadSetsTheNumberForItsOwnRegions) {
    expect_clean(
        text("omp_set_num_threads(3);\n#pragma omp parallel\n{\nomp_set_num_threads(4);\n#pragma omp single\n"
             "a[8 * t + 1] = 10 * omp_get_num_threads() + omp_get_max_threads();\n}\n"
             "#pragma omp barrier\n#pragma omp single\ns = omp_get_max_threads();"),
        "3 34\n");
}

TEST_F(OmpNested, ThreadsOfDifferentTeamsRace) {
    expect_finding(text("#pragma omp parallel for num_threads(2)\nfor (int i = 0; i < 8; i++) a[i] = i;"),
                   "x.c:9: error: race: ");
    expect_finding(text("#pragma omp parallel num_threads(2)\n{\n#pragma omp single\ns++;\n}"),
                   "x.c:11: error: race: ");
}

TEST_F(OmpNested, WhatIsNotSupportedIsRefused) {
    expect_refused(text("#pragma omp parallel\nif (t == 0) {\n#pragma omp barrier\n}"),
                   "error: in a nested region, this is supported directly in the region only");
    expect_refused(text("#pragma omp parallel\n{ int k = 0; k += t;\n#pragma omp barrier\n"
                        "a[8 * t + k] = 1; }"),
                   "'k' would keep a value of its thread over a barrier");
}

}  // namespace
}  // namespace musimd::omp_nested_test
