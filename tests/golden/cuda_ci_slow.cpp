// examples/ci: a project whose CUDA kernels are tests.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_ci_slow {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::HasSubstr;
using testing::Optional;

class CudaCi : public golden::CudaFolder {
  protected:
    Finished run(std::vector<std::string> words) const {
        words.insert(words.begin(), "/usr/bin/env");
        support::Command command;
        command.arguments = std::move(words);
        return in_folder(std::move(command));
    }
};

TEST_F(CudaCi, TheExampleConfiguresAndItsTestsPass) {
    const std::string build = (folder_.path() / "build").string();
    const Finished made = run({"cmake", "-S", (fs::path(MUSIMD_SOURCE_DIR) / "examples/ci").string(), "-B",
                               build, "-DMUSIMD=" MUSIMD_BINARY});
    ASSERT_THAT(made.status, Optional(0)) << made.errors;
    const Finished tested = run({"ctest", "--test-dir", build, "--output-on-failure"});
    EXPECT_THAT(tested.status, Optional(0)) << tested.output;
    EXPECT_THAT(tested.output, HasSubstr("100% tests passed, 0 tests failed out of 3"));
}

TEST_F(CudaCi, WrongCallsOfTheFunctionAreErrors) {
    const auto configure = [&](const std::string& call) {
        folder_.write("CMakeLists.txt",
                      "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES NONE)\n"
                      "include(" +
                          (fs::path(MUSIMD_SOURCE_DIR) / "examples/ci/musimd_cuda.cmake").string() + ")\n" +
                          call + "\n");
        const Finished made = run({"cmake", "-S", folder_.path().string(), "-B",
                                   (folder_.path() / "build").string(), "-DMUSIMD=" MUSIMD_BINARY});
        EXPECT_THAT(made.status, testing::Not(Optional(0)));
        return made.errors;
    };
    EXPECT_THAT(configure("musimd_add_cuda_test(a nowhere.cu)"), HasSubstr("there is no file"));
    EXPECT_THAT(configure("musimd_add_cuda_test(a CMakeLists.txt GRIDS 3)"), HasSubstr("unknown arguments"));
}

}  // namespace
}  // namespace musimd::cuda_ci_slow
