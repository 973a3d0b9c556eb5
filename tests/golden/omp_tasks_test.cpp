// `musimd omp`: what it says about races of tasks, and programs with tasks beside a compiler.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/compiled/compilers.hpp"
#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_tasks_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

class OmpTasks : public OmpFolder {
  protected:
    /// One thread executes the body, which begins on line 8.
    Finished program(const std::string& body,
                     std::vector<std::string> words = {"--compilers", "none"}) const {
        folder_.write("x.c",
                      "#include <stdio.h>\n#include <omp.h>\nint main(void) {\nint a[8] = {0}, s = 0;\n"
                      "#pragma omp parallel num_threads(4)\n#pragma omp single\n{\n" +
                          body + "\n}\nprintf(\"%d %d\\n\", a[3], s);\nreturn 0;\n}\n");
        words.insert(words.begin(), {"x.c", "--function", "main"});
        return omp(std::move(words));
    }

    void expect_hint(const std::string& body, const std::string& hint) const {
        EXPECT_THAT(program(body).errors, HasSubstr("x.c:" + hint));
    }
};

TEST_F(OmpTasks, ARaceNamesTheTasksAndWhatWouldOrderThem) {
    const Finished finished = program("#pragma omp task\ns = 1;\ns += 2;");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_EQ(
        finished.errors,
        "x.c:10: error: race: thread 0 reads s, which the task on line 8 writes on line 9; nothing orders "
        "the two (spmd, simd)\n"
        "    s += 2;\n"
        "x.c:9: note: the earlier access\n"
        "    s = 1;\n"
        "x.c:10: hint: put `#pragma omp taskwait` before this line, which may run before the task\n"
        "    s += 2;\n"
        "    again: musimd omp x.c --function main --model spmd --compilers none\n");
}

TEST_F(OmpTasks, HintsAreThoseOfTheConstructs) {
    expect_hint(
        "#pragma omp task\ns = 1;\n#pragma omp task\na[3] = s;",
        "10: hint: name s in `depend` clauses of both tasks, or put `#pragma omp taskwait` between them");
    expect_hint("for (int i = 0; i < 4; i++) {\n#pragma omp task\ns += i;\n}",
                "10: hint: put `#pragma omp atomic` before this update");
    expect_hint("#pragma omp taskloop shared(s)\nfor (int i = 0; i < 4; i++) s += i;",
                "8: hint: add `reduction(+: s)` to this directive");
    expect_hint("#pragma omp task\n{\n#pragma omp task\ns = 1;\n}\n#pragma omp taskwait\na[3] = s;",
                "14: hint: put `#pragma omp taskgroup` around the tasks before this line");
}

TEST_F(OmpTasks, AVariableThatEndsBeforeItsTaskIsNamedWithItsDeclaration) {
    const Finished finished = program("{\nint x[2] = {1, 2};\n#pragma omp task shared(x)\nx[1]++;\n}");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        HasSubstr("x.c:11: error: race: the task on line 10 writes x[1], which may have ended: nothing "
                  "waits for the task before the end of what is declared on line 9 (spmd, simd)\n"
                  "    x[1]++;\n"
                  "x.c:10: hint: put `#pragma omp taskwait` after this task, before x[1] ends\n"));
    EXPECT_THAT(finished.errors, Not(HasSubstr("the earlier access")));
}

TEST_F(OmpTasks, CountersOfThreadsDoNotRace) {
    const Finished clean = program(
        "for (int i = 0; i < 8; i++) {\n#pragma omp task\n{\nint t = omp_get_thread_num();\na[t]++;\n"
        "a[omp_get_thread_num()]++;\n}\n}");
    EXPECT_THAT(clean.output, HasSubstr("no findings"));
    const Finished other =
        program("for (int i = 0; i < 8; i++) {\n#pragma omp task\n{\na[omp_get_thread_num()]++;\ns++;\n}\n}");
    EXPECT_THAT(other.errors, HasSubstr("x.c:12: error: race: the task on line 9 reads s"));
    const Finished of_parent =
        program("int t = omp_get_thread_num();\nfor (int i = 0; i < 8; i++) {\n#pragma omp task\na[t]++;\n}");
    EXPECT_THAT(of_parent.errors, HasSubstr("x.c:11: error: race: the task on line 10 reads a[0]"))
        << "any thread may execute the task";
}

TEST_F(OmpTasks, ATaskWaitsForTheEventOfOneThatItDependsOn) {
    const auto text = [](const std::string& clause) {
        return "omp_event_handle_t done;\n#pragma omp task depend(out: a[3]) " + clause +
               "\na[3] = 1;\n#pragma omp task\n{ s = 1; omp_fulfill_event(done); }\n"
               "#pragma omp task depend(inout: a[3])\na[3] += s;";
    };
    const Finished finished = program(text("detach(done)"));
    EXPECT_THAT(finished.output, HasSubstr("2 1\n")) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("no findings (spmd, simd)"));
    const Finished later = program(
        "omp_event_handle_t done;\n#pragma omp task depend(out: a[3]) detach(done)\na[3] = 1;\n"
        "#pragma omp task depend(inout: a[3])\na[3] += s;\ns = 1;\nomp_fulfill_event(done);");
    EXPECT_THAT(later.errors,
                HasSubstr("x.c:5: error: a task depends on one with `detach` whose event has not "
                          "happened where the task is made"));
}

TEST_F(OmpTasks, ProgramsOfTasksPrintWhatACompilerMakesOfThem) {
    if (kernels::openmp::command_of_compiler("gcc").empty()) GTEST_SKIP() << "no GCC";
    const Finished finished = program(
        "int own[3] = {1, 2, 3};\n"
        "for (int i = 0; i < 8; i++) {\n#pragma omp task depend(out: a[i])\n{ a[i] = i + own[i % 3]; own[0] "
        "= 9; }\n"
        "#pragma omp task depend(inout: a[i])\na[i] *= 2;\n}\n"
        "#pragma omp taskwait\n#pragma omp taskloop reduction(+: s) grainsize(2)\n"
        "for (int i = 0; i < 8; i++) s += a[i];",
        {"--compilers", "gcc"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("8 86\n"));
    EXPECT_THAT(finished.output, HasSubstr("gcc -fopenmp            same\n"));
}

}  // namespace
}  // namespace musimd::omp_tasks_test
