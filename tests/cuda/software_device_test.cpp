// The engines cuda and cuda-interp from end to end, as musimd runs them, with the driver and NVRTC of
// tests/software_cuda, whose device is a separate process.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

using support::Finished;
using support::TemporaryFolder;
using testing::HasSubstr;

const std::string kPrograms = MUSIMD_SOURCE_DIR "/programs/";
const std::string kFigure = kPrograms + "paper/figure9.pl";

class SoftwareDevice : public testing::Test {
  protected:
    // Compiled code is cached for all tests of this process.
    static void SetUpTestSuite() { cache_ = new TemporaryFolder; }
    static void TearDownTestSuite() { delete cache_; }

    /// musimd with the device; `faults` is read by tests/software_cuda/settings.hpp.
    static Finished run(const std::vector<std::string>& arguments, const std::string& faults = "",
                        const std::vector<std::string>& more = {}) {
        support::Command command = support::musimd(arguments);
        const std::string libraries = MUSIMD_SOFTWARE_CUDA;
        std::vector<std::string> words = {
            "/usr/bin/env", "LD_LIBRARY_PATH=" + libraries, "MUSIMD_NVRTC=" + libraries + "/libnvrtc.so",
            "SOFTWARE_CUDA=" + faults, "XDG_CACHE_HOME=" + cache_->path().string()};
        words.insert(words.end(), more.begin(), more.end());
        command.arguments.insert(command.arguments.begin(), words.begin(), words.end());
        return support::run(command);
    }
    static std::string output_of_fast(const std::string& file) {
        return support::run(support::musimd({"run", file, "--engine", "fast", "--json"})).output;
    }

  private:
    static inline const TemporaryFolder* cache_ = nullptr;
};

class SoftwareDeviceEngines : public SoftwareDevice, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Engines, SoftwareDeviceEngines, testing::Values("cuda", "cuda-interp"));

