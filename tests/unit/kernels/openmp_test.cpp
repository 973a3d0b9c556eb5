// C functions of OpenMP loops on the machine: their arguments, costs and comparisons, and the kernels of
// programs/kernels/openmp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "engines/engines.hpp"
#include "host/files.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"
#include "tests/support/programs.hpp"

namespace musimd::kernels::openmp::openmp_test {
namespace {

namespace fs = std::filesystem;
using dsl::LoopModel;
using dsl::openmp::LoopFunction;
using testing::ElementsAre;
using testing::HasSubstr;

const Engine& fast() {
    return *find_engine("fast");
}

class OpenMp : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static LoopFunction read(const std::string& text, const std::string& name) {
        const auto reading = read_function({.file = "x.c", .text = text, .function = name, .options = {}});
        EXPECT_TRUE(reading && reading->function) << (reading ? reading->messages : reading.error());
        return *reading->function;
    }

    static FunctionRun run(const LoopFunction& function, const GivenArguments& given, LoopModel model) {
        const auto arguments = read_arguments(function, argument_texts(function, given, 0));
        EXPECT_TRUE(arguments) << arguments.error();
        return run_function(function, *arguments, {.model = model}, fast());
    }
};

constexpr const char* kRowSums = R"(
void row_sums(int rows, int columns, const int *a, int *sum) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < rows; i++) {
        int s = 0;
#pragma omp simd simdlen(8) reduction(+: s)
        for (int j = 0; j < columns; j++) s += a[i * columns + j];
        sum[i] = s;
    }
}
)";

TEST_F(OpenMp, RowSumsAreThoseOfC) {
    const LoopFunction function = read(kRowSums, "row_sums");
    const GivenArguments given = {{"rows", "3"}, {"columns", "20"}, {"a", "60:iota"}, {"sum", "3:zeros"}};
    for (const LoopModel model : {LoopModel::spmd, LoopModel::simd}) {
        const FunctionRun result = run(function, given, model);
        ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
        EXPECT_THAT(result.buffers[1], ElementsAre(190, 590, 990));
        EXPECT_EQ(result.widest, model == LoopModel::spmd ? 16U : 8U);
    }
}

TEST_F(OpenMp, TrapsNameTheLineAndTheIteration) {
    const LoopFunction function = read(kRowSums, "row_sums");
    const GivenArguments given = {{"rows", "3"}, {"columns", "20"}, {"a", "45"}, {"sum", "3:zeros"}};
    for (const LoopModel model : {LoopModel::spmd, LoopModel::simd}) {
        const FunctionRun result = run(function, given, model);
        EXPECT_EQ(result.end, FunctionRun::End::trap);
        EXPECT_EQ(result.trap, "invalid-address");
        EXPECT_EQ(result.line, 7U);
        EXPECT_EQ(result.iteration, 2);
    }
}

TEST_F(OpenMp, IterationsThatDependOnEachOtherRace) {
    const LoopFunction function = read(R"(
void shift(int n, int *a) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i + 1] = a[i];
}
)",
                                       "shift");
    for (const LoopModel model : {LoopModel::spmd, LoopModel::simd})
        EXPECT_EQ(run(function, {{"a", "65"}}, model).trap, "race");
}

TEST_F(OpenMp, ManyIterationsAreSteps) {
    const LoopFunction function = read(R"(
void fill(long n, int *a) {
#pragma omp parallel for
    for (long i = 0; i < n; i++) a[0] = 1;
}
)",
                                       "fill");
    const FunctionRun result = run(function, {{"n", "30000000"}}, LoopModel::simd);
    EXPECT_EQ(result.end, FunctionRun::End::limit);
    EXPECT_THAT(result.message, HasSubstr("more than 10000000 steps outside of parallel loops"));
}

