// The cache: which folder is used, what is kept, what is evicted first, and folders that cannot be used.

#include "host/cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/process.hpp"

namespace musimd::host::cache_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
}

// ---- the user's folder

// Environment variables, restored at the end of the test; an empty value unsets one.
class UserCache : public testing::Test {
  protected:
    ~UserCache() override {
        for (const auto& [name, value] : before_) put(name, value);
    }
    void set(const std::string& name, const std::string& value) {
        const char* const old = std::getenv(name.c_str());
        before_.emplace(name, old == nullptr ? "" : old);
        put(name, value);
    }

    support::TemporaryFolder folder;

  private:
    static void put(const std::string& name, const std::string& value) {
        if (value.empty()) {
            unsetenv(name.c_str());
        } else {
            setenv(name.c_str(), value.c_str(), 1);
        }
    }
    std::map<std::string, std::string> before_;
};

TEST_F(UserCache, IsCreatedForItsUserOnly) {
    set("XDG_CACHE_HOME", folder.path() / "not" / "there");
    const Cache cache = Cache::of_user();
    EXPECT_TRUE(cache.usable()) << cache.trouble();
    EXPECT_EQ(cache.folder(), folder.path() / "not" / "there" / "musimd");
    struct stat found {};
    ASSERT_EQ(stat(cache.folder().c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0700U);
}

TEST_F(UserCache, IsInTheHomeFolderByDefault) {
    set("XDG_CACHE_HOME", "");
    set("HOME", folder.path());
    EXPECT_EQ(Cache::of_user().folder(), folder.path() / ".cache" / "musimd");
}

// As of a service or a build of a package, whose home does not exist on purpose.
TEST_F(UserCache, DoesNotCreateTheHomeFolder) {
    const fs::path home = folder.path() / "home";
    set("XDG_CACHE_HOME", "");
    set("HOME", home);
    const Cache cache = Cache::of_user();
    EXPECT_FALSE(cache.usable());
    EXPECT_EQ(cache.trouble(), "HOME is " + home.string() + ", which is not a directory");
    EXPECT_EQ(cache.keep("one", "content"), std::nullopt);
    EXPECT_FALSE(fs::exists(home));
}

TEST_F(UserCache, KeepsNothingWithoutAHome) {
    set("XDG_CACHE_HOME", "");
    set("HOME", "");
    const Cache cache = Cache::of_user();
    EXPECT_FALSE(cache.usable());
    EXPECT_EQ(cache.trouble(), "neither XDG_CACHE_HOME nor HOME is set");
    EXPECT_EQ(cache.keep("one", "content"), std::nullopt);
    EXPECT_EQ(cache.read("one"), std::nullopt);
    set("XDG_CACHE_HOME", "relative");
    EXPECT_EQ(Cache::of_user().trouble(), "XDG_CACHE_HOME is not an absolute path");
}

// ---- folders that are not used

class CacheFolder : public testing::Test {
  protected:
    // Expects that nothing is read from the folder, and nothing is written to it.
    void expect_unused(const std::string& why) const {
        const Cache cache(path);
        EXPECT_FALSE(cache.usable());
        EXPECT_THAT(cache.trouble(), HasSubstr(why));
        EXPECT_EQ(cache.keep("new", "content"), std::nullopt);
        EXPECT_EQ(cache.find("one"), std::nullopt);
        EXPECT_EQ(cache.read("one"), std::nullopt);
        EXPECT_EQ(cache.usage().entries, 0U);
        EXPECT_EQ(cache.remove_all().entries, 0U);
    }
    void keep_one() const { ASSERT_TRUE(Cache(path).keep("one", "content")); }

    support::TemporaryFolder folder;
    fs::path path = folder.path() / "musimd";
};

TEST_F(CacheFolder, ThatOthersMayWriteTo) {
    keep_one();
    fs::permissions(path, fs::perms::all);
    expect_unused("others may write to");
    EXPECT_THAT(names_in(path), ElementsAre("one"));
}

TEST_F(CacheFolder, OfAnotherUser) {
    keep_one();
    if (chown(path.c_str(), 12345, 12345) != 0) GTEST_SKIP() << "only root can change the owner of a folder";
    expect_unused("belongs to another user");
    EXPECT_THAT(names_in(path), ElementsAre("one"));
}

TEST_F(CacheFolder, ThatIsALink) {
    fs::create_directory(folder.path() / "elsewhere");
    fs::create_directory_symlink(folder.path() / "elsewhere", path);
    expect_unused("is not a directory");
    EXPECT_THAT(names_in(folder.path() / "elsewhere"), IsEmpty());
}

TEST_F(CacheFolder, ThatIsAFile) {
    folder.write("musimd", "a file");
    expect_unused("is not a directory");
    EXPECT_EQ(support::read_file(path), "a file");
}

TEST_F(CacheFolder, WhoseParentIsAFile) {
    path = fs::path(folder.write("file", "")) / "musimd";
    expect_unused("cannot create");
}

TEST_F(CacheFolder, ThatCannotBeWrittenIsStillRead) {
    keep_one();
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_exec);
    const Cache cache(path);
    EXPECT_THAT(cache.read("one"), Optional(std::string("content")));
    if (cache.writable()) {
        fs::permissions(path, fs::perms::owner_all);
        GTEST_SKIP() << "root may write to every folder";
    }
    EXPECT_EQ(cache.keep("new", "content"), std::nullopt);
    fs::permissions(path, fs::perms::owner_all);
    EXPECT_THAT(names_in(path), ElementsAre("one"));
}

