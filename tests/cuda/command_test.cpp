// The messages of musimd about the engines for devices.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "gpu_backend/device/nvrtc.hpp"
#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

using support::Finished;
using support::TemporaryFolder;
using testing::ExitedWithCode;
using testing::HasSubstr;
using testing::StartsWith;

/// musimd, which sees no device even if there is one.
Finished run_without_device(const std::vector<std::string>& arguments) {
    support::Command command = support::musimd(arguments);
    command.arguments.insert(command.arguments.begin(), {"/usr/bin/env", "CUDA_VISIBLE_DEVICES="});
    return support::run(command);
}

const std::string kFigure = MUSIMD_SOURCE_DIR "/programs/paper/figure9.pl";

TEST(CudaCommand, ReportsAMissingDevice) {
    const Finished finished = run_without_device({"run", kFigure, "--engine", "cuda"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.output, "");
    EXPECT_THAT(finished.errors, StartsWith("musimd run: error: engine 'cuda': no CUDA d"));
}

TEST(CudaCommand, TestsNothingWithoutADevice) {
    const Finished finished = run_without_device({"test", kFigure, "--engine", "cuda"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors, StartsWith("musimd test: error: engine 'cuda': no CUDA d"));
}

TEST(CudaCommand, RunsOnTheEmulatedDevice) {
    const Finished emulated =
        support::run(support::musimd({"run", kFigure, "--engine", "cuda-emulated", "--json"}));
    const Finished fast = support::run(support::musimd({"run", kFigure, "--engine", "fast", "--json"}));
    EXPECT_EQ(emulated.status, fast.status) << emulated.errors;
    EXPECT_EQ(emulated.output, fast.output);
}

TEST(CudaCommand, SkipsWhatTheEngineDoesNotRun) {
    const TemporaryFolder folder;
    folder.write("sine.asm", "  y = sin.f32 0.0f32\n  stop\n.expect stop\n");
    folder.write("one.asm", "  x = 1\n  stop\n.expect stop\n");
    const Finished finished =
        support::run(support::musimd({"test", folder.path().string(), "--engine", "cuda-emulated"}));
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.output, "1 passed, 0 failed, 1 skipped: the engine does not support them\n");
    const Finished run = support::run(
        support::musimd({"run", (folder.path() / "sine.asm").string(), "--engine", "cuda-emulated"}));
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, testing::AllOf(HasSubstr("engine 'cuda-emulated': '"),
                                           HasSubstr("needs a correctly rounded mathematical function")));
}

// In a separate process, which has not loaded it yet.
TEST(NvrtcDeathTest, IsLoadedFromTheGivenFile) {
    EXPECT_EXIT(
        {
            setenv("MUSIMD_NVRTC", "/nowhere/libnvrtc.so", 1);
            const auto found = gpu::Nvrtc::find();
            std::fputs(found ? "found" : found.error().c_str(), stderr);
            std::_Exit(3);
        },
        ExitedWithCode(3), "NVRTC \\(libnvrtc.so of the CUDA toolkit\\) not found");
}

}  // namespace
}  // namespace musimd::tests
