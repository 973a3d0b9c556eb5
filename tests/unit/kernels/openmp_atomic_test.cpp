// `atomic` in C with OpenMP: every form, on both models, and the program that it becomes.

#include <gmock/gmock.h>

#include "isa/printer.hpp"
#include "tests/support/openmp_functions.hpp"

namespace musimd::kernels::openmp::openmp_atomic_test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;
using testing::Lt;
using testing::Not;

class OpenMpAtomic : public support::OpenMpFunctions {
  protected:
    /// x after 40 iterations of these statements; x has `elements` zeros of the type.
    static std::vector<std::uint64_t> after(const std::string& type, const std::string& statements,
                                            dsl::LoopModel model, const std::string& x = "4:zeros") {
        const std::string text = "void f(int n, " + type +
                                 " *x, int *y) {\n"
                                 "#pragma omp parallel for\n"
                                 "for (int i = 0; i < n; i++) {\n" +
                                 statements + "\n}\n}\n";
        const Run result = run(text, {{"n", "40"}, {"x", x}, {"y", "64:zeros"}}, model);
        EXPECT_EQ(result.end, FunctionRun::End::stop) << result.message;
        return result.buffers.at(0);
    }

    static std::string program_of_body(const std::string& type, const std::string& statements) {
        const auto function = read("void f(int n, " + type + " *x, int *y) {\n#pragma omp parallel for\n" +
                                   "for (int i = 0; i < n; i++) {\n" + statements + "\n}\n}\n");
        const auto arguments = read_arguments(
            function, argument_texts(function, {{"n", "8"}, {"x", "4:zeros"}, {"y", "8:zeros"}}, 0));
        std::string text;
        run_function(function, *arguments, {.width = 8}, *find_engine("fast"),
                     [&](const dsl::Statement&, const LoopProgram& loop) { text += print(loop.program); });
        return text;
    }
};

TEST_F(OpenMpAtomic, UpdatesOfOneElementByAllIterations) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(after("int",
                          "#pragma omp atomic\nx[0] += i;\n"
                          "#pragma omp atomic update relaxed\nx[1] = x[1] - 2;\n"
                          "#pragma omp atomic seq_cst\nx[2]++;\n"
                          "#pragma omp atomic hint(0)\nx[3] = i ^ x[3];",
                          model),
                    ElementsAre(780, 0xffffffb0, 40, 0));
        EXPECT_THAT(after("unsigned char", "#pragma omp atomic\nx[0] += 7;\n#pragma omp atomic\n--x[1];",
                          model, "2:zeros"),
                    ElementsAre(280 - 256, 256 - 40));
        EXPECT_THAT(after("long", "#pragma omp atomic\nx[0] -= 1L << 40;", model, "1:zeros"),
                    ElementsAre(-(40ULL << 40)));
    }
}

// No instruction computes these: a loop until no other lane has changed the element in between.
TEST_F(OpenMpAtomic, UpdatesThatTakeALoop) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(after("unsigned",
                          "#pragma omp atomic\nx[0] *= 3;\n"
                          "#pragma omp atomic\nx[i & 1] = 5 - x[i & 1];\n"
                          "#pragma omp atomic\nx[2] <<= (i < 4);",
                          model, "0,7,1,0"),
                    ElementsAre(0, 7, 16, 0));
        EXPECT_THAT(after("double", "#pragma omp atomic\nx[0] *= 2;", model, "1,0"),
                    ElementsAre(0x3ff0'0000'0000'0000 + (40ULL << 52), 0));
        EXPECT_THAT(after("_Bool", "#pragma omp atomic\nx[0] |= (i == 30) * 8;", model, "1:zeros"),
                    ElementsAre(1));
    }
}

TEST_F(OpenMpAtomic, FloatsAreAddedInSomeOrder) {
    for (const dsl::LoopModel model : kBoth)
        EXPECT_THAT(after("float", "#pragma omp atomic\nx[0] += 0.25f;", model, "0.5"),
                    ElementsAre(0x41280000));
    EXPECT_THAT(program_of_body("float", "#pragma omp atomic\nx[0] += i;"), HasSubstr("fetch_add.f32"));
}

