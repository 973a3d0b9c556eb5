// Inlined calls around what is found, and _Float16.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "kernels/compiled/compilers.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp::openmp_calls_test {
namespace {

using dsl::InlinedCall;
using testing::ElementsAre;
using testing::IsEmpty;

class OpenMpCalls : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static dsl::openmp::LoopFunction read(const std::string& text, const std::string& name) {
        const auto reading = read_function({.file = "x.c", .text = text, .function = name, .options = {}});
        EXPECT_TRUE(reading && reading->function) << (reading ? reading->messages : reading.error());
        return reading && reading->function ? *reading->function : dsl::openmp::LoopFunction{};
    }

    static FunctionRun run(const std::string& text, const Configuration& how = {}) {
        return run_function(read(text, "main"), {}, how, *find_engine("fast"));
    }
};

constexpr const char* kHelpers =
    "int a[4];\nstatic void set(int i) {\na[i] = 1;\n}\nstatic void twice(int i) {\nset(i);\nset(i + "
    "2);\n}\n";

TEST_F(OpenMpCalls, ATrapInAParallelLoopNamesTheCallsAroundIt) {
    const FunctionRun r =
        run(std::string(kHelpers) +
            "int main(void) {\n#pragma omp parallel for\nfor (int i = 0; i < 4; i++)\ntwice(i);\n}\n");
    EXPECT_EQ(r.line, 3u) << r.message;
    EXPECT_THAT(r.calls, ElementsAre(InlinedCall{"set", 7}, InlinedCall{"twice", 12}));
}

TEST_F(OpenMpCalls, ThoseOfHostCodeAreOutside) {
    const FunctionRun r =
        run(std::string(kHelpers) +
            "static void loop(int n) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++)\nset(i);\n}\n"
            "int main(void) {\nloop(5);\n}\n");
    EXPECT_EQ(r.trap, "invalid-address");
    EXPECT_THAT(r.calls, ElementsAre(InlinedCall{"set", 12}, InlinedCall{"loop", 15}));
}

TEST_F(OpenMpCalls, AFindingAfterWhichTheRunGoesOnHasThem) {
    const FunctionRun r = run(
        std::string(kHelpers) +
            "int main(void) {\n#pragma omp parallel num_threads(2)\n{\n#pragma omp barrier\nset(1);\n}\n}\n",
        {.all_races = true, .schedules = 1});
    ASSERT_EQ(r.findings.size(), 1u);
    EXPECT_THAT(r.findings.front().calls, ElementsAre(InlinedCall{"set", 13}));
}

TEST_F(OpenMpCalls, CodeThatIsInNoCallHasNone) {
    const FunctionRun r = run("int a[4];\nint main(void) {\na[4] = 1;\n}\n");
    EXPECT_EQ(r.line, 3u);
    EXPECT_THAT(r.calls, IsEmpty());
}

// ---- _Float16

constexpr const char* kHalf =
    "void f(int n, const _Float16 *a, _Float16 *b) {\n#pragma omp target teams distribute parallel for\n"
    "for (int i = 0; i < n; i++) {\n_Float16 s = 0.5f16;\n"
    "for (int j = 0; j < 4; j++) s += a[i] * (_Float16)j;\nb[i] = s * a[i] + a[i]; b[i]++;\n}\n}\n";

TEST_F(OpenMpCalls, EachOperationOfAHalfIsRounded) {
    const dsl::openmp::LoopFunction f = read(kHalf, "f");
    // 0x3555 is about 1/3.
    CallArguments arguments{.buffers = {{0x3555, 0x4000}, {0, 0}}, .numbers = {2, 0, 0}};
    for (const dsl::LoopModel model : {dsl::LoopModel::spmd, dsl::LoopModel::simd}) {
        const FunctionRun r = run_function(f, arguments, {.model = model}, *find_engine("fast"));
        ASSERT_EQ(r.end, FunctionRun::End::stop) << r.message;
        EXPECT_THAT(r.buffers[1], ElementsAre(0x4055, 0x4f00));
    }
}

TEST_F(OpenMpCalls, CompilersComputeHalvesAlike) {
    const dsl::openmp::LoopFunction f = read(kHalf, "f");
    const auto arguments =
        read_arguments(f, argument_texts(f, {{"n", "100"}, {"a", "100"}, {"b", "100"}}, 1));
    ASSERT_TRUE(arguments) << arguments.error();
    const FunctionRun machine = run_function(f, *arguments, {}, *find_engine("fast"));
    ASSERT_EQ(machine.end, FunctionRun::End::stop) << machine.message;
    const std::vector<Reference> gcc = {{"gcc", false, {}}};
    const auto runs = run_references(gcc, {.file = "x.c", .text = kHalf, .function = "f", .options = {}}, f,
                                     *arguments, std::chrono::minutes(10));
    ASSERT_EQ(runs.size(), 1u);
    if (runs[0].end == CompiledRun::End::skipped) GTEST_SKIP() << runs[0].message;
    ASSERT_EQ(runs[0].end, CompiledRun::End::stop) << runs[0].message << runs[0].details;
    EXPECT_EQ(runs[0].buffers[1], machine.buffers[1]);
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_calls_test
