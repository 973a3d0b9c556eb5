// What a user sees when the compiler fails on a unit of the native engine: the program runs on the fast
// engine, one warning names the saved unit, and the command continues. The compilers here are scripts.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "host/compiler.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using support::Finished;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kFigure = MUSIMD_SOURCE_DIR "/programs/paper/figure9.pl";

class NativeFallback : public testing::Test {
  protected:
    /// A compiler that runs the script.
    std::string compiler(const std::string& script) const {
        const fs::path file = folder_.write("compiler", "#!/bin/sh\n" + script + "\n");
        fs::permissions(file, fs::perms::owner_all);
        return file.string();
    }
    /// What a script does to compile in the end.
    static std::string real_compiler() {
        return fmt::format("exec {} \"$@\"", fmt::join(codegen::host_settings().compiler, " "));
    }
    /// musimd with $CXX and the other variables in `more`.
    Finished run(const std::string& cxx, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& more = {}) const {
        support::Command command = support::musimd(arguments);
        std::vector<std::string> words = {"/usr/bin/env", "CXX=" + cxx, "XDG_CACHE_HOME=" + cache().string()};
        words.insert(words.end(), more.begin(), more.end());
        command.arguments.insert(command.arguments.begin(), words.begin(), words.end());
        return support::run(command);
    }
    fs::path cache() const { return folder_.path() / "cache"; }
    const fs::path& folder() const { return folder_.path(); }

    static std::size_t warnings_in(const std::string& errors) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = errors.find("warning:", at)) != std::string::npos; ++at) ++count;
        return count;
    }
    /// The file that the warning names.
    static fs::path saved_unit(const std::string& errors) {
        const std::string before = "note: the unit is saved in ";
        const std::size_t at = errors.find(before);
        if (at == std::string::npos) return {};
        const std::size_t begin = at + before.size();
        return errors.substr(begin, errors.find('\n', begin) - begin);
    }
    static json json_of(const Finished& finished) {
        json read = json::parse(finished.output, nullptr, false);
        EXPECT_FALSE(read.is_discarded()) << testing::PrintToString(finished);
        return read;
    }

  private:
    support::TemporaryFolder folder_;
};

TEST_F(NativeFallback, RunsOnFastWhateverTheCompilerDoes) {
    const std::string expected =
        support::run(support::musimd({"run", kFigure, "--engine", "fast", "--json"})).output;
    const std::vector<std::pair<const char*, const char*>> failures = {
        {"echo 'unit.cpp:1: error: no' >&2; exit 1", "failed with exit status 1:\n  unit.cpp:1: error: no\n"},
        {"kill -SEGV $$", "was killed by signal 11 (Segmentation fault)\n"},
        {"echo 'virtual memory exhausted'; kill -KILL $$",
         "was killed by signal 9 (Killed):\n  virtual memory exhausted\n"},
        {"exit 0", "cannot be loaded: "},
        {"for last; do :; done; echo junk >\"$last\"", "cannot be loaded: "},
        {"exec yes 'error: more'", "printed more than 16 MiB:\n  error: more\n"},
        {"printf '\\377\\033[31m error'; exit 1", "failed with exit status 1:\n  ??[31m error\n"},
    };
    for (const auto& [script, reason] : failures) {
        const Finished finished = run(compiler(script), {"run", kFigure, "--engine", "native", "--json"});
        EXPECT_EQ(finished.status, 0) << script;
        EXPECT_EQ(finished.output, expected) << script;
        EXPECT_THAT(finished.errors, HasSubstr("musimd: warning: engine 'native' falls back to 'fast': "));
        EXPECT_THAT(finished.errors, HasSubstr(reason));
        EXPECT_EQ(warnings_in(finished.errors), 1U) << script;
        EXPECT_THAT(support::read_file(saved_unit(finished.errors)), HasSubstr("musimd_programs")) << script;
    }
}

TEST_F(NativeFallback, KillsACompilerThatHangs) {
    const Finished finished = run(compiler("exec sleep 1000"), {"run", kFigure, "--engine", "native"},
                                  {"MUSIMD_COMPILE_TIMEOUT=1"});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_THAT(finished.errors, HasSubstr("did not finish within 1 s\n"));
    EXPECT_FALSE(saved_unit(finished.errors).empty());
}

// Otherwise each program would wait for the time limit of a compiler that hangs.
TEST_F(NativeFallback, StartsNoMoreCompilersAfterThreeThatHang) {
    const std::string count = (folder() / "count").string();
    const Finished finished = run(compiler(fmt::format("echo >>{}; exec sleep 1000", count)),
                                  {"test", MUSIMD_SOURCE_DIR "/programs/paper", "--engine", "native"},
                                  {"MUSIMD_COMPILE_TIMEOUT=5"});  // the shell must start in that time
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_EQ(support::read_file(count), "\n\n\n");
    EXPECT_THAT(finished.errors, HasSubstr("after 3 time-outs nothing more is compiled"));
}

