// Functions of loops as C: what is printed, and that reading it gives the same tree.

#include "dsl/openmp/c_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "dsl/openmp/spelling.hpp"
#include "tests/support/loop_functions.hpp"
#include "tests/support/process.hpp"

namespace musimd::dsl::openmp::c_source_test {
namespace {

using support::clang_front_end;
using testing::HasSubstr;

class CSource : public ::testing::Test {
  protected:
    void SetUp() override {
        if (clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    static LoopFunction read(const std::string& text, const std::string& name) {
        reader::Reading reading;
        clang_front_end()({"x.c", text, name, {}}, reading);
        EXPECT_TRUE(reading.function) << reading.messages << text;
        return reading.function.value_or(LoopFunction{});
    }

    static std::string printed(const std::string& text, const CStyle& style = {}) {
        return print_c(read(text, "f"), style);
    }

    /// A body of a parallel loop, as it is printed.
    static std::string body(const std::string& text) {
        const std::string all = printed(
            "void f(int n, float *a, const unsigned char *b) {\n#pragma omp parallel for\n"
            "for (int i = 0; i < n; i++) {\n" +
            text + "}}\n");
        const std::string head =
            "void f(int n, float *a, const unsigned char *b) {\n"
            "#pragma omp target teams distribute parallel for\n"
            "    for (int i = 0; i < (long)n; i++) {\n";
        EXPECT_EQ(all.substr(0, head.size()), head);
        return all.substr(std::min(all.size(), head.size()));
    }
};

TEST_F(CSource, ConversionsAreCasts) {
    EXPECT_EQ(body("a[i] = b[i] * 2;"), "        a[(long)i] = (float)(((int)b[(long)i]) * 2);\n    }\n}\n");
}

TEST_F(CSource, VariablesThatHideOthersGetNamesOfTheirOwn) {
    EXPECT_EQ(body("int k = 1; { float k = 2; a[i] = k; } a[k] = 0;"),
              "        int k = 1;\n"
              "        float k_2 = 2.0f;\n"
              "        a[(long)i] = k_2;\n"
              "        a[(long)k] = 0.0f;\n    }\n}\n");
}

TEST_F(CSource, DoLoopsAndStepsComeBack) {
    EXPECT_EQ(
        body("int k = 0; do { k++; if (k == 3) continue; } while (k < 9); for (; k > 0; k -= 2) break;"),
        "        int k = 0;\n"
        "        do {\n"
        "            k = k + 1;\n"
        "            if (k == 3) {\n"
        "                continue;\n"
        "            }\n"
        "        } while (k < 9);\n"
        "        for (; k > 0; k = k - 2) {\n"
        "            break;\n"
        "        }\n    }\n}\n");
}

TEST_F(CSource, ACallIsABlockThatReturnLeaves) {
    const std::string text = printed(
        "static int g(int x) { for (;;) { if (x > 5) return x; x += 2; } }\n"
        "void f(int n, int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = g(i) + "
        "1;\n}\n");
    EXPECT_THAT(text, HasSubstr("goto end;"));
    EXPECT_THAT(text, HasSubstr("end:;"));
}

constexpr const char* kSums = R"(
void f(int n, int m, const double *a, double *sum) {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (long k = 2; k < m; k += 3) {
            double s = 0;
#pragma omp simd simdlen(4) reduction(+: s)
            for (int j = 1; j < m; j++) { if (a[j] < 0) continue; s += a[j]; }
            sum[i * m + k] = s;
        }
}
)";

TEST_F(CSource, LoopsHaveTheirDirectivesAndClauses) {
    const std::string text =
        printed(kSums, {.name = "g", .directives = {"parallel for schedule(static, 2)"}});
    EXPECT_THAT(text, HasSubstr("void g("));
    EXPECT_THAT(text, HasSubstr("#pragma omp parallel for schedule(static, 2) collapse(2)\n"
                                "    for (int i = 0; i < (long)n; i++) {\n"
                                "        for (long k = 2l; k < (long)m; k += 3) {\n"));
    EXPECT_THAT(text, HasSubstr("#pragma omp simd simdlen(4) reduction(+: s)\n"
                                "            for (int j = 1; j < (long)m; j++) {\n"
                                "                if (a[(long)j] < 0.0) {\n"
                                "                    continue;\n"));
}

TEST_F(CSource, InTheOrderOfTheMachineLanesHavePartialValues) {
    const std::string simd = printed(kSums, {.order = MachineOrder{LoopModel::simd}});
    EXPECT_THAT(simd, Not(HasSubstr("#pragma")));
    EXPECT_THAT(simd, HasSubstr("double s_partial[4];"));
    EXPECT_THAT(simd, HasSubstr("s_partial[iteration % 4] = s_partial[iteration % 4] + a[(long)j];"));
    EXPECT_THAT(simd, HasSubstr("for (int lane = 0; lane < 4; lane++) s = s + s_partial[lane];"));
    const std::string spmd = printed(kSums, {.order = MachineOrder{LoopModel::spmd}});
    EXPECT_THAT(spmd, HasSubstr("double s_partial = 0.0;"));
    EXPECT_THAT(spmd, HasSubstr("s = s + s_partial;"));
}

TEST_F(CSource, SimdLoopsOfHostCodeHaveOnePartialValueUnderBothModels) {
    const std::string sum =
        "void f(double* a) {\ndouble s = 1;\n#pragma omp simd reduction(+: s)\n"
        "for (int i = 0; i < 9; i++) s += a[i];\na[0] = s;\n}\n";
    for (const LoopModel model : {LoopModel::spmd, LoopModel::simd}) {
        const std::string text = printed(sum, {.order = MachineOrder{model}});
        EXPECT_THAT(text, HasSubstr("double s_partial = 0.0;"));
        EXPECT_THAT(text, HasSubstr("s = s + s_partial;"));
    }
}

TEST_F(CSource, ACallIsThatOfAFunctionWhereItReadsItsParametersAlone) {
    const std::string call =
        "static int half(int x) { if (x < 0) return 0; return x / 2; }\n"
        "void f(int* a) {\n#pragma omp parallel for\nfor (int i = 0; i < 4; i++) { int y = half(a[i]); a[i] "
        "= y; } }\n";
    const std::string text = printed(call, {.functions = true});
    EXPECT_THAT(text, HasSubstr("static int f_half(int x) {"));
    EXPECT_THAT(text, HasSubstr("return 0;"));
    EXPECT_THAT(text, HasSubstr("int y = f_half(a[(long)i]);"));
    EXPECT_THAT(printed(call, {}), Not(HasSubstr("f_half")));
}

TEST_F(CSource, KernelsOfTheProjectComeBack) {
    const auto folder = std::filesystem::path(MUSIMD_SOURCE_DIR) / "programs" / "kernels" / "openmp";
    for (const char* name :
         {"triangular", "matrix_vector", "stencil", "mandelbrot", "convolution", "n_body"}) {
        const std::string one_memory = "#pragma omp requires unified_shared_memory\n";
        const LoopFunction first =
            read(one_memory + support::read_file(folder / (std::string(name) + ".c")), name);
        const std::string text = print_c(first);
        EXPECT_EQ(spell(read(one_memory + text, name)), spell(first)) << text;
    }
}

}  // namespace
}  // namespace musimd::dsl::openmp::c_source_test
