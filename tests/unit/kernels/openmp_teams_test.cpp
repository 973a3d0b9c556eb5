// Teams: what each executes, what they share, and their races.

#include "tests/support/openmp_programs.hpp"

namespace musimd::kernels::openmp::openmp_teams_test {
namespace {

using testing::HasSubstr;

class OpenMpTeams : public support::OpenMpPrograms {};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

// ---- loops that teams share

TEST_F(OpenMpTeams, IterationsOfADistributedLoopRace) {
    for (const char* const directive :
         {"target teams distribute map(tofrom: b)", "teams distribute", "teams distribute simd",
          "target teams distribute simd", "teams num_teams(3)\n#pragma omp distribute",
          "teams\n#pragma omp distribute simd", "teams loop", "teams\n#pragma omp loop"}) {
        const std::string text =
            program(std::string("\nint b[8] = {0};\n#pragma omp ") + directive +
                    "\nfor (int i = 1; i < 8; i++) b[i] = FROM + i;\nprintf(\"%d\\n\", b[7]);");
        EXPECT_EQ(run(replaced(text, "FROM", "b[i - 1]")).trap, "race") << text;
        expect_prints(replaced(text, "FROM", "b[i]"), "7\n");
    }
}

TEST_F(OpenMpTeams, BracesAroundADistributedLoopChangeNothing) {
    const auto with = [](const std::string& more) {
        return program("int b[8] = {0};\n#pragma omp teams\n{\n" + more +
                       "#pragma omp distribute\nfor (int i = 1; i < 8; i++) b[i] = b[i - 1] + i;\n}");
    };
    EXPECT_EQ(run(with("")).trap, "race");
    EXPECT_EQ(run(with("int more = 0;\n")).trap, "race");
}

TEST_F(OpenMpTeams, OneTeamRunsADistributedLoopInOrder) {
    for (const char* const teams : {"1", "one"}) {
        expect_prints(
            program("int b[8] = {0}, one = 1;\n#pragma omp teams distribute num_teams(" + std::string(teams) +
                    ")\nfor (int i = 1; i < 8; i++) b[i] = b[i - 1] + i;\nprintf(\"%d\\n\", b[7]);"),
            "28\n");
        expect_prints(
            program("int b[8] = {0}, one = 1;\n#pragma omp teams distribute num_teams(" + std::string(teams) +
                    ")\nfor (int i = 1; i < 8; i++) {\n#pragma omp parallel for\n"
                    "for (int j = 0; j < 8; j++) b[j] += i;\n}\nprintf(\"%d\\n\", b[7]);"),
            "28\n");
    }
}

TEST_F(OpenMpTeams, ParallelLoopsOfTwoIterationsRace) {
    const std::string text = program(
        "int a[8], b[32] = {0};\nfor (int i = 0; i < 8; i++) a[i] = i;\n"
        "#pragma omp target teams distribute map(tofrom: b)\nfor (int i = 0; i < 4; i++) {\n"
        "#pragma omp parallel for\nfor (int j = 0; j < 8; j++) b[INDEX] += a[j];\n}\nprintf(\"%d\\n\", "
        "b[7]);");
    expect_race(
        replaced(text, "INDEX", "j"),
        "iteration 1 of the distributed loop on line 7 reads b[0], which iteration 0 writes on line 10; "
        "nothing orders the teams",
        10);
    expect_prints(replaced(text, "INDEX", "8 * i + j"), "7\n");
}

TEST_F(OpenMpTeams, CollapsedLoopsAreDistributed) {
    expect_prints(
        program(
            "int a[3][4][2], sum = 0;\n#pragma omp teams distribute collapse(2)\n"
            "for (int i = 2; i >= 0; i--) for (int j = 0; j < 4; j++) {\n"
            "#pragma omp parallel for\nfor (int k = 0; k < 2; k++) a[i][j][k] = 100 * i + 10 * j + k;\n}\n"
            "for (int i = 0; i < 3; i++) sum += a[i][3][1] - a[i][0][0];\nprintf(\"%d\\n\", sum);"),
        "93\n");
}

TEST_F(OpenMpTeams, WhatAnIterationDeclaresIsItsOwn) {
    expect_prints(program("int out[4];\n#pragma omp teams distribute\nfor (int i = 0; i < 4; i++) {\n"
                          "int tile[8], top = 0;\n#pragma omp parallel for\n"
                          "for (int j = 0; j < 8; j++) tile[j] = i * j;\n"
                          "#pragma omp parallel for reduction(+: top)\n"
                          "for (int j = 0; j < 8; j++) top += tile[j];\nout[i] = top;\n}\n"
                          "printf(\"%d %d\\n\", out[1], out[3]);"),
                  "28 84\n");
}

// ---- reductions

TEST_F(OpenMpTeams, AReductionOfThreadsIsNotOneOfTeams) {
    const std::string text = program(
        "\nSUM = 5;\n#pragma omp target teams distribute map(tofrom: s) CLAUSE\n"
        "for (int b = 0; b < 4; b++) {\n#pragma omp parallel for reduction(+: s)\n"
        "for (int i = 0; i < 4; i++) s += i;\n}\nprintf(\"%d\\n\", s);",
        "int other;");
    for (const char* const sum : {"int s", "static int s; s"}) {
        const std::string one = replaced(text, "SUM", sum);
        const FunctionRun r = run(replaced(one, "CLAUSE", ""));
        EXPECT_EQ(r.trap, "race") << one;
        EXPECT_THAT(r.message, HasSubstr("iteration 1 of the distributed loop on line 7 reads s"));
        ASSERT_TRUE(r.hint) << one;
        EXPECT_EQ(r.hint->line, 7U);
        EXPECT_EQ(r.hint->text, "add `reduction(+: s)` to this directive, which begins the teams");
        expect_prints(replaced(one, "CLAUSE", "reduction(+: s)"), "29\n");
    }
}

TEST_F(OpenMpTeams, ReductionsOfTeamsAndOfTheLoopInThemAreOne) {
    for (const char* const loop : {"distribute", "distribute parallel for reduction(+: s)"}) {
        expect_prints(
            program("int s = 1;\n#pragma omp teams num_teams(3) reduction(+: s)\n#pragma omp " +
                    std::string(loop) + "\nfor (int i = 0; i < 10; i++) s += i;\nprintf(\"%d\\n\", s);"),
            "46\n");
    }
}

// ---- what each team executes

TEST_F(OpenMpTeams, EachTeamExecutesWhatIsNotDistributed) {
    expect_prints(program("int s = 0;\n#pragma omp target teams num_teams(4) reduction(+: s) map(tofrom: s)\n"
                          "#pragma omp parallel for reduction(+: s)\nfor (int i = 0; i < 10; i++) s += i;\n"
                          "printf(\"%d\\n\", s);"),
                  "180\n");
    expect_race(program("int b[4] = {0};\n#pragma omp target teams num_teams(4) map(tofrom: b)\n"
                        "#pragma omp parallel for\nfor (int i = 0; i < 4; i++) b[i] += 1;"),
                "team 1 reads b[0], which team 0 writes on line 8; nothing orders the teams", 8);
}

TEST_F(OpenMpTeams, TeamsHaveNumbersAndShareDistributedLoops) {
    const std::string text = program(
        "int b[3] = {0}, c[10] = {0}, d[6] = {0};\n#pragma omp teams num_teams(3)\n{\n"
        "int me = omp_get_team_num();\n#pragma omp parallel for\nfor (int i = 0; i < 1; i++) b[me] = 10 * me "
        "+ "
        "omp_get_num_teams();\n#pragma omp distribute parallel for\nfor (int i = 0; i < 10; i++) c[i] += i;\n"
        "#pragma omp distribute\nfor (int i = 0; i < 6; i++) {\n#pragma omp parallel for\n"
        "for (int j = 0; j < 1; j++) d[i] += i;\n}\n}\n"
        "printf(\"%d %d %d %d %d\\n\", b[0], b[2], c[0] + c[4] + c[9], d[3], d[5]);");
    expect_prints(text, "3 23 13 3 5\n");
    expect_prints(
        program("int b[3];\n#pragma omp teams num_teams(3)\nb[omp_get_team_num()] = omp_get_num_teams();\n"
                "printf(\"%d %d\\n\", b[0], b[2]);"),
        "3 3\n");
    expect_race(replaced(text, "c[i] += i", "c[i] += b[1]"),
                "team 1 writes b[1], which the distributed loop on line 11 reads on line 12; nothing orders "
                "the teams",
                10);
}

TEST_F(OpenMpTeams, TwoLoopsOfTeamsAreNotOrdered) {
    expect_race(
        program("int a[8] = {0}, b[8];\n#pragma omp teams\n{\n"
                "#pragma omp distribute parallel for\nfor (int i = 0; i < 8; i++) a[i] = i;\n"
                "#pragma omp distribute parallel for\nfor (int i = 0; i < 8; i++) b[i] = a[7 - i];\n}"),
        "the distributed loop on line 10 reads a[7], which the distributed loop on line 8 writes on line 9",
        11);
}

// ---- one thread

TEST_F(OpenMpTeams, OneThreadHasNoRaces) {
    const std::string text = program(
        "int b[8] = {0}, n = 8;\nSET;\n#pragma omp DIRECTIVE\n"
        "for (int i = 1; i < n; i++) b[i] = b[i - 1] + i;\nprintf(\"%d\\n\", b[7]);");
    const auto with = [&](const char* const directive, const char* const before = "") {
        return replaced(replaced(text, "SET", before), "DIRECTIVE", directive);
    };
    for (const char* const directive :
         {"parallel for if(0)", "parallel for if(n > 100)", "parallel for num_threads(1)",
          "parallel for num_threads(n - 7)", "parallel num_threads(1)\n#pragma omp for",
          "parallel for if(parallel: 0)", "teams distribute parallel for num_teams(1) num_threads(1)",
          "parallel for schedule(static, omp_get_thread_num() + 1) num_threads(1)"})
        expect_prints(with(directive), "28\n");
    expect_prints(with("parallel for", "omp_set_num_threads(1)"), "28\n");
    for (const char* const directive :
         {"parallel for if(1)", "parallel for if(n < 100)", "parallel for num_threads(2)",
          "parallel num_threads(2)\n#pragma omp for", "target teams distribute parallel for num_threads(1)"})
        EXPECT_EQ(run(with(directive)).trap, "race") << directive;
    EXPECT_EQ(run(with("parallel for", "omp_set_num_threads(n)")).trap, "race");
    expect_prints(
        program("int s = 0;\n#pragma omp parallel for num_threads(1) reduction(+: s)\n"
                "for (int i = 0; i < 8; i++) s += i;\n#pragma omp parallel num_threads(1)\n{\ns++;\n"
                "#pragma omp single\ns++;\n}\nprintf(\"%d\\n\", s);"),
        "30\n");
}

// ---- loop, taskloop, masked

TEST_F(OpenMpTeams, LoopsAndTaskloopsOfARegionRace) {
    for (const char* const directive :
         {"parallel loop", "target parallel loop map(tofrom: b)", "parallel masked taskloop grainsize(2)",
          "parallel master taskloop num_tasks(4)", "parallel masked taskloop simd",
          "parallel\n#pragma omp loop bind(parallel)", "loop bind(thread)"}) {
        const std::string text =
            program(std::string("\nint b[8] = {0};\n#pragma omp ") + directive +
                    "\nfor (int i = 1; i < 8; i++) b[i] = FROM + i;\nprintf(\"%d\\n\", b[7]);");
        EXPECT_EQ(run(replaced(text, "FROM", "b[i - 1]")).trap, "race") << text;
        expect_prints(replaced(text, "FROM", "b[i]"), "7\n");
    }
}

TEST_F(OpenMpTeams, ALoopInsideOfAParallelLoopIsConcurrent) {
    const std::string text = program(
        "\nint b[4][4] = {0};\n#pragma omp parallel for\nfor (int i = 0; i < 4; i++) {\n"
        "#pragma omp loop bind(thread)\nfor (int j = 1; j < 4; j++) b[i][j] = b[i][FROM] + i;\n}\n"
        "printf(\"%d\\n\", b[3][3]);");
    EXPECT_EQ(run(replaced(text, "FROM", "j - 1")).trap, "race");
    expect_prints(replaced(text, "FROM", "j"), "3\n");
}

TEST_F(OpenMpTeams, ThreadsOfATeamShareALoop) {
    const std::string text = program(
        "int b[8] = {0}, n = 0;\n#pragma omp parallel num_threads(3)\n{\n#pragma omp critical\nn++;\n"
        "#pragma omp loop\nfor (int i = 1; i < 8; i++) b[i] += FROM + i;\n}\nprintf(\"%d %d\\n\", n, b[7]);");
    expect_prints(replaced(text, "FROM", "b[i]"), "3 7\n");
    EXPECT_EQ(run(replaced(text, "FROM", "b[i - 1]")).trap, "race");
}

TEST_F(OpenMpTeams, TheThreadOfFilterIsMasked) {
    const std::string text = program(
        "int s = 0;\n#pragma omp parallel num_threads(3)\n{\n#pragma omp masked filter(1)\ns += 2;\n"
        "#pragma omp masked filter(WHO)\ns += 3;\n}\n#pragma omp parallel masked\ns += "
        "10;\nprintf(\"%d\\n\", s);");
    expect_prints(replaced(text, "WHO", "1"), "15\n");
    EXPECT_EQ(run(replaced(text, "WHO", "0")).trap, "race");
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_teams_test
