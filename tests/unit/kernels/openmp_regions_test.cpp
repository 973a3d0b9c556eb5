// Parallel regions whose threads share work or wait for each other: what they compute, and their races.

#include "tests/support/openmp_programs.hpp"

namespace musimd::kernels::openmp::openmp_regions_test {
namespace {

using testing::HasSubstr;

class OpenMpRegions : public support::OpenMpPrograms {};

// ---- what regions compute

TEST_F(OpenMpRegions, ACriticalCounterCountsAllThreads) {
    expect_prints(
        program("int n = 0;\n#pragma omp parallel num_threads(5)\n{\n#pragma omp critical\nn++;\n}\n"
                "printf(\"%d\\n\", n);"),
        "5\n");
}

TEST_F(OpenMpRegions, EachScheduleExecutesEachIterationOnce) {
    for (const char* const schedule : {"", "schedule(static)", "schedule(static, 3)", "schedule(dynamic)",
                                       "schedule(dynamic, 4)", "schedule(guided)", "schedule(auto)"}) {
        for (const char* const size : {"0", "7", "20"}) {
            const std::string n = size;
            expect_prints(program("int a[64] = {0}, sum = 0;\n#pragma omp parallel num_threads(3)\n{\n"
                                  "#pragma omp for nowait " +
                                  std::string(schedule) + "\nfor (int i = 0; i < " + n +
                                  "; i++) a[i] += i + 1;\n#pragma omp barrier\n#pragma omp single\n"
                                  "for (int i = 0; i < 64; i++) sum += a[i];\n}\nprintf(\"%d\\n\", sum);"),
                          std::to_string(std::stoi(n) * (std::stoi(n) + 1) / 2) + "\n");
        }
    }
}

TEST_F(OpenMpRegions, CollapsedLoopsCountDownToo) {
    expect_prints(
        program("int a[4][5], sum = 0;\n#pragma omp parallel\n{\n"
                "#pragma omp for collapse(2) schedule(dynamic)\n"
                "for (int i = 3; i >= 0; i--) for (int j = 0; j < 5; j += 2) a[i][j] = 10 * i + j;\n"
                "#pragma omp single\nfor (int i = 0; i < 4; i++) sum += a[i][0] + a[i][4];\n}\n"
                "printf(\"%d\\n\", sum);"),
        "136\n");
}

TEST_F(OpenMpRegions, ReductionsOfALoopAndOfTheRegionAreCombined) {
    expect_prints(
        program("int s = 100, t = 1, m = 50;\n#pragma omp parallel num_threads(4) reduction(+: t)\n{\n"
                "#pragma omp for reduction(+: s) reduction(min: m)\n"
                "for (int i = 0; i < 10; i++) { s += i; if (20 - i < m) m = 20 - i; }\n"
                "#pragma omp critical\nt += s;\n}\nprintf(\"%d %d %d\\n\", s, t, m);"),
        "145 581 11\n");
}

TEST_F(OpenMpRegions, LastprivateTakesTheLastIterationAndFirstprivateIsPerThread) {
    expect_prints(program("int x = 7, i, y = 40;\n#pragma omp parallel num_threads(3)\n{\n"
                          "#pragma omp for lastprivate(x, i) firstprivate(y) schedule(static, 2)\n"
                          "for (i = 0; i < 10; i++) { y++; x = 2 * i + (y > 44) * 1000; }\n"
                          "#pragma omp barrier\n}\nprintf(\"%d %d %d\\n\", x, i, y);"),
                  "18 10 40\n");
}

TEST_F(OpenMpRegions, OneThreadExecutesASingleEachTime) {
    expect_prints(
        program("int n = 0;\n#pragma omp parallel num_threads(6)\nfor (int k = 0; k < 3; k++) {\n"
                "#pragma omp single\nn += 1;\n#pragma omp master\nn += 10;\n#pragma omp barrier\n}\n"
                "printf(\"%d\\n\", n);"),
        "33\n");
}

TEST_F(OpenMpRegions, CopyprivateAndCopyinCopyToAllThreads) {
    expect_prints(
        program("int sum = 0;\nmine = 3;\n#pragma omp parallel num_threads(4) copyin(mine)\n{\n"
                "#pragma omp atomic\nsum += mine;\n#pragma omp barrier\n"
                "#pragma omp single copyprivate(mine)\nmine = 20;\n#pragma omp atomic\nsum += mine;\n}\n"
                "printf(\"%d %d\\n\", sum, mine);",
                "int mine = 5;\n#pragma omp threadprivate(mine)"),
        "92 20\n");
}

TEST_F(OpenMpRegions, VariablesOfThreadsKeepTheirValuesAndInitialisers) {
    expect_prints(
        program("int sum = 0;\n#pragma omp parallel num_threads(4)\nmine[1] += omp_get_thread_num();\n"
                "#pragma omp parallel num_threads(4)\n{\n#pragma omp critical\nsum += mine[1];\n}\n"
                "printf(\"%d %d\\n\", sum, mine[1]);",
                "static int mine[2] = {1, 5};\n#pragma omp threadprivate(mine)"),
        "26 5\n");
}

TEST_F(OpenMpRegions, OrderedRegionsRunInTheOrderOfTheIterations) {
    expect_prints(
        program("int a[20], n = 0;\n#pragma omp parallel for ordered schedule(dynamic) num_threads(4)\n"
                "for (int i = 0; i < 20; i++) {\nif (i % 3 == 0) {\n#pragma omp ordered\na[n++] = i;\n}\n}\n"
                "for (int i = 0; i < n; i++) printf(\"%d \", a[i]);"),
        "0 3 6 9 12 15 18 ");
}

TEST_F(OpenMpRegions, SectionsAreSharedAndMayWaitForEachOther) {
    expect_prints(
        program("int x = 0, ready = 0;\n#pragma omp parallel sections num_threads(2)\n{\n"
                "#pragma omp section\n{\nx = 5;\n#pragma omp atomic write release\nready = 1;\n}\n"
                "#pragma omp section\n{\nint r = 0;\nwhile (!r) {\n#pragma omp atomic read acquire\n"
                "r = ready;\n}\nx += 1;\n}\n}\nprintf(\"%d\\n\", x);"),
        "6\n");
}

TEST_F(OpenMpRegions, LocksExcludeAndCanBeTried) {
    expect_prints(
        program("int n = 0, failed = 0;\nomp_init_lock(&l);\n#pragma omp parallel num_threads(4)\n{\n"
                "omp_set_lock(&l);\nn++;\nif (omp_test_lock(&l)) failed = 1;\nomp_unset_lock(&l);\n}\n"
                "printf(\"%d %d %d\\n\", n, failed, omp_test_lock(&l));",
                "omp_lock_t l;"),
        "4 0 1\n");
}

TEST_F(OpenMpRegions, ANestLockCanBeTakenAgainByItsOwner) {
    expect_prints(
        program("int n = 0, failed = 0;\nomp_init_nest_lock(&l);\n#pragma omp parallel num_threads(4)\n{\n"
                "omp_set_nest_lock(&l);\nif (omp_test_nest_lock(&l) != 2) failed = 1;\nn++;\n"
                "omp_unset_nest_lock(&l);\nn++;\nomp_unset_nest_lock(&l);\n}\n"
                "printf(\"%d %d\\n\", n, failed);",
                "omp_nest_lock_t l;"),
        "8 0\n");
}

TEST_F(OpenMpRegions, RegionsInsideOfRegionsHaveOneThread) {
    expect_prints(
        program("int n = 0;\n#pragma omp parallel num_threads(3)\n{\n#pragma omp critical\n{\n"
                "#pragma omp parallel for num_threads(4)\nfor (int i = 0; i < 5; i++) n++;\n"
                "#pragma omp parallel\n{\n#pragma omp single\nn += 10 * omp_get_num_threads();\n}\n}\n}\n"
                "printf(\"%d\\n\", n);"),
        "45\n");
}

TEST_F(OpenMpRegions, EachThreadRunsItsSimdLoops) {
    const auto with = [](const std::string& row) {
        return program(
            "int q[3][16] = {0}, sum = 0;\n#pragma omp parallel num_threads(3)\n{\nint s = 0;\n"
            "#pragma omp simd\nfor (int i = 0; i < 16; i++) q[" +
            row +
            "][i] += i;\n"
            "#pragma omp simd reduction(+: s)\nfor (int i = 0; i < 16; i++) s += q[" +
            row +
            "][i];\n"
            "#pragma omp critical\nsum += s;\n}\nprintf(\"%d\\n\", sum);");
    };
    expect_prints(with("omp_get_thread_num()"), "360\n");
    EXPECT_EQ(run(with("0")).trap, "race");
    std::string text = with("omp_get_thread_num()");
    EXPECT_THAT(run(text.replace(text.find("+= i"), 4, "= q[omp_get_thread_num()][i - (i > 0)]")).message,
                HasSubstr("iteration 1 of the simd loop on line 9"));
}

TEST_F(OpenMpRegions, ConstructsInFunctionsBelongToTheRegionAround) {
    expect_prints(
        program("int n = 0;\nadd(&n);\n#pragma omp parallel num_threads(4)\nadd(&n);\n"
                "printf(\"%d\\n\", n);",
                "static void add(int *n) {\n#pragma omp critical(named)\n*n += 1;\n#pragma omp barrier\n"
                "#pragma omp single\n*n += 100;\n}"),
        "205\n");
}

TEST_F(OpenMpRegions, TheNumberOfThreadsCanBeSet) {
    expect_prints(
        program(
            "int n = 0;\nomp_set_num_threads(3);\n#pragma omp parallel\n{\n#pragma omp critical\nn++;\n}\n"
            "#pragma omp parallel if(n > 5)\n{\n#pragma omp critical\nn += 10;\n}\n"
            "printf(\"%d %d\\n\", n, omp_get_max_threads());"),
        "13 3\n");
}

TEST_F(OpenMpRegions, ManyThreadsFillSeveralWarps) {
    expect_prints(program("int n = 0;\n#pragma omp parallel num_threads(70)\n{\n#pragma omp critical\n"
                          "n += omp_get_thread_num();\n}\nprintf(\"%d\\n\", n);"),
                  "2415\n");
    EXPECT_THAT(
        run(program("\n#pragma omp parallel num_threads(1025)\n{\n#pragma omp critical\n;\n}")).message,
        HasSubstr("1025 threads; a region can have 1 to 1024"));
}

// ---- races

TEST_F(OpenMpRegions, WithoutABarrierWhatFollowsALoopRaces) {
    const std::string body =
        "int a[10] = {0}, x = 0;\n#pragma omp parallel\n{\n#pragma omp for WAIT\n"
        "for (int i = 0; i < 10; i++) a[i] = i;\n#pragma omp single\nx = a[9];\n}\nprintf(\"%d\\n\", x);";
    const auto with = [&](const std::string& clause) {
        std::string text = body;
        return program(text.replace(text.find("WAIT"), 4, clause));
    };
    expect_prints(with(""), "9\n");
    expect_race(with("nowait"), "a[9]", 11);
    expect_race(with("nowait"), "writes on line 9", 11);
}

TEST_F(OpenMpRegions, IterationsRaceWhoeverExecutesThem) {
    const auto with = [](const std::string& schedule, const std::string& threads) {
        return program("int a[4] = {0};\n#pragma omp parallel num_threads(" + threads +
                       ")\n{\n#pragma omp for schedule(" + schedule +
                       ")\nfor (int i = 0; i < 8; i++) a[i / 4] = i;\n#pragma omp barrier\n"
                       "#pragma omp critical\na[3] = 0;\n}");
    };
    for (const char* const schedule : {"static", "dynamic, 4"}) {
        const std::string two = with(schedule, "2");
        expect_race(
            two, "thread 0 writes a[0], which it writes on line 9; two threads may do this at the same time",
            9);
        EXPECT_EQ(run(two, {.as_scheduled = true}).end, FunctionRun::End::stop);
        EXPECT_EQ(run(with(schedule, "1")).end, FunctionRun::End::stop);
    }
}

TEST_F(OpenMpRegions, AStaticScheduleKeepsIterationsOnTheirThread) {
    const auto two_loops = [](const std::string& clause) {
        return program("int a[20], b[20];\n#pragma omp parallel\n{\n#pragma omp for nowait " + clause +
                       "\nfor (int i = 0; i < 20; i++) a[i] = i;\n#pragma omp for " + clause +
                       "\nfor (int i = 0; i < 20; i++) b[i] = a[i];\n}\nprintf(\"%d\\n\", b[7]);");
    };
    expect_prints(two_loops("schedule(static)"), "7\n");
    expect_prints(two_loops("schedule(static, 3)"), "7\n");
    expect_prints(two_loops("order(reproducible: concurrent)"), "7\n");
    expect_race(two_loops("schedule(dynamic)"), "a[", 11);
    expect_race(two_loops("order(concurrent)"), "a[", 11);
}

// Iterations that use a value which differs between the threads belong to their thread.
TEST_F(OpenMpRegions, CountersOfEachThreadDoNotRace) {
    const auto with = [](const std::string& mine, const std::string& count) {
        return program(
            "int a[40], h[4][8] = {0}, next = 0, sum = 0;\nfor (int i = 0; i < 40; i++) a[i] = i % 8;\n"
            "#pragma omp parallel num_threads(4)\n{\n" +
                mine +
                "\n#pragma omp for\n"
                "for (int i = 0; i < 40; i++) " +
                count +
                "\n}\n"
                "for (int t = 0; t < 4; t++) sum += h[t][0];\nprintf(\"%d\\n\", sum);",
            "static int number() { return omp_get_thread_num(); }");
    };  // clang-format off
    expect_prints(with("int me = omp_get_thread_num();", "h[me][a[i]]++;"), "5\n");
    expect_prints(with("int me, own; own = number(); me = own;", "h[me][a[i]]++;"), "5\n");
    expect_prints(with("int *mine = h[number()];", "mine[a[i]]++;"), "5\n");
    expect_prints(with("int me;\n#pragma omp atomic capture\nme = next++;", "h[me][a[i]]++;"), "5\n");
    expect_prints(with("int me;\n#pragma omp critical\nme = next++;", "h[me][a[i]]++;"), "5\n");
    expect_race(with("int me = 1;", "h[me][a[i]]++;"), "h[1][", 11);  // clang-format on
}

TEST_F(OpenMpRegions, AccessesUnderDifferentNamesOfCriticalRace) {
    const auto with = [](const std::string& name) {
        return program(
            "int n = 0;\n#pragma omp parallel num_threads(2)\n{\n#pragma omp critical(a)\nn++;\n"
            "#pragma omp critical(" +
            name + ")\nn--;\n}\nprintf(\"%d\\n\", n);");
    };
    expect_prints(with("a"), "0\n");
    const FunctionRun r = run(with("b"));
    EXPECT_EQ(r.trap, "race");
    EXPECT_THAT(r.message, HasSubstr("nothing orders the two"));
}

TEST_F(OpenMpRegions, MasterIsNotFollowedByABarrier) {
    const std::string text =
        "int x = 0, sum = 0;\n#pragma omp parallel num_threads(3)\n{\n#pragma omp master\nx = 1;\nWAIT\n"
        "#pragma omp critical\nsum += x;\n}\nprintf(\"%d\\n\", sum);";
    const auto with = [&](const std::string& barrier) {
        std::string changed = text;
        return program(changed.replace(changed.find("WAIT"), 4, barrier));
    };
    expect_prints(with("#pragma omp barrier"), "3\n");
    expect_race(with(""), "x", 12);
}

TEST_F(OpenMpRegions, AtomicsOrderOnlyIfTheyReleaseAndAcquire) {
    const auto with = [](const std::string& write, const std::string& read, const std::string& flush = "") {
        return program(
            "int x = 0, y = 0;\n#pragma omp parallel num_threads(2)\nif (omp_get_thread_num() == 0) {\n"
            "x = 10;\n" +
            flush + "\n#pragma omp atomic write " + write +
            "\ny = 1;\n} else {\nint r = 0;\nwhile (r == 0) {\n#pragma omp atomic read " + read +
            "\nr = y;\n}\n" + flush + "\nx += 1;\n}\nprintf(\"%d\\n\", x);");
    };
    expect_prints(with("release", "acquire"), "11\n");
    expect_prints(with("seq_cst", "seq_cst"), "11\n");
    expect_prints(with("", "", "#pragma omp flush"), "11\n");
    expect_race(with("", "acquire"), "x", 19);
    expect_race(with("release", ""), "x", 19);
    expect_race(with("", ""), "nothing orders the two", 19);
    const std::string ordered = "#pragma omp requires atomic_default_mem_order";
    expect_prints(ordered + "(acq_rel)\n" + with("", ""), "11\n");
    expect_prints(ordered + "(seq_cst)\n" + with("", ""), "11\n");
    expect_race(ordered + "(acq_rel)\n" + with("relaxed", ""), "x", 20);
}

TEST_F(OpenMpRegions, ARaceThatDependsOnTheOrderIsFoundUnderAnother) {
    const std::string text = program(
        "int x = 0;\nomp_init_lock(&l);\n#pragma omp parallel num_threads(2)\n"
        "if (omp_get_thread_num() == 0) {\nx = 1;\nomp_set_lock(&l);\nomp_unset_lock(&l);\n} else {\n"
        "for (int i = 0; i < 20; i++) omp_get_thread_num();\nomp_set_lock(&l);\nomp_unset_lock(&l);\nx = "
        "2;\n}",
        "omp_lock_t l;");
    EXPECT_EQ(run(text, {.schedules = 1}).end, FunctionRun::End::stop);
    EXPECT_EQ(run(text, {.schedules = 20}).trap, "race");
}

TEST_F(OpenMpRegions, LocksDoNotOrderTeams) {
    const auto with = [](const std::string& teams) {
        return program("int n = 0;\n#pragma omp target map(tofrom: n)\n#pragma omp teams " + teams +
                       "\n#pragma omp distribute parallel for\nfor (int i = 0; i < 20; i++) {\n"
                       "#pragma omp critical\nn++;\n}\nprintf(\"%d\\n\", n);");
    };
    expect_prints(with("num_teams(1)"), "20\n");
    expect_race(with(""), "n", 11);
}

TEST_F(OpenMpRegions, TeamsDoNotWaitForEachOtherBetweenTheirLoops) {
    expect_race(
        program("int a[16] = {0}, b[16];\n#pragma omp target map(tofrom: a, b)\n#pragma omp teams\n{\n"
                "#pragma omp distribute\nfor (int i = 0; i < 16; i++) a[i] = i;\n"
                "#pragma omp distribute\nfor (int i = 0; i < 16; i++) b[i] = a[15 - i];\n}"),
        "a[", 12);
}

// ---- what ends a run

TEST_F(OpenMpRegions, ADeadlockOfLocksIsFoundBeforeTheLimit) {
    const FunctionRun r =
        run(program("omp_init_lock(&l);\n#pragma omp parallel num_threads(2)\n{\nomp_set_lock(&l);\n}",
                    "omp_lock_t l;"),
            {.max_steps = 1000});
    EXPECT_EQ(r.trap, "deadlock") << r.message;
    EXPECT_THAT(r.message, HasSubstr("thread 1 on line 8 for l"));
    const FunctionRun endless =
        run(program("omp_init_lock(&l);\n#pragma omp parallel num_threads(2)\n{\nomp_set_lock(&l);\n"
                    "while (1) n++;\n}",
                    "omp_lock_t l;\nint n;"),
            {.max_steps = 1000});
    EXPECT_EQ(endless.end, FunctionRun::End::limit) << endless.message;  // a thread runs that could unlock
}

TEST_F(OpenMpRegions, ABarrierThatSomeThreadsSkipIsADeadlock) {
    const std::string text = program(
        "int b[4] = {0};\n#pragma omp parallel num_threads(4)\n{\n#pragma omp barrier\n"
        "for (int i = 0; i < LIMIT; i++) {\n#pragma omp barrier\n}\nb[omp_get_thread_num()] = 1;\n}\n"
        "printf(\"%d\\n\", b[3]);");
    const auto with = [&](const std::string& limit) {
        std::string changed = text;
        return changed.replace(changed.find("LIMIT"), 5, limit);
    };
    expect_trap(
        with("(omp_get_thread_num() > 1)"), "deadlock",
        "thread 2 waits at the barrier on line 10, which thread 0 does not reach: it has come to the end "
        "of the region on line 6 after 1 barrier",
        10);
    expect_trap(with("omp_get_thread_num()"), "deadlock", "thread 0 does not reach", 10);
    expect_prints(with("2"), "1\n");
    expect_trap(program("\n#pragma omp parallel num_threads(2)\nif (omp_get_thread_num() == 0) {\n"
                        "#pragma omp single\n;\n}"),
                "deadlock", "thread 0 waits at the barrier on line 8, which thread 1 does not reach", 8);
}

TEST_F(OpenMpRegions, OnlyTheOwnerOfALockMayUnsetIt) {
    const auto with = [](const std::string& kind, const std::string& second) {
        return program("int n = 0;\nomp_init" + kind +
                           "(&l);\n#pragma omp parallel num_threads(2)\n{\n"
                           "if (omp_get_thread_num() == 0) omp_set" +
                           kind +
                           "(&l);\n#pragma omp barrier\n"
                           "if (omp_get_thread_num() == " +
                           second + ")\nomp_unset" + kind + "(&l);\n}\nprintf(\"%d\\n\", n);",
                       std::string(kind == "_lock" ? "omp_lock_t" : "omp_nest_lock_t") + " l;");
    };
    for (const char* const kind : {"_lock", "_nest_lock"}) {
        expect_prints(with(kind, "0"), "0\n");
        expect_trap(with(kind, "1"), "invalid-lock", "thread 1 unsets a lock that it has not set", 12);
    }
}

TEST_F(OpenMpRegions, WhatIsNotSupportedIsAnErrorAtItsPlace) {
    const std::string text = reading(program("\nint n = 3;\n#pragma omp parallel\n{\n"
                                             "#pragma omp critical\n{ __int128 y = n; }\n}\n#pragma omp "
                                             "parallel\n{\n#pragma omp critical\n"
                                             "{ __int128 x = n; }\n}\n#pragma omp critical\nn++;"))
                                 .messages;
    EXPECT_THAT(text, HasSubstr("x.c:10:"));
    EXPECT_THAT(text, HasSubstr("x.c:15:"));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_regions_test