/// The function and the arguments of a line such as `// run: stencil --arg rate=0.25`.
std::pair<std::string, GivenArguments> run_line(const std::string& text) {
    std::smatch found;
    if (!std::regex_search(text, found, std::regex("run: (\\w+)(.*)"))) return {};
    GivenArguments given;
    const std::string rest = found[2];
    static const std::regex argument("--arg (\\w+)=(\\S+)");
    for (std::sregex_iterator at(rest.begin(), rest.end(), argument), end; at != end; ++at)
        given.emplace((*at)[1], (*at)[2]);
    return {found[1], given};
}

TEST_F(OpenMp, KernelsAgreeUnderBothModels) {
    int kernels = 0;
    for (const fs::path& file : support::project_files("programs/kernels/openmp", {".c"})) {
        SCOPED_TRACE(file.filename().string());
        const std::string text = host::read_file(file);
        const auto [name, given] = run_line(text);
        const LoopFunction function = read(text, name);
        const FunctionRun spmd = run(function, given, LoopModel::spmd);
        const FunctionRun simd = run(function, given, LoopModel::simd);
        ASSERT_EQ(spmd.end, FunctionRun::End::stop) << spmd.message;
        ASSERT_EQ(simd.end, FunctionRun::End::stop) << simd.message;
        const CallArguments arguments = *read_arguments(function, argument_texts(function, given, 0));
        OutputBounds bounds(function, arguments, {}, *find_engine("fast"));
        for (const ArrayComparison& array : compare_outputs(function, {spmd.buffers}, {simd.buffers},
                                                            {.order = reassociates(function)}, &bounds))
            EXPECT_EQ(array.found.different, 0U) << array.name;
        ++kernels;
    }
    EXPECT_EQ(kernels, 16);
}

TEST(OpenMpCost, ChecksOfOverflowAndBlocksAreFree) {
    Program program = support::read(R"(
.threads 4
.word 64
.memory 0: 0
        a = addo.i32 1, 2
        b = fetch_add.i32 [0], a
        c = addo.i32 b, a           ; the sum of the update once more, to check it
        c = cvt.f64.i64 a
        everywhere
        d = cvt.f32.f64 c
        end_everywhere
        stop
)");
    CostObserver cost(program, 4, {4}, 2);
    run_rules(program, {}, &cost);
    EXPECT_EQ(cost.cost().steps, 8U);
    EXPECT_EQ(cost.cost().slots, 2U * 5);
    EXPECT_EQ(cost.cost().active_lanes, 4U * 5);
}

TEST(OpenMpArguments, HaveDefaultsAndShortForms) {
    LoopFunction function;
    function.name = "f";
    function.parameters = {{.name = "n", .type = Type::i32, .buffer = {}, .variable = 0},
                           {.name = "a", .type = Type::f32, .buffer = 0, .variable = {}},
                           {.name = "b", .type = Type::u8, .buffer = 1, .variable = {}},
                           {.name = "c", .type = Type::i16, .buffer = 2, .variable = {}}};
    function.buffers = {{"a", Type::f32}, {"b", Type::u8}, {"c", Type::i16}};
    EXPECT_THAT(argument_texts(function, {{"b", "10"}, {"c", "3:iota"}}, 5),
                ElementsAre("64", "between:-1:1:5[4096]", "between:0:100:6[10]", "iota[3]"));
    const auto values = read_arguments(function, {"7", "zeros[2]", "1,2", "iota[3]"});
    ASSERT_TRUE(values);
    EXPECT_EQ(values->numbers[0], 7U);
    EXPECT_THAT(values->buffers[1], ElementsAre(1, 2));
    EXPECT_THAT(values->buffers[2], ElementsAre(0, 1, 2));
    EXPECT_THAT(read_arguments(function, {"x", "1", "1", "1"}).error(), HasSubstr("'x' is not a valid i32"));
    EXPECT_THAT(read_arguments(function, {"1", "1", "alias:a", "1"}).error(), HasSubstr("may not overlap"));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_test