TEST_P(SoftwareDeviceEngines, RunAProgram) {
    const Finished finished = run({"run", kFigure, "--engine", GetParam(), "--json"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_EQ(finished.output, output_of_fast(kFigure));
    EXPECT_EQ(finished.errors, "");
}

// From the cache, if there is one.
TEST_P(SoftwareDeviceEngines, RunAProgramAgain) {
    for (int i = 0; i < 2; ++i) {
        const Finished finished = run({"run", kFigure, "--engine", GetParam(), "--json"});
        EXPECT_EQ(finished.output, output_of_fast(kFigure)) << finished.errors;
    }
}

// PTX, which is not null-terminated.
TEST_P(SoftwareDeviceEngines, RunOnADeviceThatIsNewerThanTheCompiler) {
    const Finished finished = run({"run", kFigure, "--engine", GetParam(), "--json"}, "capability=120");
    EXPECT_EQ(finished.output, output_of_fast(kFigure)) << finished.errors;
}

TEST_P(SoftwareDeviceEngines, MeetTheProgramsExpectations) {
    const Finished finished =
        run({"test", kPrograms + "paper", kPrograms + "conformance/rules/IT", "--engine", GetParam()});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_THAT(finished.output, HasSubstr(" passed, 0 failed"));
}

TEST_P(SoftwareDeviceEngines, EndAnEndlessProgramAtItsStepLimit) {
    const TemporaryFolder folder;
    folder.write("endless.asm", "l: jump l\n");
    const Finished finished = run(
        {"run", (folder.path() / "endless.asm").string(), "--engine", GetParam(), "--max-steps", "100000"});
    EXPECT_EQ(finished.status, 3) << testing::PrintToString(finished);
    EXPECT_THAT(finished.output, HasSubstr("100000 steps"));
}

TEST_P(SoftwareDeviceEngines, ReportAMissingDevice) {
    const Finished finished = run({"run", kFigure, "--engine", GetParam()}, "no-device");
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.output, "");
    EXPECT_EQ(finished.errors,
              fmt::format("musimd run: error: engine '{}': no CUDA device found\n", GetParam()));
}

TEST_P(SoftwareDeviceEngines, ReportProblemsWithTheDevice) {
    const std::vector<std::pair<const char*, std::vector<const char*>>> faults = {
        {"capability=60", {"software device is too old: its compute capability is 6.0, 7.0 is required"}},
        {"capability=70", {"software device is too old for NVRTC 12.8", "compute capability is 7.0"}},
        {"load", {"software device cannot load the output of NVRTC 12.8", "CUDA_ERROR_NO_BINARY_FOR_GPU"}},
        {"memory=4096", {"software device is out of memory"}},
        {"launch", {"software device: a launch failed", "CUDA_ERROR_LAUNCH_FAILED"}},
    };
    for (const auto& [fault, said] : faults) {
        const Finished finished = run({"run", kFigure, "--engine", GetParam()}, fault);
        EXPECT_EQ(finished.status, 2) << fault;
        EXPECT_EQ(finished.output, "") << fault;
        for (const char* text : said) EXPECT_THAT(finished.errors, HasSubstr(text)) << fault;
    }
}

TEST_P(SoftwareDeviceEngines, AbandonALaunchThatDoesNotEnd) {
    const Finished finished =
        run({"run", kFigure, "--engine", GetParam()}, "endless", {"MUSIMD_CUDA_TIMEOUT=1"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.output, "");
    EXPECT_THAT(finished.errors,
                HasSubstr("software device: a launch did not end within 1 s; the device is abandoned"));
}

TEST_P(SoftwareDeviceEngines, RejectAnInvalidTimeLimit) {
    for (const char* given : {"", "0", "-1", "1s", "86401", "99999999999999999999"}) {
        const Finished finished =
            run({"run", kFigure, "--engine", GetParam()}, "", {std::string("MUSIMD_CUDA_TIMEOUT=") + given});
        EXPECT_EQ(finished.status, 2) << given;
        EXPECT_THAT(finished.errors,
                    HasSubstr(fmt::format(
                        "invalid value '{}' for MUSIMD_CUDA_TIMEOUT: expected seconds, 1 to 86400", given)));
    }
}

TEST_F(SoftwareDevice, TakesPartInACampaign) {
    const TemporaryFolder folder;
    const Finished finished = run({"fuzz", "--engines", "rules,fast,cuda-interp,cuda", "--count", "12",
                                   "--out", (folder.path() / "out").string()});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_THAT(finished.output, HasSubstr("engines rules, fast, cuda-interp, cuda\n"));
    EXPECT_THAT(finished.output, HasSubstr("no difference"));
}

// A campaign asks in a child process whether there is a device.
TEST_F(SoftwareDevice, IsNotWaitedForIfTheDriverHangs) {
    const std::vector<std::string> arguments = {"fuzz", "--engines", "rules,cuda", "--count", "1"};
    const Finished finished = run(arguments, "hang", {"MUSIMD_CUDA_TIMEOUT=1"});
    EXPECT_EQ(finished.status, 2) << testing::PrintToString(finished);
    EXPECT_EQ(finished.output, "");
    EXPECT_EQ(finished.errors,
              "musimd fuzz: error: engine 'cuda': the CUDA driver did not answer within 1 s\n");
}

// A device failure is not a mismatch between engines.
TEST_F(SoftwareDevice, EndsACampaignWhenItFails) {
    const TemporaryFolder folder;
    const Finished finished = run({"fuzz", "--engines", "rules,cuda-interp", "--count", "12", "--out",
                                   (folder.path() / "out").string()},
                                  "launch");
    EXPECT_EQ(finished.status, 2) << testing::PrintToString(finished);
    EXPECT_THAT(finished.errors, HasSubstr("a launch failed"));
    EXPECT_THAT(finished.output, HasSubstr("nothing was compared\n"));
}

TEST_F(SoftwareDevice, IsFoundByTheDoctor) {
    const Finished finished = run({"doctor"});
    EXPECT_THAT(finished.output, HasSubstr("software device, compute capability 9.0, 8 GiB"));
    EXPECT_THAT(finished.output, HasSubstr("CUDA 12.8"));
}

}  // namespace
}  // namespace musimd::tests