TEST_F(OpenMpAtomic, ReadsWritesAndCaptures) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(after("int",
                          "int v, w, u, k;\n"
                          "#pragma omp atomic write release\nx[0] = 9;\n"
                          "#pragma omp atomic read acquire\nv = x[0];\n"
                          "#pragma omp atomic capture\nw = x[1]++;\n"
                          "#pragma omp atomic capture acq_rel\nu = x[2] += 2;\n"
                          "#pragma omp atomic capture\n{ k = x[3]; x[3] = i + 1; }\n"
                          "y[w] = (v == 9) + (u % 2 == 0) + (k != i + 1);",
                          model),
                    ElementsAre(9, 40, 80, 40));
    }
}

// A counter hands out each position once.
TEST_F(OpenMpAtomic, CapturesOfOneCounterAreAllDifferent) {
    const std::string text =
        "void f(int n, int *count, int *y) {\n"
        "#pragma omp parallel for\n"
        "for (int i = 0; i < n; i++) {\nint at;\n"
        "#pragma omp atomic capture\n{ at = count[0]; count[0] = count[0] + 1; }\n"
        "y[at]++;\n}\n}\n";
    for (const dsl::LoopModel model : kBoth) {
        const Run result = run(text, {{"n", "40"}, {"count", "1:zeros"}, {"y", "40:zeros"}}, model);
        ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
        EXPECT_THAT(result.buffers.at(1), Each(1U));
    }
}

TEST_F(OpenMpAtomic, Compares) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(after("int",
                          "int v = 0, r;\n"
                          "#pragma omp atomic compare\nif (x[0] < (i ^ 5)) { x[0] = i ^ 5; }\n"
                          "#pragma omp atomic compare\nx[1] = -i < x[1] ? -i : x[1];\n"
                          "#pragma omp atomic compare capture\n{ r = x[2] == 0; if (r) { x[2] = i + 1; } }\n"
                          "y[i] = r;\n"
                          "#pragma omp atomic compare capture\n"
                          "if (x[3] == 0) { x[3] = i + 100; } else { v = x[3]; }\n"
                          "y[i] = v;",
                          model),
                    ElementsAre(39, 0xffffffd9, AllOf(Ge(1U), Le(40U)), AllOf(Ge(100U), Lt(140U))));
    }
    const std::string program =
        program_of_body("int", "#pragma omp atomic compare\nif (i > x[0]) { x[0] = i; }");
    EXPECT_THAT(program, HasSubstr("fetch_max.i32"));
    EXPECT_THAT(program, Not(HasSubstr("fetch_cas")));
}

// Each iteration puts its node at the end of a list, whose last node it finds out by comparing.
TEST_F(OpenMpAtomic, ComparesPointers) {
    const std::string text =
        "struct node { struct node *next; int id; };\n"
        "int f(int n) {\nstruct node nodes[20], *tail = &nodes[0];\n"
        "for (int i = 0; i < 20; i++) { nodes[i].next = 0; nodes[i].id = i; }\n"
        "#pragma omp parallel for\nfor (int i = 1; i < 20; i++) {\n"
        "struct node *node = &nodes[i];\nint done = 0;\n"
        "#pragma omp atomic read\nnode->next = tail;\n"
        "do {\n#pragma omp atomic compare capture\n"
        "{ done = tail == node->next; if (done) { tail = node; } else { node->next = tail; } }\n"
        "} while (!done);\n}\n"
        "int sum = 0;\nfor (struct node *p = tail; p != 0; p = p->next) sum += p->id;\nreturn sum;\n}\n";
    for (const dsl::LoopModel model : kBoth) {
        const Run result = run(text, {}, model);
        ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
        EXPECT_EQ(result.returned, 190U);
    }
}

// The smaller of floats is what C defines, also for a NaN and for zeros.
TEST_F(OpenMpAtomic, ComparedFloatsKeepTheMeaningOfTheComparison) {
    for (const dsl::LoopModel model : kBoth)
        EXPECT_THAT(after("float", "#pragma omp atomic compare\nif (x[0] > -i) { x[0] = -i; }", model, "nan"),
                    ElementsAre(Ge(0x7f800001U)));
}

