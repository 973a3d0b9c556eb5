// tests/nsimd/run-tests with scripts as compiler and tests: what passed is not run again, and what failed
// is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/process.hpp"

namespace musimd::nsimd_script_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Optional;

// "Compiles" a source by copying it; a source that says `no C++` does not compile.
constexpr const char* kCompiler = R"(#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in *.cpp|*.hpp) source=$1 ;; -o) output=$2 ;; esac
    shift
done
grep -q 'no C++' "$source" && { echo "error: no C++"; exit 1; }
cp "$source" "$output" && chmod +x "$output"
)";

class NsimdScript : public testing::Test {
  protected:
    NsimdScript() {
        folder.write("nsimd/include/nsimd/nsimd-all.hpp", "");
        fs::permissions(folder.write("compiler", kCompiler), fs::perms::owner_all);
    }
    // A test that records that it ran.
    void test(const std::string& name, const std::string& rest) const {
        folder.write("tests/" + name + ".cpp",
                     "#!/bin/sh\necho " + name + " >> " + ran() + "\n" + rest + "\n");
    }
    support::Finished run() const {
        const fs::path& at = folder.path();
        support::Command command;
        command.arguments = {"/usr/bin/env", "CXX=" + (at / "compiler").string(),
                             "/bin/bash",    std::string(MUSIMD_SOURCE_DIR) + "/tests/nsimd/run-tests",
                             "--nsimd",      (at / "nsimd").string(),
                             "--tests",      (at / "tests").string(),
                             "--results",    (at / "results").string(),
                             "--jobs",       "1",
                             "--",           "-lnothing"};
        return support::run(command);
    }
    std::string ran() const { return (folder.path() / "ran").string(); }

    support::TemporaryFolder folder;
};

TEST_F(NsimdScript, RetriesWhatFailed) {
    test("good", "exit 0");
    test("wrong", "echo it is wrong; exit 1");
    test("broken", "no C++");
    const support::Finished first = run();
    EXPECT_THAT(first.status, Optional(1)) << first.errors;
    EXPECT_EQ(first.output,
              "broken: does not compile\n    error: no C++\nwrong: failed\n    it is wrong\n1 of 3 passed\n");
    EXPECT_EQ(support::read_file(ran()), "good\nwrong\n");

    test("wrong", "exit 0");
    test("broken", "exit 0");
    const support::Finished second = run();
    EXPECT_THAT(second.status, Optional(0)) << second.output;
    EXPECT_EQ(second.output, "3 of 3 passed\n");
    EXPECT_EQ(support::read_file(ran()), "good\nwrong\nbroken\nwrong\n");

    EXPECT_THAT(run().status, Optional(0));
    EXPECT_EQ(support::read_file(ran()), "good\nwrong\nbroken\nwrong\n");
}

// Earlier versions also stored failures.
TEST_F(NsimdScript, DoesNotTrustAFailureOfAnEarlierRun) {
    test("good", "exit 0");
    folder.write("results/good", "failed\nof an earlier run\n");
    EXPECT_THAT(run().output, HasSubstr("1 of 1 passed"));
}

}  // namespace
}  // namespace musimd::nsimd_script_test
