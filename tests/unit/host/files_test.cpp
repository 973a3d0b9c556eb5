// Files and temporary folders, and the description of the processor.

#include "host/files.hpp"

#include <gtest/gtest.h>

#ifdef __linux__
#include <sched.h>
#endif

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "host/processor.hpp"
#include "tests/support/process.hpp"

namespace musimd::host::files_test {
namespace {

namespace fs = std::filesystem;

TEST(Files, ReadWhatWasWritten) {
    const TemporaryFolder folder;
    const std::string bytes("a\0\r\n\xff", 5);
    EXPECT_TRUE(write_file(folder.path() / "file", bytes));
    EXPECT_EQ(read_file(folder.path() / "file"), bytes);
}

TEST(Files, ThatCannotBeReadAreEmptyAndThoseThatCannotBeWrittenAreReported) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_file(folder.path() / "missing"), "");
    EXPECT_FALSE(write_file(folder.path() / "missing" / "file", "text"));
}

TEST(TemporaryFolders, AreRemovedWithTheirContents) {
    fs::path path;
    {
        const TemporaryFolder folder;
        path = folder.path();
        EXPECT_TRUE(write_file(path / "file", "text"));
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolders, RemainWhenTheyAreReleased) {
    fs::path path;
    {
        TemporaryFolder folder;
        path = folder.release();
    }
    EXPECT_TRUE(fs::is_directory(path));
    fs::remove(path);
}

// A shell passes it on as one word, whatever it contains.
TEST(Quoted, IsOneWordOfAShell) {
    const std::string text = "it's $HOME `x` \"y\" \\ z";
    support::Command command;
    command.arguments = {"/bin/sh", "-c", "printf %s " + quoted(text)};
    EXPECT_EQ(support::run(command).output, text);
}

#ifdef __linux__
TEST(Processor, CountsThoseThatAProcessMayUse) {
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    EXPECT_EQ(usable_processors(), static_cast<unsigned>(CPU_COUNT(&all)));
    int first = 0;
    while (!CPU_ISSET(first, &all)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(usable_processors(), 1);
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
}
#endif

#ifdef __x86_64__
TEST(Processor, HasANameWithoutBlanksAroundItAndFeatures) {
    const std::string features = processor_features();
    EXPECT_NE(features.find(processor_name() + "\n"), std::string::npos);
    EXPECT_NE(features.find("flags"), std::string::npos);
    EXPECT_EQ(features.find("processor"), std::string::npos) << "those of the first processor only";
}
#endif

}  // namespace
}  // namespace musimd::host::files_test
