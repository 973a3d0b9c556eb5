// `musimd cache`, and runs with an unusable cache.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/process.hpp"

namespace musimd::cache_command_test {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::HasSubstr;
using testing::Optional;

class CacheCommand : public testing::Test {
  protected:
    CacheCommand() { program = folder.write("prog.asm", ".threads 4\n  x = tid * 3\n  stop\n").string(); }

    // With this folder as $XDG_CACHE_HOME.
    Finished run(std::vector<std::string> arguments, const fs::path& caches) const {
        support::Command command = support::musimd(std::move(arguments));
        command.arguments.insert(command.arguments.begin(),
                                 {"/usr/bin/env", "XDG_CACHE_HOME=" + caches.string()});
        return support::run(command);
    }
    // The native engine, which would cache compiled code, returns the same as the fast one.
    void expect_the_same(const fs::path& caches) const {
        const Finished fast = run({"run", program, "--engine", "fast"}, caches);
        const Finished native = run({"run", program, "--engine", "native"}, caches);
        EXPECT_THAT(native.status, Optional(0)) << native.errors;
        EXPECT_EQ(native.errors, "");
        EXPECT_EQ(native.output, fast.output);
    }

    support::TemporaryFolder folder;
    std::string program;
};

TEST_F(CacheCommand, ShowsAndClearsTheCache) {
    const fs::path caches = folder.path() / "caches";
    const std::string cache = (caches / "musimd").string();
    EXPECT_EQ(run({"cache"}, caches).output, cache + ": 0 entries, 0.0 MiB of at most 1024\n");
    expect_the_same(caches);
    EXPECT_THAT(run({"cache"}, caches).output, HasSubstr(cache + ": 1 entry, "));
    const auto json = nlohmann::json::parse(run({"cache", "--json"}, caches).output);
    EXPECT_EQ(json.at("folder"), cache);
    EXPECT_EQ(json.at("entries"), 1);
    EXPECT_GT(json.at("bytes"), 0);
    EXPECT_EQ(json.at("max_bytes"), 1 << 30);
    EXPECT_THAT(run({"doctor", "--json", "--limit", "1"}, caches).output, HasSubstr(cache + ": 1 entry, "));
    EXPECT_THAT(run({"cache", "clear"}, caches).output, HasSubstr(cache + ": 1 entry, "));
    EXPECT_TRUE(fs::is_empty(cache));
}

TEST_F(CacheCommand, ReportsWhyThereIsNoCache) {
    const Finished none = run({"cache"}, folder.write("file", ""));
    EXPECT_THAT(none.status, Optional(2));
    EXPECT_EQ(none.output, "");
    EXPECT_THAT(none.errors, HasSubstr("file/musimd: Not a directory\n"));
}

TEST_F(CacheCommand, AFileInItsLocationChangesNothing) {
    folder.write("caches/musimd", "a file");
    expect_the_same(folder.path() / "caches");
    EXPECT_EQ(support::read_file(folder.path() / "caches" / "musimd"), "a file");
}

// A file system of one page.
TEST_F(CacheCommand, AFullDiskChangesNothing) {
    const fs::path disk = folder.path() / "disk";
    fs::create_directory(disk);
    if (mount("musimd", disk.c_str(), "tmpfs", 0, "size=4k") != 0) GTEST_SKIP() << "no tmpfs can be mounted";
    expect_the_same(disk);
    EXPECT_TRUE(fs::is_empty(disk / "musimd"));
    mount("musimd", disk.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "");
    expect_the_same(disk);
    EXPECT_EQ(umount(disk.c_str()), 0);
}

}  // namespace
}  // namespace musimd::cache_command_test
