// Random kernels as OpenCL C, and on PoCL and Oclgrind.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "differential/cuda/backend_check.hpp"
#include "differential/cuda/backend_run.hpp"
#include "differential/cuda/check.hpp"
#include "differential/cuda/opencl_host.hpp"
#include "differential/cuda/opencl_source.hpp"
#include "differential/cuda/random_kernel.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "host/files.hpp"
#include "host/process.hpp"

namespace musimd::differential::cuda::cuda_opencl_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Kind = Statement::Kind;

constexpr DrawnShape kForOpenCl = {.mutants = 0, .has_warps = false};

/// `s[t] = t; BETWEEN; out[t] = s[(t + 1) % T]`, with T = 32.
Drawn shift(const Block& between) {
    Drawn kernel;
    kernel.arrays = {{.name = "out", .type = Type::i32, .space = Array::Space::output, .elements = 32},
                     {.name = "s", .type = Type::i32, .space = Array::Space::shared, .elements = 32}};
    const Expr t = place(ThreadIndex::thread);
    const Expr next = apply(Op::rem, Type::i32,
                            {apply(Op::add, Type::i32, {t, number(Type::i32, 1)}), number(Type::i32, 32)});
    const Expr element =
        std::make_shared<const Node>(Node{.op = Op::element, .type = Type::i32, .id = 1, .operands = {next}});
    kernel.body = {{.kind = Kind::store, .array = 1, .index = t, .value = t}};
    kernel.body.insert(kernel.body.end(), between.begin(), between.end());
    kernel.body.push_back({.kind = Kind::store, .array = 0, .index = t, .value = element});
    return kernel;
}

// ---- texts

TEST(OpenClSource, IsOpenClC) {
    EXPECT_THAT(opencl_source_of(shift({{.kind = Kind::barrier}})),
                HasSubstr(R"(#pragma OPENCL FP_CONTRACT OFF
__kernel void k(__global int *out, int n) {
    const int t = (int)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));
    const int b = (int)(get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)));
    const int lane = t % 32, w = t / 32;
    __local int s[32];
    s[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[t] = s[((t + 1) % 32)];
}
)"));
}

TEST(OpenClSource, ABarrierCountsInAWordOfTheGroup) {
    Drawn kernel = shift({});
    kernel.variables = {Type::i32};
    kernel.body.insert(kernel.body.begin() + 1, {.kind = Kind::barrier,
                                                 .form = Form::all,
                                                 .variable = 0,
                                                 .has_result = true,
                                                 .value = number(Type::i32, 1)});
    EXPECT_THAT(opencl_source_of(kernel), HasSubstr("int v0 = counted == 32;\n"));
}

TEST(OpenClSource, KernelsWithFunctionsOfWarpsAreNotGiven) {
    EXPECT_EQ(why_no_opencl(shift({{.kind = Kind::barrier}})), std::nullopt);
    EXPECT_EQ(why_no_opencl(shift({{.kind = Kind::syncwarp, .mask = number(Type::u32, 1)}})),
              "functions of warps");
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Drawn kernel = random_kernel(seed, kForOpenCl);
        EXPECT_EQ(why_no_opencl(kernel), std::nullopt);
        EXPECT_TRUE(run_plainly(kernel).is_clean()) << source_of(kernel);
    }
}

// Oclgrind 21.10 gave a kernel the local memory of all whose names begin with its name.
TEST(OpenClSource, NoNameBeginsWithAnother) {
    EXPECT_FALSE(opencl_name(10).starts_with(opencl_name(1)));
}

// ---- reports

TEST(OpenClReports, HaveOurKinds) {
    EXPECT_THAT(kinds_of_reports("\nRead-write data race at global memory address 0x1\n\tKernel: k\n\n"
                                 "Invalid read of size 4 at local memory address 0x2\n"),
                ElementsAre("invalid-address", "race"));
    EXPECT_THAT(kinds_of_reports("something new\n"), ElementsAre("other"));
    EXPECT_THAT(kinds_of_reports(""), IsEmpty());
}

