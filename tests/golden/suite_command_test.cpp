// `musimd suite`: what it writes is what musimd runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/golden/suites.hpp"
#include "tests/support/process.hpp"

namespace musimd::suite_command_test {
namespace {

using namespace suites;

using testing::ElementsAre;
using testing::HasSubstr;

const fs::path kRoot = MUSIMD_SOURCE_DIR;

TEST(SuiteCommand, WritesProgramsWithTheirResults) {
    const support::TemporaryFolder folder;
    const support::Finished finished =
        run_in(kRoot, {"suite", "-o", (folder.path() / "suite").string(), "programs/paper",
                       "programs/conformance/blocks/examples", "programs/conformance/traps/race"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    expect_that_programs_have_their_results(folder.path() / "suite", 1);
    const Json manifest = json_in(folder.path() / "suite/manifest.json");
    bool is_listed = false;
    for (const Json& one : manifest.at("programs")) {
        if (one.at("file") != "programs/paper/figure9.pl.asm") continue;
        is_listed = true;
        EXPECT_THAT(one.at("levels"), ElementsAre("core", "everywhere"));
        EXPECT_EQ(one.at("tier"), "small");
        EXPECT_EQ(one.at("threads"), 6);
        EXPECT_EQ(one.at("steps"), 22);
        EXPECT_THAT(one.at("covers"), testing::Contains("EB"));
    }
    EXPECT_TRUE(is_listed);
}

// A test with expectations of both models is two programs.
TEST(SuiteCommand, WritesAProgramForEachModel) {
    const support::TemporaryFolder folder;
    folder.write("p.asm", " x = tid\n stop\n.expect lockstep stop\n.expect volta stop\n");
    folder.write("list.pl", "a([ stop ]).\n%! .expect stop\n");
    EXPECT_EQ(run_in(folder.path(), {"suite", "-o", "s", "p.asm", "list.pl"}).status, 0);
    const Json manifest = json_in(folder.path() / "s/manifest.json");
    std::vector<std::string> files;
    for (const Json& one : manifest.at("programs")) files.push_back(one.at("file"));
    EXPECT_THAT(files, ElementsAre("p.lockstep.asm", "p.volta.asm", "list.pl.asm"));
    EXPECT_EQ(json_in(folder.path() / "s/p.volta.expected.json").at("model"), "volta");
    expect_that_programs_have_their_results(folder.path() / "s", 1);
}

TEST(SuiteCommand, SelectsByLevelAndSize) {
    const support::TemporaryFolder folder;
    folder.write("a.asm", " x = tid\n.expect stop\n stop\n");
    folder.write("b.asm", " x = atomic_inc [0]\n.memory 0: 0\n.expect stop\n stop\n");
    folder.write("c.asm", ".threads 64\n stop\n.expect stop\n");
    const auto files = [&](const std::string& name, std::vector<std::string> options) {
        std::vector<std::string> arguments = {"suite", "-o", name, "a.asm", "b.asm", "c.asm"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_EQ(run_in(folder.path(), arguments).status, 0);
        std::vector<std::string> list;
        const Json manifest = json_in(folder.path() / name / "manifest.json");
        for (const Json& one : manifest.at("programs")) list.push_back(one.at("file"));
        return list;
    };
    EXPECT_THAT(files("s1", {"--levels", "everywhere"}), ElementsAre("a.asm", "c.asm"));
    EXPECT_THAT(files("s2", {"--levels", "atomics", "--tier", "small"}), ElementsAre("a.asm", "b.asm"));
}

TEST(SuiteCommand, Refuses) {
    const support::TemporaryFolder folder;
    folder.write("a.asm", " stop\n.expect stop\n");
    folder.write("list.json", "[1]");
    folder.write("full/x", "");
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"a.asm"}, "expected '--output DIR'"},
        {{"-o", "full", "a.asm"}, "full: error: it exists and is not an empty folder"},
        {{"-o", "s", "none.asm"}, "none.asm: error: no such file or folder"},
        {{"-o", "s", "--levels", "cores", "a.asm"}, "did you mean 'core'?"},
        {{"-o", "s", "--tier", "tiny", "a.asm"}, "possible values: small, medium, large"},
        {{"-o", "s", "--statements", "list.json", "a.asm"},
         "expected an object with the member 'statements'"},
    };
    for (auto [arguments, message] : cases) {
        arguments.insert(arguments.begin(), "suite");
        const support::Finished finished = run_in(folder.path(), arguments);
        EXPECT_EQ(finished.status, 2) << message;
        EXPECT_THAT(finished.errors, HasSubstr(message));
    }
}

// The harness of docs/conformance.md, with musimd, and with an implementation whose steps are wrong.
TEST(SuiteCommand, TheHarnessOfThePageComparesResults) {
    const support::TemporaryFolder folder;
    const std::string page = support::read_file(kRoot / "docs/conformance.md");
    const std::size_t begin = page.find("```python\n") + 10;
    folder.write("harness.py", page.substr(begin, page.find("```\n", begin) - begin));
    ASSERT_EQ(run_in(kRoot, {"suite", "-o", (folder.path() / "s").string(), "programs/paper/micro"}).status,
              0);
    folder.write("right.sh", "exec " MUSIMD_BINARY " run --json \"$1\"\n");
    folder.write("wrong.sh", MUSIMD_BINARY " run --json \"$1\" | sed 's/\"steps\": /\"steps\": 1/'\n");
    const auto harness = [&](const std::string& levels, const std::string& script) {
        support::Command command;
        command.arguments = {"/usr/bin/env", "python3", "harness.py", "s", levels, "sh", script};
        command.folder = folder.path();
        return support::run(command).output;
    };
    const std::string all = harness("core,everywhere,shuffles,atomics", "right.sh");
    EXPECT_THAT(all, testing::EndsWith(" passed, 0 failed\n"));
    EXPECT_THAT(all, testing::Not(testing::StartsWith("0 ")));
    EXPECT_NE(harness("core", "right.sh"), all);
    EXPECT_THAT(harness("core", "wrong.sh"), HasSubstr("\n0 passed, "));
}

}  // namespace
}  // namespace musimd::suite_command_test
