// `musimd omp` with several sources: each is one of its own, and they are linked.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/golden/omp_programs.hpp"

namespace musimd::omp_sources_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

class OmpSources : public OmpFolder {
  protected:
    Finished program(const std::string& first, const std::string& second, const std::string& ending = "c",
                     const std::string& compilers = "none") const {
        folder_.write("a." + ending, first);
        folder_.write("b." + ending, second);
        return omp({"a." + ending, "b." + ending, "--function", "main", "--compilers", compilers});
    }
};

TEST_F(OmpSources, HaveStaticNamesTypesAndMacrosOfTheirOwn) {
    const Finished finished = program(
        "#include <stdio.h>\n#include <stdlib.h>\n#define SIZE 4\n"
        "typedef struct { int n; } item;\nstruct s { char c[SIZE]; };\n"
        "static int count = 1;\nstatic int next(void) { return count++; }\n"
        "extern double total[];\nextern int limit;\nint other(int), squares(int *, int);\n"
        "int main(void) {\n    item i = {3};\n    int a[SIZE];\n    srand(7);\n    int r = rand();\n"
        "    srand(7);\n    printf(\"%d \", next());\n    printf(\"%d \", other(i.n));\n    printf(\"%d \", "
        "next());\n"
        "    printf(\"%d %g %d %zu \", squares(a, SIZE), total[1], limit, sizeof(struct s));\n"
        "    printf(\"%d\\n\", r == other(0));\n}\n",
        "#include <stdlib.h>\n#ifdef SIZE\n#error\n#endif\n"
        "typedef struct { double x, y; } item;\nstruct s { int a, b, c; };\n"
        "static int count = 10;\nstatic int next(void) { return count++; }\n"
        "double total[] = {1, 2.5};\nint limit = 9;\n"
        "int other(n) int n; {\n    item i = {n, 1};\n    return n == 0 ? rand() : next() + (int)i.x;\n}\n"
        "int squares(int *a, int n) {\n    int sum = 0;\n#pragma omp parallel for reduction(+: sum)\n"
        "    for (int i = 0; i < n; i++) sum += a[i] = i * i;\n    return sum;\n}\n",
        "c", "gcc");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, StartsWith("1 13 2 14 2.5 9 4 1\n")) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("gcc -fopenmp            same\n")) << finished.output;
}

TEST_F(OmpSources, MayShareTemplatesAndInlineDefinitions) {
    const std::string header =
        "#include <cstdio>\ntemplate <typename T> constexpr bool is_wide = sizeof(T) > 4;\n"
        "template <typename T> T doubled(T x) { return x + x; }\ninline int counted = 3;\n"
        "inline int next() { return ++counted; }\nint other();\n";
    const Finished finished = program(
        header +
            "int main() { std::printf(\"%d %d\\n\", other() + doubled(1), is_wide<double> ? next() : 0); }\n",
        header + "int other() { return is_wide<int> ? 0 : doubled(next()); }\n", "cpp");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, StartsWith("10 5\n")) << finished.errors;
}

TEST_F(OmpSources, AreNamedInFindings) {
    const Finished finished = program(
        "int sum;\nvoid add(int *a, int n);\nint main(void) {\n    int a[8] = {1};\n    add(a, 8);\n"
        "#pragma omp parallel for\n    for (int i = 0; i < 8; i++) add(a, 1);\n}\n",
        "extern int sum;\n\n\n\n\n\n\n\n\n\nvoid add(int *a, int n) {\n#pragma omp parallel for\n"
        "    for (int i = 0; i < n; i++)\n        sum += a[i];\n}\n");
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors,
                HasSubstr("b.c:14: error: race: iteration 1 of the parallel loop on line 12 reads "
                          "sum, which iteration 0 writes on line 14;"));
    EXPECT_THAT(finished.errors, HasSubstr("\n    sum += a[i];\n"));
    EXPECT_THAT(finished.errors, HasSubstr("a.c:5: note: in 'add', called here\n    add(a, 8);\n"));
}

TEST_F(OmpSources, AreNamedInJsonAndUnderEachModel) {
    folder_.write("a.c",
                  "void add(int *a, int i);\nint main(void) {\n    int a[9] = {1};\n"
                  "#pragma omp parallel for\n    for (int i = 0; i < 8; i++) add(a, i);\n}\n");
    folder_.write("b.c", "\n\n\n\n\n\nvoid add(int *a, int i) {\n    a[i + 1] = a[i];\n}\n");
    const auto of = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"a.c", "b.c", "--function", "main", "--compilers", "none"});
        return omp(std::move(words)).output;
    };
    const auto run = nlohmann::json::parse(of({"--json"})).at("runs").at(0);
    EXPECT_EQ(run.at("trap").at("file"), "b.c");
    EXPECT_EQ(run.at("trap").at("line"), 8);
    EXPECT_EQ(run.at("trap").at("calls").at(0).at("file"), "a.c");
    EXPECT_THAT(of({"--model", "all"}), HasSubstr("race in line b.c:8"));
}

TEST_F(OmpSources, HaveMessagesOfTheirOwnLines) {
    const Finished finished =
        program("int f(int);\nint main(void) { return f(1); }\n", "\n\nint f(int n) { return n + ; }\n");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors, HasSubstr("b.c:3:27: error: expected expression\n"));
}

