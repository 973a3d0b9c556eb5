// NVRTC compiles the output of the engine cuda: to machine code for an H200 and to PTX. No device is
// needed.

#include "gpu_backend/device/nvrtc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

#include "gpu_backend/compiled/unit.hpp"
#include "gpu_backend/texts.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string warp_prelude() {
    return codegen::pasted(gpu::texts(), "gpu_backend/device/prelude/warp_cuda.hpp");
}

constexpr std::size_t kParts =
    8;  ///< the programs are split into this many tests, so that they run in parallel

/// The programs of a part that a device can run: all if MUSIMD_CUDA_ALL is set, else a sample.
std::vector<Program> programs_of(std::size_t part) {
    const std::size_t every = kParts * (std::getenv("MUSIMD_CUDA_ALL") != nullptr ? 1 : 40);
    std::vector<Program> programs;
    std::size_t number = 0;
    for (support::ReadTest& each : support::programs_without_blocks("")) {
        if (each.read && gpu::unsupported(*each.read.program).empty() &&
            number++ % every == part * (every / kParts))
            programs.push_back(std::move(*each.read.program));
    }
    return programs;
}

class NvrtcTest : public testing::Test {
  protected:
    void SetUp() override {
        const auto found = gpu::Nvrtc::find();
        if (!found) GTEST_SKIP() << found.error();
        nvrtc_ = *found;
    }
    const gpu::Nvrtc* nvrtc_ = nullptr;
};

class NvrtcPrograms : public NvrtcTest, public testing::WithParamInterface<std::size_t> {};

// One unit for many programs: the start of a unit takes longer to compile than a program.
TEST_P(NvrtcPrograms, BecomeMachineCodeAndPtx) {
    constexpr std::size_t kAtOnce = 50;
    const std::vector<Program> programs = programs_of(GetParam());
    ASSERT_FALSE(programs.empty());
    for (std::size_t first = 0; first < programs.size(); first += kAtOnce) {
        std::vector<const Program*> part;
        for (std::size_t i = first; i < std::min(first + kAtOnce, programs.size()); ++i)
            part.push_back(&programs[i]);
        const auto unit = gpu::make_unit(part, gpu::translation_options(true), warp_prelude());
        const auto cubin = nvrtc_->compile(unit.source, "sm_90");
        ASSERT_TRUE(cubin) << cubin.error();
        const auto ptx = nvrtc_->compile(unit.source, "compute_90");
        ASSERT_TRUE(ptx) << ptx.error();
        for (std::size_t i = 0; i < part.size(); ++i) {
            EXPECT_THAT(cubin->bytes, HasSubstr(".text." + gpu::kernel_name(i) + '\0'));
            EXPECT_THAT(ptx->bytes, HasSubstr(".visible .entry " + gpu::kernel_name(i) + "("));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Parts, NvrtcPrograms, testing::Range<std::size_t>(0, kParts));

TEST_F(NvrtcTest, NamesATargetForADevice) {
    EXPECT_EQ(nvrtc_->target(9, 0), "sm_90");
    EXPECT_EQ(nvrtc_->target(3, 5), "");
    EXPECT_THAT(nvrtc_->target(99, 0), StartsWith("compute_"));
}

TEST_F(NvrtcTest, ReportsErrorsInASource) {
    const auto binary = nvrtc_->compile("int f() {\n    return nothing;\n}\n", "sm_90");
    ASSERT_FALSE(binary);
    EXPECT_THAT(binary.error(), HasSubstr("(2): error: identifier \"nothing\" is undefined"));
}

}  // namespace
}  // namespace musimd::tests