TEST_F(NativeFallback, RejectsAnInvalidTimeLimit) {
    const Finished finished =
        run("c++", {"run", kFigure, "--engine", "native"}, {"MUSIMD_COMPILE_TIMEOUT=soon"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors,
                HasSubstr("invalid value 'soon' for MUSIMD_COMPILE_TIMEOUT: expected seconds, 1 to 86400"));
}

TEST_F(NativeFallback, SavesTheUnitInATemporaryFolderWithoutACache) {
    const Finished finished = run("false", {"run", kFigure, "--engine", "native"},
                                  {"XDG_CACHE_HOME=/dev/null", "TMPDIR=" + folder().string()});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    const fs::path saved = saved_unit(finished.errors);
    EXPECT_EQ(saved.parent_path().parent_path(), folder());
    EXPECT_THAT(support::read_file(saved), HasSubstr("musimd_programs"));
}

TEST_F(NativeFallback, RunsIfNothingCanBeWritten) {
    // Not even root can create a folder in a file.
    std::ofstream(folder() / "file") << "no folder\n";
    const std::string nowhere = (folder() / "file" / "folder").string();
    const Finished finished = run("false", {"run", kFigure, "--engine", "native"},
                                  {"XDG_CACHE_HOME=" + nowhere, "TMPDIR=" + nowhere});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_THAT(finished.errors, HasSubstr("cannot write to a temporary folder"));
    EXPECT_THAT(finished.errors, HasSubstr("note: the unit could not be saved"));
}

TEST_F(NativeFallback, LeavesNothingInTheTemporaryFolder) {
    const fs::path temporary = folder() / "temporary";
    fs::create_directory(temporary);
    run("false", {"run", kFigure, "--engine", "native"}, {"TMPDIR=" + temporary.string()});
    EXPECT_TRUE(fs::is_empty(temporary));
}

TEST_F(NativeFallback, RequiresACompilerIfOneIsRequested) {
    const Finished finished = run("no-such-compiler", {"run", kFigure, "--engine", "native"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_THAT(finished.errors, HasSubstr("no C++ compiler 'no-such-compiler'"));
}

TEST_F(NativeFallback, IsCountedByTest) {
    const std::vector<std::string> arguments = {"test", MUSIMD_SOURCE_DIR "/programs/paper", "--engine",
                                                "native"};
    const Finished text = run("false", arguments);
    EXPECT_EQ(text.status, 0) << testing::PrintToString(text);
    EXPECT_THAT(text.output, HasSubstr(" ran on fast because the compiler failed on them\n"));
    EXPECT_EQ(warnings_in(text.errors), 1U) << text.errors;

    std::vector<std::string> with_json = arguments;
    with_json.emplace_back("--json");
    const Finished finished = run("false", with_json);
    EXPECT_EQ(finished.status, 0);
    const json tests = json_of(finished).at("tests");
    EXPECT_FALSE(tests.empty());
    for (const json& test : tests) EXPECT_EQ(test.at("ran_on"), "fast") << test;
}

class NativeFallbackInCampaigns : public NativeFallback {
  protected:
    /// Two programs at a time, in one process.
    Finished fuzz(const std::string& cxx, std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments = {"fuzz",       "--engines", "fast,native", "--profile",
                                              "structured", "--size",    "3",           "--count",
                                              "16",         "--jobs",    "1",           "--json"};
        return run(cxx, arguments, std::move(more));
    }
};

TEST_F(NativeFallbackInCampaigns, IsNotAMismatch) {
    const Finished finished = fuzz("false");
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    const json summary = json_of(finished);
    EXPECT_EQ(summary.at("programs"), 16);
    EXPECT_EQ(summary.at("fallbacks"), 16);
    EXPECT_EQ(warnings_in(finished.errors), 1U) << finished.errors;
    EXPECT_TRUE(fs::exists(saved_unit(finished.errors))) << finished.errors;
}

TEST_F(NativeFallbackInCampaigns, IsNotAHang) {
    const Finished finished = fuzz(compiler("exec sleep 1000"), {"MUSIMD_COMPILE_TIMEOUT=1"});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    const json summary = json_of(finished);
    EXPECT_EQ(summary.at("fallbacks"), 16);
    EXPECT_EQ(summary.at("hangs"), 0);
}

TEST_F(NativeFallbackInCampaigns, IsReportedOnceByAllProcesses) {
    const Finished finished = run(
        "false", {"fuzz", "--engines", "fast,native", "--count", "60", "--jobs", "4", "--profile", "mixed"});
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_EQ(warnings_in(finished.errors), 1U) << finished.errors;
    EXPECT_THAT(finished.output,
                HasSubstr("60 programs ran on fast instead of native: the compiler failed on them"));
}

// A compiler that fails on two programs together, but on neither alone.
TEST_F(NativeFallbackInCampaigns, CompilesOneByOneWhatFailsTogether) {
    const Finished finished = fuzz(compiler("grep -q Program1 \"$@\" && exit 1\n" + real_compiler()));
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_FALSE(json_of(finished).contains("fallbacks"));
    EXPECT_THAT(finished.errors, Not(HasSubstr("warning")));
}

// A compiler that fails on the first two programs together and on each of them, on the next two together, and
// on one of these.
TEST_F(NativeFallbackInCampaigns, AffectsOnlyTheProgram) {
    const std::string count = (folder() / "count").string();
    const std::string script = fmt::format("echo >>{0}; [ $(wc -l <{0}) -le 5 ] && exit 1\n", count);
    const Finished finished = fuzz(compiler(script + real_compiler()));
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(finished);
    EXPECT_EQ(json_of(finished).at("fallbacks"), 3);
}

}  // namespace
}  // namespace musimd::tests