TEST(OpenClReports, AgreeOrNot) {
    const harness::Run silent;
    const harness::Run race{.message = "Write-write data race at …\n"};
    EXPECT_EQ(agreement_of({.lockstep = {}, .volta = {"race"}, .buffers = {}}, silent), "only musimd: race");
    EXPECT_EQ(agreement_of({.lockstep = {}, .volta = {"race"}, .buffers = {}}, race), "both report");
    EXPECT_EQ(agreement_of({.lockstep = {}, .volta = {"barrier"}, .buffers = {}}, race),
              "both report, musimd barrier, oclgrind race");
}

// ---- runs

class OpenClRun : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        if (const auto reason = portable::why_no_backend(GetParam())) GTEST_SKIP() << *reason;
    }
};

INSTANTIATE_TEST_SUITE_P(Each, OpenClRun, testing::Values("pocl", "oclgrind"),
                         [](const auto& backend) { return backend.param; });

TEST_P(OpenClRun, KernelsHaveTheValuesOfThePlainRun) {
    std::vector<Drawn> kernels;
    for (std::uint64_t seed = 0; seed < 5; ++seed) kernels.push_back(random_kernel(seed, kForOpenCl));
    const auto runs = run_on_backend(GetParam(), kernels);
    ASSERT_EQ(runs.size(), kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto mismatch = mismatch_on(GetParam(), kernels[i], run_plainly(kernels[i]), runs[i]);
        EXPECT_FALSE(mismatch) << mismatch->message << opencl_source_of(kernels[i]);
    }
}

TEST_P(OpenClRun, AWrongValueIsADifference) {
    const Drawn kernel = shift({{.kind = Kind::barrier}});
    PlainRun expected = run_plainly(kernel);
    expected.buffers[0][3] = 7;
    const auto runs = run_on_backend(GetParam(), std::span(&kernel, 1));
    const auto mismatch = mismatch_on(GetParam(), kernel, expected, runs.front());
    ASSERT_TRUE(mismatch);
    EXPECT_EQ(mismatch->fault, Fault::difference);
    EXPECT_EQ(mismatch->message, "out[3] is 0x4, expected 0x7");
}

TEST(OclgrindRun, ReportsARace) {
    if (const auto reason = portable::why_no_backend("oclgrind")) GTEST_SKIP() << *reason;
    const Drawn kernels[] = {shift({}), shift({{.kind = Kind::barrier}})};
    const auto runs = run_on_backend(std::string(kOclgrindChecks), kernels);
    EXPECT_THAT(kinds_of_reports(runs[0].message), Contains("race"));
    EXPECT_EQ(runs[1].message, "");
}

TEST(OpenClHost, TheProgramOfAFindingRuns) {
    if (const auto reason = portable::why_no_backend("pocl")) GTEST_SKIP() << *reason;
    const host::TemporaryFolder folder;
    const Drawn kernel = random_kernel(1, kForOpenCl);
    const std::string stem = folder.path() / "k";
    host::write_file(stem + ".cl", opencl_source_of(kernel));
    host::write_file(stem + ".c", opencl_host_of(kernel, "k"));
    const auto limit = std::chrono::seconds(60);
    const auto compiled =
        host::run_program({"cc", "-std=c99", "-Wall", "-Wextra", "-Wno-deprecated-declarations", "-Werror",
                           stem + ".c", "-lOpenCL", "-lm", "-o", stem},
                          limit);
    if (compiled.output.find("CL/cl.h") != std::string::npos ||
        compiled.output.find("-lOpenCL") != std::string::npos)
        GTEST_SKIP() << "OpenCL's headers or its loader are not installed";
    ASSERT_TRUE(compiled.ok()) << compiled.output;
    const auto end = host::run_program({"/bin/sh", "-c", "cd " + folder.path().string() + " && ./k"}, limit);
    EXPECT_THAT(end.output, HasSubstr("no difference"));
}

}  // namespace
}  // namespace musimd::differential::cuda::cuda_opencl_test
