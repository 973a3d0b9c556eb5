// --lanes and --profile of the commands that run kernels: rows are the user's own lines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::kernel_views_slow {
namespace {

using support::Finished;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

class KernelViews : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }
    Finished run(std::vector<std::string> words) const {
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }
    support::TemporaryFolder folder_;
};

TEST_F(KernelViews, Cuda) {
    folder_.write(
        "k.cu",
        "__global__ void k(int* out) {\n    int i = threadIdx.x;\n    if (i < 3) {\n        out[i] = 1;\n"
        "    }\n}\n");
    const Finished finished = run({"cuda", "k.cu", "--block", "8", "--warp", "8", "--lanes"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output,
                AllOf(ContainsRegex("\n +[0-9]+ +3  if \\(i < 3\\) \\{ +########\n"),
                      ContainsRegex("\n +[0-9]+ +4  out\\[i\\] = 1; +###aaaaa\n"),
                      HasSubstr("a  waits for its side of the branch on line 3; A at its sync\n"),
                      HasSubstr("\nk<<<1, 8>>>\n")));
    const Finished json = run({"cuda", "k.cu", "--lanes", "--json"});
    EXPECT_THAT(json.status, Optional(2));
    EXPECT_THAT(json.errors, HasSubstr("'--lanes'"));
}

constexpr const char* kInlined =
    "__device__ void set(int* p) {\n    *p = 1;\n}\n__global__ void k(int* out) {\n"
    "    if (threadIdx.x < 2)\n        set(out + threadIdx.x);\n}\n";

TEST_F(KernelViews, ProfileOfCuda) {
    folder_.write("k.cu", kInlined);
    const Finished finished = run({"cuda", "k.cu", "--block", "8", "--warp", "8", "--arg", "out=zeros:8",
                                   "--profile", "--profile-out", "k.folded"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output,
                AllOf(ContainsRegex("\n +[0-9]+ +25.0% +1 +2      \\*p = 1;\n"),
                      ContainsRegex("80.0% +1/1 +5      if \\(threadIdx"), HasSubstr("\nk<<<1, 8>>>\n")));
    EXPECT_THAT(support::read_file(folder_.path() / "k.folded"),
                HasSubstr("k;set, called on line 6;line 2: *p = 1 "));
}

TEST_F(KernelViews, ProfileOfAProgramOfCuda) {
    folder_.write("k.cu", std::string(kInlined) +
                              "__global__ void other() {}\nint main() {\n    int* p;\n"
                              "    cudaMalloc(&p, 32);\n    k<<<1, 8>>>(p);\n    k<<<1, 8>>>(p);\n"
                              "    other<<<1, 32>>>();\n    cudaDeviceSynchronize();\n}\n");
    const Finished finished = run({"cuda", "k.cu", "--profile"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, IsEmpty());
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("\n==> k <==\n"), HasSubstr("\n==> other <==\n"),
                                       ContainsRegex(" 2/2 +5      if \\(threadIdx")));
}

TEST_F(KernelViews, ProfileOptionsThatDoNotGoTogether) {
    folder_.write("k.cu", kInlined);
    const std::pair<std::vector<std::string>, const char*> wrong[] = {
        {{"--profile", "--json"}, "'--profile' cannot be used with '--json'"},
        {{"--profile-format", "html"}, "'--profile-format' needs '--profile' or '--profile-out'"},
        {{"--profile-out", "k.dat"}, "the name 'k.dat' does not end in .txt, .html, .callgrind, .folded"},
    };
    for (const auto& [options, message] : wrong) {
        std::vector<std::string> words = {"cuda", "k.cu"};
        words.insert(words.end(), options.begin(), options.end());
        const Finished finished = run(words);
        EXPECT_THAT(finished.status, Optional(2));
        EXPECT_THAT(finished.errors, HasSubstr(message));
    }
}

TEST_F(KernelViews, Lockstep) {
    folder_.write("k.cu",
                  "#include <pmacc/lockstep.hpp>\nusing namespace pmacc::mappings::threads;\n"
                  "template <uint32_t W, uint32_t S>\n__global__ void k(int *out) {\n"
                  "    ForEachIdx<IdxConfig<3, W, S>> each(threadIdx.x);\n"
                  "    each([&](uint32_t const i, uint32_t const) {\n        out[i] = 1;\n    });\n}\n");
    const Finished finished =
        run({"lockstep", "k.cu", "--workers", "8", "--warp", "8", "--arg", "out=zeros:3", "--targets",
             "lockstep", "--orders", "ascending", "--lanes"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, AllOf(ContainsRegex("\n +[0-9]+ +7  out\\[i\\] = 1; +###aaaaa\n"),
                                       HasSubstr("workers  simd")));
}

TEST_F(KernelViews, OpenMp) {
    folder_.write("f.c",
                  "void f(int *a, int n) {\n#pragma omp parallel for\n    for (int i = 0; i < n; i++) {\n"
                  "        if (i < 3) a[i] = 1;\n    }\n}\n");
    const Finished finished = run({"omp", "f.c", "--function", "f", "--arg", "n=8", "--arg", "a=zeros[8]",
                                   "--simd", "8", "--compilers", "none", "--lanes", "--profile"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("==> line 2, spmd <==\n"), HasSubstr("==> line 2, simd <==\n"),
                      ContainsRegex("\n +[0-9]+ +4  if \\(i < 3\\) a\\[i\\] = 1; +###aaaaa\n"),
                      ContainsRegex(" 1/1 +4          if \\(i < 3\\)")));
}

TEST_F(KernelViews, Spmd) {
    const Finished finished =
        run({"spmd", std::string(MUSIMD_SOURCE_DIR) + "/programs/kernels/spmd/early_returns.hpp", "--arg",
             "band=zeros", "--arg", "reading=-5,5,20,40", "--n", "4", "--backends", "none", "--lanes",
             "--profile"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, AllOf(HasSubstr("lanes 0-3\n"), HasSubstr("#aaa\n"), HasSubstr("\nband: "),
                                       ContainsRegex(" 1/1 +15    k_if \\(reading < 0\\)")));
}

}  // namespace
}  // namespace musimd::kernel_views_slow