// A limit on the size of files simulates a full disk.
TEST_F(CacheFolder, ThatIsFullKeepsWhatItHas) {
    keep_one();
    struct rlimit before {};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small { 1000, before.rlim_max };
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto kept = Cache(path).keep("new", std::string(100'000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(kept, std::nullopt);
    EXPECT_THAT(names_in(path), ElementsAre("one"));
}

// ---- entries

class Entries : public testing::Test {
  protected:
    Entries() { fs::permissions(folder.path(), fs::perms::owner_all); }

    fs::path file(const std::string& name) const { return folder.path() / name; }
    // Sets the time of last use to this many hours ago.
    void age(const std::string& name, int hours) const {
        fs::last_write_time(file(name), fs::file_time_type::clock::now() - std::chrono::hours(hours));
    }

    support::TemporaryFolder folder;
    Cache cache{folder.path()};
};

TEST_F(Entries, AreReadAsTheyWereWritten) {
    for (const std::size_t size : {0, 1, 7, 8, 9, 1 << 20, (1 << 20) + 1}) {
        std::string content;
        for (std::size_t i = 0; i < size; ++i) content += static_cast<char>(i * 167 >> 3);
        ASSERT_EQ(cache.keep("one", content), file("one"));
        EXPECT_EQ(cache.find("one"), file("one"));
        EXPECT_EQ(cache.read("one"), content);
    }
    EXPECT_EQ(cache.find("other"), std::nullopt);
    EXPECT_THAT(names_in(folder.path()), ElementsAre("one"));
}

TEST_F(Entries, ThatAreDamagedAreIgnored) {
    const std::string content(3'000'000, 'x');
    const auto spoilt = [&](const std::function<void()>& spoil) {
        EXPECT_TRUE(cache.keep("one", content));
        spoil();
        return cache.find("one") == std::nullopt && cache.read("one") == std::nullopt;
    };
    const auto change = [&](long at) {
        std::fstream bytes(file("one"), std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(at);
        bytes << 'X';
    };
    EXPECT_TRUE(spoilt([&] { fs::resize_file(file("one"), 1'000'000); }));
    EXPECT_TRUE(spoilt([&] { fs::resize_file(file("one"), 3); }));
    EXPECT_TRUE(spoilt([&] { fs::resize_file(file("one"), 4'000'000); }));
    EXPECT_TRUE(spoilt([&] { std::ofstream(file("one")) << "something else"; }));
    EXPECT_TRUE(spoilt([&] { change(0); }));
    EXPECT_TRUE(spoilt([&] { change(2'999'999); }));
    EXPECT_TRUE(spoilt([&] { change(3'000'010); }));
    EXPECT_TRUE(spoilt([&] {
        fs::remove(file("one"));
        fs::create_directory(file("one"));
    }));
    fs::remove(file("one"));
    EXPECT_TRUE(spoilt([&] {
        fs::rename(file("one"), file("two"));
        fs::create_symlink(file("two"), file("one"));
    }));
}

TEST_F(Entries, UsedLeastRecentlyAreEvictedFirst) {
    const Cache small(folder.path(), 3'500);
    for (const char* const name : {"a", "b", "c"}) ASSERT_TRUE(small.keep(name, std::string(1'000, 'x')));
    age("a", 3);
    age("b", 2);
    age("c", 1);
    ASSERT_TRUE(small.find("a"));  // so that b is the oldest
    ASSERT_TRUE(small.keep("d", std::string(1'000, 'x')));
    EXPECT_THAT(names_in(folder.path()), ElementsAre("a", "c", "d"));
    EXPECT_LE(small.usage().bytes, 3'500U);
    ASSERT_TRUE(small.keep("e", std::string(3'400, 'x')));
    EXPECT_THAT(names_in(folder.path()), ElementsAre("e"));
}

TEST_F(Entries, LargerThanTheCacheAreNotKept) {
    const Cache small(folder.path(), 1'000);
    ASSERT_TRUE(small.keep("a", "content"));
    EXPECT_EQ(small.keep("b", std::string(1'000, 'x')), std::nullopt);
    EXPECT_THAT(names_in(folder.path()), ElementsAre("a"));
}

// Files of earlier versions: folders, and files that were never finished.
TEST_F(Entries, OtherFilesAndFoldersCountAndAreEvicted) {
    folder.write("0123/prelude.hpp.gch", std::string(2'000, 'x'));
    folder.write("one.so.AbCdEf", std::string(500, 'x'));
    EXPECT_EQ(cache.usage().entries, 2U);
    EXPECT_EQ(cache.usage().bytes, 2'500U);
    age("0123", 2);
    const Cache small(folder.path(), 2'400);
    ASSERT_TRUE(small.keep("new", std::string(1'000, 'x')));
    EXPECT_THAT(names_in(folder.path()), ElementsAre("new", "one.so.AbCdEf"));
    EXPECT_EQ(cache.remove_all().entries, 2U);
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
    EXPECT_EQ(cache.usage().bytes, 0U);
}

// Whatever another process removes, an entry is read completely or not found.
TEST_F(Entries, MayBeRemovedWhileOthersReadThem) {
    const Cache small(folder.path(), 250'000);
    const auto content = [](int i) { return std::string(50'000 + static_cast<std::size_t>(i), 'a'); };
    std::atomic<int> read = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 100; ++i) {
                const int number = (i * 7 + t) % 10;
                const std::string name = "entry" + std::to_string(number);
                if (const auto found = small.read(name)) {
                    EXPECT_EQ(*found, content(number));
                    ++read;
                } else {
                    small.keep(name, content(number));
                }
            }
        });
    }
    threads.clear();
    EXPECT_GT(read, 0);
    EXPECT_LE(small.usage().bytes, 250'000U);
}

}  // namespace
}  // namespace musimd::host::cache_test
