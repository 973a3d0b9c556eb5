// NVRTC compiles what the engine cuda makes of programs: to machine code for an H200 and to PTX. No device is
// needed.

#include "gpu_backend/nvrtc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "gpu_backend/texts.hpp"
#include "gpu_backend/unit.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string warp_prelude() {
    return codegen::pasted(gpu::texts(), "gpu_backend/prelude/warp_cuda.hpp");
}

/// Programs of a folder that a device can run: one of `every`.
std::vector<Program> programs_of(const std::string& folder, std::size_t every) {
    std::vector<Program> made;
    std::size_t number = 0;
    for (support::ReadTest& each : support::programs_under(folder)) {
        if (each.read && gpu::unsupported(*each.read.program).empty() && number++ % every == 0)
            made.push_back(std::move(*each.read.program));
    }
    return made;
}

class NvrtcTest : public testing::Test {
  protected:
    void SetUp() override {
        const auto found = gpu::Nvrtc::find();
        if (!found) GTEST_SKIP() << found.error();
        nvrtc_ = *found;
    }
    void compile(const std::vector<Program>& programs, const char* target) {
        constexpr std::size_t kAtOnce = 50;
        for (std::size_t first = 0; first < programs.size(); first += kAtOnce) {
            std::vector<const Program*> part;
            for (std::size_t i = first; i < std::min(first + kAtOnce, programs.size()); ++i)
                part.push_back(&programs[i]);
            const auto unit = gpu::make_unit(part, gpu::translation_options(true), warp_prelude());
            const auto made = nvrtc_->compile(unit.source, target);
            ASSERT_TRUE(made) << made.error();
            EXPECT_THAT(made->bytes, HasSubstr(gpu::kernel_name(part.size() - 1)));
        }
    }
    const gpu::Nvrtc* nvrtc_ = nullptr;
};

// All of the small folders and a part of the others, or all of all where MUSIMD_CUDA_ALL is set: one in
// `every`.
TEST_F(NvrtcTest, CompilesThePrograms) {
    const bool all = std::getenv("MUSIMD_CUDA_ALL") != nullptr;
    const std::vector<std::pair<const char*, std::size_t>> folders = {
        {"paper", 2},   {"bugs", 6},  {"related", 5},    {"errata", 5},
        {"explore", 6}, {"bench", 7}, {"regression", 4}, {"conformance", 150}};
    for (const auto& [folder, every] : folders) {
        const std::vector<Program> programs = programs_of(folder, all ? 1 : every);
        ASSERT_FALSE(programs.empty()) << folder;
        compile(programs, "sm_90");
    }
}

TEST_F(NvrtcTest, CompilesToPtx) {
    compile(programs_of("paper", 3), "compute_90");
}

TEST_F(NvrtcTest, NamesATargetThatADeviceRuns) {
    EXPECT_EQ(nvrtc_->target(9, 0), "sm_90");
    EXPECT_EQ(nvrtc_->target(3, 5), "");
    EXPECT_THAT(nvrtc_->target(99, 0), StartsWith("compute_"));
}

TEST_F(NvrtcTest, SaysWhatIsWrongWithASource) {
    const auto made = nvrtc_->compile("int f() {\n    return nothing;\n}\n", "sm_90");
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error(), HasSubstr("(2): error: identifier \"nothing\" is undefined"));
}

}  // namespace
}  // namespace musimd::tests
