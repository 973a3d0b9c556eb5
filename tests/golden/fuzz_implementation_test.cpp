// `musimd fuzz` and `musimd test` with implementations by others that are wrong, slow, or not there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tests/support/process.hpp"

namespace musimd::fuzz_implementation_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::Optional;

class FuzzImplementation : public testing::Test {
  protected:
    Finished run(std::vector<std::string> arguments) const {
        support::Command command = support::musimd(std::move(arguments));
        command.folder = folder_.path();
        return support::run(command);
    }

    support::TemporaryFolder folder_;
};

bool is_running(const std::string& command) {
    support::Command search;
    search.arguments = {"/usr/bin/pgrep", "-f", command};
    return support::run(search).status == 0;
}

TEST_F(FuzzImplementation, AnImplementationThatDoesNotAnswerHangs) {
    const Finished finished = run({"fuzz", "--impl-server", "exec sleep 4321", "--count", "1", "--limit", "1",
                                   "--jobs", "1", "--json"});
    EXPECT_THAT(finished.status, Optional(1));
    const json found = json::parse(finished.output);
    EXPECT_EQ(found["differences"], 0);
    EXPECT_EQ(found["hangs"], 1);
}

TEST_F(FuzzImplementation, NothingOfAnImplementationRunsAfterItsWorker) {
    if (!fs::exists("/usr/bin/pgrep")) GTEST_SKIP() << "needs pgrep";
    support::Command command =
        support::musimd({"fuzz", "--impl-server", "touch started; exec sleep 4322", "--count", "1"});
    command.folder = folder_.path();
    command.signal = SIGKILL;
    command.is_ready = [&](pid_t) { return fs::exists(folder_.path() / "started"); };
    EXPECT_EQ(support::run(command).signal, SIGKILL);
    for (int i = 0; i < 100 && is_running("sleep 4322"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_FALSE(is_running("sleep 4322"));
}

TEST_F(FuzzImplementation, TheFileOfADifferenceShowsItAgain) {
    folder_.write("wrong.sh", "echo '{\"outcome\": \"stop\", \"steps\": 0}'\n");
    const std::string command = "sh " + (folder_.path() / "wrong.sh").string() + " {}";
    const Finished finished =
        run({"fuzz", "--impl", command, "--count", "1", "--limit", "20", "--out", "found", "--jobs", "1"});
    EXPECT_THAT(finished.status, Optional(1));
    std::string file;
    for (const auto& entry : fs::directory_iterator(folder_.path() / "found"))
        if (entry.path().extension() == ".asm") file = entry.path().string();
    const std::string text = support::read_file(file);
    EXPECT_THAT(text, AllOf(HasSubstr("reduced from"),
                            HasSubstr("musimd test --impl '" + command + "' --limit 20 ")));
    const Finished again = run({"test", "--impl", command, "--limit", "20", file});
    EXPECT_THAT(again.status, Optional(1));
    EXPECT_THAT(again.output, HasSubstr("/threads: expected 1, got nothing"));
}

TEST_F(FuzzImplementation, AnImplementationThatIsNotThereIsReportedOnce) {
    folder_.write("a.asm", "stop\n.expect stop\n");
    folder_.write("b.asm", "stop\n.expect stop\n");
    for (const std::string form : {"--impl", "--impl-server"}) {
        const Finished tested = run({"test", form, "/not/here {}", "a.asm", "b.asm"});
        EXPECT_THAT(tested.status, Optional(2));
        EXPECT_EQ(tested.errors, "musimd test: error: the command was not found: /not/here {}\n");
        EXPECT_THAT(run({"fuzz", form, "/not/here {}", "--count", "20"}).errors,
                    HasSubstr("musimd fuzz: error: the command was not found: /not/here {}\n"));
    }
}

}  // namespace
}  // namespace musimd::fuzz_implementation_test