TEST_F(OmpSources, AreRefusedIfTwoDefineOneName) {
    const Finished finished =
        program("int n = 1;\nint f(void) { return n; }\nint main(void) { return f(); }\n",
                "int n;\n\nint f(void) { return 2; }\n");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors,
                HasSubstr("b.c:3:5: error: 'f' is also defined at a.c:2; only one source can "
                          "define it, unless it is `static` in the other\n"));
    EXPECT_THAT(finished.errors, HasSubstr("b.c:1:5: error: 'n' is also defined at a.c:1;"));
}

TEST_F(OmpSources, AreRefusedIfNoneDefinesAName) {
    const Finished finished = program("extern int n;\nint main(void) { return n; }\n", "int m;\n");
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.errors, HasSubstr("'n' is declared here, but not defined"));
}

TEST_F(OmpSources, AreCalledAsTheyAreDefined) {
    const std::string half = "\nfloat half(float x) { return x / 2; }\n";
    EXPECT_THAT(
        program("float half(double);\nint main(void) { return half(2.0f) > 0; }\n", half).errors,
        HasSubstr("a.c:2:25: error: 'half', defined at b.c:2, takes a 'float', and this call passes a "
                  "'double'; declare the function as it is defined"));
    EXPECT_THAT(program("int half(float);\nint main(void) { return half(2); }\n", half).errors,
                HasSubstr("returns a 'float', and is declared here to return a 'int'"));
    EXPECT_THAT(program("float half();\nint main(void) { return half() > 0; }\n", half).errors,
                HasSubstr("takes 1 arguments, and this call passes 0"));
}

TEST_F(OmpSources, MayCallWithoutDeclarationWhatIsNotReached) {
    const std::string timer = "\ndouble timer_read(int n) { return n + 0.5; }\n";
    const auto of = [&](const std::string& timers) {
        return program("#include <stdio.h>\nint main(void) {\n    double t = 1;\n    if (" + timers +
                           ") t = timer_read(2);\n    printf(\"%g\\n\", t);\n}\n",
                       timer);
    };
    const Finished never = of("t > 2");
    EXPECT_THAT(never.status, Optional(0)) << never.errors;
    EXPECT_THAT(never.output, StartsWith("1\n"));
    const Finished once = of("t > 0");
    EXPECT_THAT(once.status, Optional(1));
    EXPECT_THAT(
        once.errors,
        HasSubstr("a.c:4: error: wrong-call: 'timer_read', defined at b.c:2, returns a 'double', and is "
                  "declared here to return a 'int'; declare the function as it is defined (spmd, simd)\n"));
}

TEST_F(OmpSources, FindCallsWithoutDeclarationThatPassOtherTypes) {
    const auto of = [&](const std::string& call) {
        return program(
            "int main(void) {\n    int one = 1;\n    if (one > 1) " + call +
                ";\n#pragma omp parallel for\n    for (int i = 0; i < 4; i++)\n        if (i == 2) " + call +
                ";\n}\n",
            "int total;\nvoid add(double x, int n) {\n#pragma omp atomic\n    total += n;\n}\n");
    };
    const std::string declare = "; declare the function as it is defined";
    for (const auto& [call, why] : std::map<std::string, std::string>{
             {"add(1, 2)", "a 'double', and this call passes a 'int'" + declare},
             {"add(1.0, 2.0)", "a 'int', and this call passes a 'double'" + declare},
             {"add(1.0)", "2 arguments, and this call passes 1"}}) {
        const Finished finished = of(call);
        EXPECT_THAT(finished.status, Optional(1)) << call;
        EXPECT_THAT(finished.errors, HasSubstr("a.c:6: error: wrong-call: 'add', defined at b.c:2, takes " +
                                               why + " (spmd, simd; iteration 2)\n"));
        EXPECT_THAT(finished.errors, Not(HasSubstr("a.c:3: error"))) << call;
    }
    const Finished right = of("add(1.0, 2)");
    EXPECT_THAT(right.status, Optional(0)) << right.errors;
    EXPECT_THAT(right.output, HasSubstr("no findings (spmd, simd)"));
}

TEST_F(OmpSources, MayLeaveResultsUnused) {
    const Finished finished = program("int total;\nint main(void) { add(2); return total - 2; }\n",
                                      "extern int total;\nadd(n) int n; { total += n; }\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("no findings (spmd, simd)"));
}

TEST_F(OmpSources, OfCppAreLinkedByTheirTypes) {
    folder_.write(
        "shape.hpp",
        "#pragma once\nstruct Shape {\n    explicit Shape(int n);\n    int area() const;\n"
        "    static int made;\n    int n;\n};\nnamespace all { int twice(int); double twice(double); }\n"
        "inline int one() { return 1; }\n");
    const Finished finished = program(
        "#include <cstdio>\n#include \"shape.hpp\"\nnamespace { int own() { return 1; } }\n"
        "int main() {\n    Shape s(3);\n    std::printf(\"%d %d %d %g %d\\n\", s.area(), Shape::made, "
        "all::twice(2), all::twice(0.25), own() + one());\n}\n",
        "#include \"shape.hpp\"\nnamespace { int own() { return 7; } }\nint Shape::made = own();\n"
        "Shape::Shape(int k) : n(k) { made++; }\nint Shape::area() const { return n * n; }\n"
        "namespace all { int twice(int n) { return 2 * n; } double twice(double x) { return 2 * x; } }\n",
        "cpp");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, StartsWith("9 8 4 0.5 2\n")) << finished.errors;
}

}  // namespace
}  // namespace musimd::omp_sources_test
