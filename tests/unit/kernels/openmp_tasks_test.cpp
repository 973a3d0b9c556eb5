// Tasks: what they compute, what orders them, and what they have for themselves.

#include "tests/support/openmp_programs.hpp"

namespace musimd::kernels::openmp::openmp_tasks_test {
namespace {

using testing::HasSubstr;

class OpenMpTasks : public support::OpenMpPrograms {
  protected:
    /// One thread executes the body, which begins on line 9; `a`, `s` and `t` are shared.
    static std::string by_one(const std::string& body, const std::string& outside = "") {
        return program(
            "int a[64] = {0}, s = 0, t = 0;\n#pragma omp parallel num_threads(4)\n#pragma omp single\n{\n" +
                body + "\n}\nprintf(\"%d %d %d\\n\", a[3], s, t);",
            outside);
    }
    static void expect_clean(const std::string& body, const std::string& output) {
        expect_prints(by_one(body), output);
    }
    static void expect_race_in(const std::string& body, const std::string& message, std::uint32_t line) {
        expect_race(by_one(body), message, line);
    }
};

// ---- what waits for tasks

TEST_F(OpenMpTasks, TwoTasksAreNotOrdered) {
    expect_race_in(
        "#pragma omp task\ns = 1;\n#pragma omp task\ns += 2;",
        "the task on line 11 reads s, which the task on line 9 writes on line 10; nothing orders the "
        "two",
        12);
}

TEST_F(OpenMpTasks, TaskwaitWaitsForChildrenOnly) {
    expect_clean("#pragma omp task\ns = 1;\n#pragma omp taskwait\ns += 2;", "0 3 0\n");
    expect_race_in("#pragma omp task\ns = 1;\ns += 2;",
                   "thread 0 reads s, which the task on line 9 writes on line 10", 11);
    expect_race_in("#pragma omp task\n{\n#pragma omp task\ns = 1;\n}\n#pragma omp taskwait\ns += 2;",
                   "thread 0 reads s, which the task on line 11 writes on line 12", 15);
}

TEST_F(OpenMpTasks, TaskgroupWaitsForTasksOfTasks) {
    expect_clean("#pragma omp taskgroup\n{\n#pragma omp task\n{\n#pragma omp task\ns = 1;\n}\n}\ns += 2;",
                 "0 3 0\n");
}

TEST_F(OpenMpTasks, ABarrierWaitsForAllTasks) {
    const std::string text = program(
        "int s = 0;\n#pragma omp parallel num_threads(3)\n{\n#pragma omp master\n{\n#pragma omp task\ns = "
        "1;\n}\n"
        "BARRIER\n#pragma omp single\ns += 2;\n}\nprintf(\"%d\\n\", s);");
    const auto with = [&](const std::string& barrier) {
        std::string result = text;
        return result.replace(result.find("BARRIER"), 7, barrier);
    };
    expect_prints(with("#pragma omp barrier"), "3\n");
    expect_race(with(""), "thread 1 reads s, which the task on line 10 writes on line 11", 15);
}

TEST_F(OpenMpTasks, EachThreadOfARegionMakesItsOwn) {
    const std::string text = program(
        "int s = 0;\n#pragma omp parallel num_threads(3)\n{\n#pragma omp task\n"
        "#pragma omp atomic\ns++;\n}\nprintf(\"%d\\n\", s);");
    expect_prints(text, "3\n");
    std::string plain = text;
    expect_race(plain.replace(plain.find("#pragma omp atomic"), 18, ""), "another task of that line", 10);
}

TEST_F(OpenMpTasks, UndeferredTasksAreOrderedWithTheirParent) {
    expect_clean("for (int i = 0; i < 4; i++) {\n#pragma omp task if (0)\ns++;\n}", "0 4 0\n");
    expect_clean("#pragma omp task final(1)\n{\n#pragma omp task\ns++;\ns++;\n}", "0 2 0\n");
    expect_race_in("#pragma omp task final(s != 0)\n{\n#pragma omp task\nt++;\nt++;\n}",
                   "the task on line 9 reads t, which the task on line 11 writes on line 12", 13);
    expect_race_in("for (int i = 0; i < 4; i++) {\n#pragma omp task if (i < 2)\ns++;\n}",
                   "another task of that line", 11);
}

TEST_F(OpenMpTasks, ATaskDoesNotKnowWhatItsParentDoesNext) {
    expect_clean("s = 1;\n#pragma omp task\nt = s;", "0 1 1\n");
    expect_race_in("#pragma omp task\nt = s;\ns = 1;",
                   "thread 0 writes s, which the task on line 9 reads on line 10", 11);
}

// ---- depend

TEST_F(OpenMpTasks, DependOrdersSiblingsByTheirKinds) {
    const auto text = [](const std::string& first, const std::string& second) {
        return by_one("#pragma omp task depend(" + first + ": t)\ns = 1;\n#pragma omp task depend(" + second +
                      ": t)\ns += 2;");
    };
    for (const auto& [first, second] :
         std::vector<std::pair<std::string, std::string>>{{"out", "in"},
                                                          {"in", "inout"},
                                                          {"inout", "inout"},
                                                          {"inoutset", "in"},
                                                          {"in", "mutexinoutset"},
                                                          {"inoutset", "mutexinoutset"},
                                                          {"mutexinoutset", "mutexinoutset"}})
        expect_prints(text(first, second), "0 3 0\n");
    for (const char* const kind : {"in", "inoutset"})
        expect_race(text(kind, kind), "the task on line 11 reads s", 12);
}

TEST_F(OpenMpTasks, MutualExclusionIsNoOrder) {
    const std::string two =
        "#pragma omp task depend(mutexinoutset: s)\ns += 1;\n#pragma omp task depend(mutexinoutset: s)\ns += "
        "2;\n";
    expect_clean(two + "#pragma omp task depend(in: s)\nt = s;", "0 3 3\n");
    expect_race_in(two + "#pragma omp task depend(in: t)\nt = s;",
                   "the task on line 13 reads s, which the task on line 9 writes on line 10", 14);
}

TEST_F(OpenMpTasks, OnlySiblingsDependOnEachOther) {
    expect_race_in(
        "for (int i = 0; i < 2; i++) {\n#pragma omp task\n{\n#pragma omp task depend(inout: s)\ns++;\n}\n}",
        "the task on line 12 reads s, which another task of that line writes", 13);
}

TEST_F(OpenMpTasks, SectionsBeginWhereTheirFirstElementIs) {
    const auto text = [](const std::string& first, const std::string& second) {
        return by_one("#pragma omp task depend(out: " + first +
                      ")\ns = 1;\n#pragma omp task depend(in: " + second + ")\nt = s;");
    };
    expect_prints(text("a[4:8]", "a[4:2]"), "0 1 1\n");
    expect_prints(text("a[4]", "a[4:8]"), "0 1 1\n");
    expect_prints(text("a", "a[0]"), "0 1 1\n");
    expect_race(text("a[4:8]", "a[12:2]"), "reads s", 12);
}

TEST_F(OpenMpTasks, IteratorsNameManyElements) {
    const auto text = [](const std::string& range) {
        return by_one(
            "for (int i = 0; i < 8; i++) {\n#pragma omp task depend(out: a[i])\na[i] = i;\n}\n"
            "#pragma omp task depend(iterator(k = " +
            range +
            "), in: a[k])\n"
            "for (int i = 0; i < 8; i++) s += a[i];");
    };
    expect_prints(text("0:8"), "3 28 0\n");
    expect_prints(text("7:-1:-1"), "3 28 0\n");
    expect_race(text("0:8:2"), "reads a[1], which the task on line 10 writes on line 11", 14);
}

TEST_F(OpenMpTasks, VariablesThatNobodyReadsAreTokens) {
    expect_clean(
        "char token;\n#pragma omp task depend(out: token)\ns = 1;\n#pragma omp task depend(in: token)\n"
        "s += 1;\n#pragma omp taskwait",
        "0 2 0\n");
    expect_prints(
        program("int s = 0;\nchar token;\n#pragma omp parallel num_threads(2)\n#pragma omp single\n{\n"
                "#pragma omp task depend(out: token)\ns = 1;\n#pragma omp task depend(in: token)\n"
                "s += 1;\n}\nprintf(\"%d\\n\", s);"),
        "2\n");
}

TEST_F(OpenMpTasks, AllMemoryIsEveryObject) {
    expect_clean(
        "#pragma omp task depend(out: s)\ns = 1;\n#pragma omp task depend(inout: omp_all_memory)\n"
        "t = s;\n#pragma omp task depend(in: s)\ns += t;",
        "0 2 1\n");
}

TEST_F(OpenMpTasks, ADepobjIsWhatItWasInitialisedWith) {
    expect_clean(
        "omp_depend_t o;\n#pragma omp depobj(o) depend(inout: t)\n#pragma omp task depend(depobj: o)\n"
        "s = 1;\n#pragma omp depobj(o) update(in)\n#pragma omp task depend(depobj: o)\ns++;",
        "0 2 0\n");
}

TEST_F(OpenMpTasks, TaskwaitWithDependWaitsForThoseTasks) {
    const std::string tasks =
        "#pragma omp task depend(out: s)\ns = 1;\n#pragma omp task\nt = 1;\n"
        "#pragma omp taskwait depend(in: s)\ns++;\n";
    expect_clean(tasks, "0 2 1\n");
    expect_race_in(tasks + "t++;", "thread 0 reads t, which the task on line 11 writes on line 12", 15);
    const std::string later =
        "#pragma omp task depend(out: s)\ns = 1;\n"
        "#pragma omp taskwait nowait depend(in: s) depend(out: t)\n";
    expect_clean(later + "#pragma omp task depend(in: t)\ns++;", "0 2 0\n");
    expect_race_in(later + "s++;", "thread 0 reads s", 12);
}

// ---- what tasks have for themselves

TEST_F(OpenMpTasks, LocalVariablesAreCopied) {
    expect_clean("for (int i = 0; i < 8; i++) {\n#pragma omp task\n{ i += 1; a[i - 1] = i; }\n}", "4 0 0\n");
    expect_clean(
        "int own[3] = {1, 2, 3};\n#pragma omp task\n{ own[0] = 5; s = own[0] + own[2]; }\n"
        "t = own[0];\nown[2] = 9;",
        "0 8 1\n");
}

TEST_F(OpenMpTasks, AVariableWithoutAValueIsNotCopied) {
    expect_clean(
        "int i, k;\nif (s) k = 1;\n#pragma omp task\n{\nfor (i = 0; i < 8; i++) {\n#pragma omp task\n"
        "if (s) a[i] = k; else a[i] = i;\n}\n}",
        "3 0 0\n");
}

TEST_F(OpenMpTasks, SharedLocalVariablesAreInMemory) {
    expect_clean("int x = 1;\n#pragma omp task shared(x)\nx += 4;\n#pragma omp taskwait\ns = x;", "0 5 0\n");
    expect_race_in("int x = 1;\n#pragma omp task shared(x)\nx += 4;\ns = x;",
                   "thread 0 reads x, which the task on line 10 writes on line 11", 12);
}

TEST_F(OpenMpTasks, ASharedVariableMustNotEndBeforeTheTask) {
    const std::string f =
        "void f(int *r) { int x = 0, y[4]; \\\n_Pragma(\"omp task shared(x, y)\") "
        "{ x++; y[1] = x; } WAIT; *r = 1; }";
    const auto text = [&](const std::string& wait) {
        std::string outside = f;
        return by_one("f(&s);", outside.replace(outside.find("WAIT"), 4, wait));
    };
    expect_prints(text("_Pragma(\"omp taskwait\")"), "0 1 0\n");
    EXPECT_THAT(run(text("")).message, HasSubstr("x, which may have ended: nothing waits for the task before "
                                                 "the end of what is declared on line 4"));
    expect_race_in("for (int i = 0; i < 2; i++) {\nint x = i;\n#pragma omp task shared(x)\nx++;\n}",
                   "may have ended", 12);
    expect_clean(
        "for (int i = 0; i < 2; i++) {\nint x = i;\n#pragma omp task shared(x)\nx++;\n"
        "#pragma omp taskwait\n}",
        "0 0 0\n");
}

TEST_F(OpenMpTasks, WhatATaskDeclaresIsItsOwn) {
    expect_clean(
        "for (int i = 0; i < 4; i++) {\n#pragma omp task\n{\nint own[8];\nfor (int k = 0; k < 8; k++) "
        "own[k] = k * i;\na[i] = own[i];\n}\n}",
        "9 0 0\n");
}

TEST_F(OpenMpTasks, OrphanedTasksAreThoseOfTheCallingTask) {
    const std::string f =
        "void leaf(int *p) {\n_Pragma(\"omp task\") *p = 1; }\n"
        "void middle(int *p) { leaf(p); WAIT; *p += 1; }\n";
    const auto text = [&](const std::string& wait) {
        std::string outside = f;
        return by_one("for (int i = 0; i < 4; i++) {\n#pragma omp task\nmiddle(&a[i]);\n}",
                      outside.replace(outside.find("WAIT"), 4, wait));
    };
    expect_prints(text("_Pragma(\"omp taskwait\")"), "2 0 0\n");
    EXPECT_EQ(run(text("")).trap, "race");
}

TEST_F(OpenMpTasks, MemoryOfMallocIsShared) {
    const std::string text = by_one(
        "int *p = malloc(4 * sizeof(int));\np[0] = 1;\n#pragma omp task\np[0]++;\n"
        "ORDER\ns = p[0];",
        "void *malloc(unsigned long);");
    std::string ordered = text;
    std::string racy = text;
    expect_prints(ordered.replace(ordered.find("ORDER"), 5, "#pragma omp taskwait"), "0 2 0\n");
    EXPECT_EQ(run(racy.replace(racy.find("ORDER"), 5, "")).trap, "race");
}

// ---- loops and reductions

TEST_F(OpenMpTasks, IterationsOfATaskloopAreTasks) {
    expect_clean("#pragma omp taskloop\nfor (int i = 0; i < 8; i++) a[i] = i;\ns = a[5];", "3 5 0\n");
    expect_clean(
        "#pragma omp taskloop collapse(2) grainsize(2)\nfor (int i = 0; i < 4; i++)\n"
        "for (int k = 0; k < 4; k++) a[4 * i + k] = i + k;",
        "3 0 0\n");
    expect_race_in("#pragma omp taskloop\nfor (int i = 1; i < 8; i++) a[i] = a[i - 1];",
                   "the task on line 9 reads a[1], which another task of that line writes on line 10", 10);
    expect_race_in("#pragma omp taskloop nogroup\nfor (int i = 0; i < 8; i++) a[i] = i;\ns = a[5];",
                   "thread 0 reads a[5]", 11);
}

TEST_F(OpenMpTasks, ATaskloopThatIsOneTaskHasOneOrder) {
    for (const char* const clause : {"num_tasks(1)", "grainsize(8)", "grainsize(strict: 12)"})
        expect_clean("#pragma omp taskloop shared(s) " + std::string(clause) +
                         "\nfor (int i = 0; i < 12; i++) s += i;",
                     "0 66 0\n");
    expect_race_in("#pragma omp taskloop shared(s) grainsize(4)\nfor (int i = 0; i < 12; i++) s += i;",
                   "reads s", 10);
}

TEST_F(OpenMpTasks, ClausesOfATaskloop) {
    expect_clean(
        "int last = -1, first = 7;\n"
        "#pragma omp taskloop reduction(+: s) lastprivate(last) firstprivate(first)\n"
        "for (int i = 0; i < 8; i++) { if (i == 5) continue; first += i; a[i] = first; s += i; last = i; }\n"
        "t = last;",
        "10 23 7\n");
}

TEST_F(OpenMpTasks, TasksReduce) {
    const std::string tasks =
        "for (int i = 0; i < 4; i++) {\n#pragma omp task in_reduction(+: s)\ns += i;\n}\n";
    expect_clean("#pragma omp taskgroup task_reduction(+: s)\n{\n" + tasks + "}\nt = s;", "0 6 6\n");
    expect_race_in("#pragma omp taskgroup task_reduction(+: s)\n{\n" + tasks + "t = s;\n}", "reads s", 15);
    expect_prints(program("int s = 1;\n#pragma omp parallel num_threads(3) reduction(task, +: s)\n"
                          "#pragma omp single\n" +
                          tasks + "printf(\"%d\\n\", s);"),
                  "7\n");
}

TEST_F(OpenMpTasks, TasksReduceArrays) {
    const auto text = [](const std::string& part, const std::string& more) {
        return "#pragma omp taskgroup task_reduction(+: " + part +
               ")\nfor (int i = 0; i < 6; i++) {\n#pragma omp task in_reduction(+: " + part +
               ")\n{ a[2 + i % 2] += i;" + more + " }\n}";
    };
    for (const char* const part : {"a", "a[2:2]", "a[:8]"}) expect_clean(text(part, ""), "9 0 0\n");
    expect_race_in(text("a", " s = 0;"), "the task on line 11 writes s", 12);
}

TEST_F(OpenMpTasks, OneThreadExecutesTheLoopOfMasked) {
    expect_prints(program("int a[8];\n#pragma omp parallel num_threads(3)\n{\n#pragma omp master taskloop\n"
                          "for (int i = 0; i < 8; i++) a[i] = i;\n#pragma omp barrier\n"
                          "#pragma omp masked taskloop filter(2)\nfor (int i = 0; i < 8; i++) a[i] += i;\n}\n"
                          "printf(\"%d\\n\", a[3]);"),
                  "6\n");
}

// ---- the rest

TEST_F(OpenMpTasks, OutsideOfRegionsOneThreadExecutesThem) {
    expect_prints(program("int x = 0, y = 5;\n#pragma omp task shared(x)\nx = y;\n#pragma omp taskgroup\n{\n"
                          "#pragma omp task firstprivate(x)\nx++;\n}\n#pragma omp taskloop reduction(+: y)\n"
                          "for (int i = 0; i < 4; i++) y += i;\n#pragma omp task final(1)\n"
                          "x += 10 * omp_in_final();\nprintf(\"%d %d %d\\n\", x, y, omp_in_final());"),
                  "5 11 0\n");
}

TEST_F(OpenMpTasks, TasksOfTasksInFinalOnesAreFinal) {
    expect_clean(
        "#pragma omp task final(1)\n{\ns = omp_in_final();\n#pragma omp task\nt = omp_in_final();\n}\n"
        "a[3] = omp_in_final();",
        "0 1 1\n");
}

TEST_F(OpenMpTasks, NothingIsCancelled) {
    expect_clean(
        "#pragma omp taskgroup\nfor (int i = 0; i < 4; i++) {\n#pragma omp task\n{\n"
        "#pragma omp cancel taskgroup\n#pragma omp taskyield\na[i] = i;\n}\n}\n"
        "s = omp_get_cancellation();",
        "3 0 0\n");
    expect_prints(program("int a[8];\n#pragma omp parallel for\nfor (int i = 0; i < 8; i++) {\na[i] = i;\n"
                          "#pragma omp cancel for if (i == 3)\n}\nprintf(\"%d\\n\", a[7]);"),
                  "7\n");
}

TEST_F(OpenMpTasks, ADetachedTaskIsNotCompleteBeforeItsEvent) {
    const std::string text =
        "omp_event_handle_t e;\n#pragma omp task detach(e)\n{}\n#pragma omp task\n{\n"
        "s = 1;\nomp_fulfill_event(e);\n}\n";
    expect_clean(text + "#pragma omp taskwait\nt = s;", "0 1 1\n");
    EXPECT_EQ(run(by_one("#pragma omp taskgroup\n{\nomp_event_handle_t e;\n#pragma omp task detach(e)\n{}\n"
                         "#pragma omp task firstprivate(e)\n{\n#pragma omp task\n{\ns = "
                         "1;\nomp_fulfill_event(e);\n}\n}\n"
                         "#pragma omp taskwait\nt = s;\n}"))
                  .trap,
              "");
}

TEST_F(OpenMpTasks, CriticalSectionsOrderTasks) {
    expect_clean("for (int i = 0; i < 4; i++) {\n#pragma omp task\n#pragma omp critical\ns += i;\n}",
                 "0 6 0\n");
}

TEST_F(OpenMpTasks, AsScheduledTheyRunWhereTheyAre) {
    const std::string text = by_one("#pragma omp task\ns = 1;\ns += 2;");
    EXPECT_EQ(run(text, {.as_scheduled = true}).output, "0 3 0\n");
}

TEST_F(OpenMpTasks, ThousandsOfTasksAreQuick) {
    expect_clean(
        "for (int w = 0; w < 2; w++) {\nfor (int i = 0; i < 2000; i++) {\n#pragma omp task\n"
        "a[i % 64] += i < 64;\n#pragma omp taskwait\n}\nfor (int i = 0; i < 64; i++) {\n#pragma omp task\n"
        "a[i]++;\n}\n#pragma omp taskwait\n}",
        "4 0 0\n");
}

TEST_F(OpenMpTasks, WhatIsNotSupportedIsAnErrorAtItsPlace) {
    const auto message = [](const std::string& body) { return reading(by_one(body)).messages; };
    EXPECT_THAT(
        message("#pragma omp taskloop reduction(+: a)\nfor (int i = 0; i < 4; i++) a[i]++;"),
        AllOf(HasSubstr("x.c:9:"), HasSubstr("reductions of arrays by `taskloop` are not supported yet")));
    EXPECT_THAT(message("omp_depend_t o;\n#pragma omp task depend(depobj: o)\ns = 1;"),
                AllOf(HasSubstr("x.c:10:"), HasSubstr("no `depobj` construct before this one")));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_tasks_test