TEST_F(OpenMpAtomic, InSimdLoopsTheLanesTakeTurns) {
    const std::string text =
        "void f(int n, int *x, double *p) {\n"
        "#pragma omp parallel for\n"
        "for (int i = 0; i < n; i++) {\n"
        "#pragma omp simd simdlen(8)\n"
        "for (int j = 0; j < 20; j++) {\n"
        "if (j % 3) {\n"
        "#pragma omp atomic\nx[j & 1] += 1;\n"
        "#pragma omp atomic\np[0] *= 2;\n"
        "}\n}\n}\n}\n";
    for (const dsl::LoopModel model : kBoth) {
        const Run result = run(text, {{"n", "3"}, {"x", "0,0"}, {"p", "1,0"}}, model);
        ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
        EXPECT_THAT(result.buffers.at(0), ElementsAre(18, 21));
        EXPECT_THAT(result.buffers.at(1), ElementsAre(0x3ff0'0000'0000'0000 + (39ULL << 52), 0));
    }
}

TEST_F(OpenMpAtomic, SignedOverflowTraps) {
    const auto text = [](const std::string& type) {
        return "void f(int n, " + type +
               " *x) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {\n"
               "#pragma omp atomic\nx[0] += 1;\n}\n}\n";
    };
    for (const dsl::LoopModel model : kBoth) {
        for (const auto& [type, most] :
             {std::pair("int", "2147483600,0"), std::pair("long", "9223372036854775800,0")}) {
            const Run result = run(text(type), {{"n", "64"}, {"x", most}}, model);
            EXPECT_EQ(result.trap, "overflow") << type;
            EXPECT_EQ(result.line, 5U);
        }
        EXPECT_EQ(run(text("unsigned"), {{"n", "64"}, {"x", "4294967290,0"}}, model).end,
                  FunctionRun::End::stop);
    }
}

TEST_F(OpenMpAtomic, RacesWithPlainAccessesOnly) {
    const auto text = [](const std::string& other) {
        return "void f(int n, long *x, long *y) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) "
               "{\n" +
               other + "\n}\n}\n";
    };
    const std::string atomic = "#pragma omp atomic\nx[0] += 1;\n";
    const std::string reading = "long v;\n#pragma omp atomic read\nv = x[0];\n";
    for (const dsl::LoopModel model : kBoth) {
        const auto outcome = [&](const std::string& statements) {
            return run(text(statements), {{"x", "1:zeros"}, {"y", "64:zeros"}}, model).trap;
        };
        EXPECT_EQ(outcome(atomic + "y[i] = x[0];"), "race");
        EXPECT_EQ(outcome(atomic + "if (i == 3) x[0] = 1;"), "race");
        EXPECT_EQ(outcome(reading + "if (i == 3) x[0] = 1;"), "race");
        EXPECT_EQ(outcome(reading + "y[i] = x[0] + v;"), "");
        EXPECT_EQ(outcome(atomic + reading + "y[i] = v;"), "");
    }
}

TEST_F(OpenMpAtomic, OfAPrivateVariableIsPlain) {
    for (const dsl::LoopModel model : kBoth)
        EXPECT_THAT(after("int", "int v = i;\n#pragma omp atomic\nv += 1;\nif (v == 40) x[0] = v;", model),
                    ElementsAre(40, 0, 0, 0));
}

TEST_F(OpenMpAtomic, OfAScalarThatIterationsShare) {
    const auto text = [](const std::string& read) {
        return "void f(int n, int *x) {\nint s = 0;\n#pragma omp parallel for\n"
               "for (int i = 0; i < n; i++) {\n#pragma omp atomic\ns++;\n" +
               read + "}\nx[0] = s;\n}\n";
    };
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_EQ(run(text(""), {{"n", "40"}, {"x", "4:zeros"}}, model).buffers.at(0).front(), 40U);
        EXPECT_EQ(run(text("x[i] = s;\n"), {{"n", "40"}, {"x", "40:zeros"}}, model).trap, "race");
    }
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_atomic_test
