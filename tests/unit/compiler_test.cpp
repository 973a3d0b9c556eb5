// What is compiled while the program runs: by which compiler, kept where, and what is said when it cannot be.

#include "simulator/codegen/compiler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "isa/reader.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/native/native.hpp"
#include "tests/support/process.hpp"

namespace musimd::codegen {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kSource = "extern \"C\" int answer() { return 42; }\n";

// A folder as a user's cache, and settings that keep units there.
class Compiling : public testing::Test {
  protected:
    Compiling() {
        settings.compiler = host_settings().compiler;
        settings.flags = {"-O0", "-shared", "-fPIC"};
        settings.cache = folder.path();
        fs::permissions(folder.path(), fs::perms::owner_all);
    }

    static int answer(const Compiled& compiled) {
        return reinterpret_cast<int (*)()>(const_cast<void*>(compiled.library->find("answer")))();
    }
    std::vector<fs::path> kept() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(folder.path())) files.push_back(entry.path());
        return files;
    }

    support::TemporaryFolder folder;
    CompileSettings settings;
};

TEST_F(Compiling, KeepsWhatItCompiled) {
    const auto first = compile(kSource, settings);
    ASSERT_TRUE(first) << first.error();
    EXPECT_FALSE(first->from_cache);
    EXPECT_EQ(answer(*first), 42);
    EXPECT_TRUE(is_cached(kSource, settings));
    const auto second = compile(kSource, settings);
    ASSERT_TRUE(second) << second.error();
    EXPECT_TRUE(second->from_cache);
    EXPECT_EQ(answer(*second), 42);
}

TEST_F(Compiling, KeepsOneFileForEachSourceAndFlags) {
    ASSERT_TRUE(compile(kSource, settings));
    settings.flags.emplace_back("-DOTHER");
    EXPECT_FALSE(is_cached(kSource, settings));
    ASSERT_TRUE(compile(kSource, settings));
    ASSERT_TRUE(compile(std::string(kSource) + "// more\n", settings));
    EXPECT_EQ(kept().size(), 3U);
}

TEST_F(Compiling, NobodyElseMayReadWhatItKeeps) {
    ASSERT_TRUE(compile(kSource, settings));
    struct stat found {};
    ASSERT_EQ(stat(kept().at(0).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 077, 0U);
}

TEST_F(Compiling, CompilesAnewWhatIsNotWhole) {
    ASSERT_TRUE(compile(kSource, settings));
    const fs::path file = kept().at(0);
    for (const auto& spoil : std::vector<std::function<void()>>{
             [&] { fs::resize_file(file, fs::file_size(file) / 2); },
             [&] { std::ofstream(file) << "no shared object"; },
             [&] {
                 std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
                 bytes.seekp(2000);
                 bytes << "XXXX";
             },
         }) {
        spoil();
        EXPECT_FALSE(is_cached(kSource, settings));
        const auto again = compile(kSource, settings);
        ASSERT_TRUE(again) << again.error();
        EXPECT_FALSE(again->from_cache);
        EXPECT_EQ(answer(*again), 42);
        EXPECT_TRUE(is_cached(kSource, settings));
    }
}

TEST_F(Compiling, DoesWithoutACache) {
    for (const fs::path& cache : {fs::path(), fs::path("/proc/nothing/there")}) {
        settings.cache = cache;
        const auto made = compile(kSource, settings);
        ASSERT_TRUE(made) << made.error();
        EXPECT_FALSE(made->from_cache);
        EXPECT_EQ(answer(*made), 42);
    }
}

TEST_F(Compiling, SaysThatThereIsNoCompiler) {
    settings.compiler = {"no-such-compiler"};
    EXPECT_FALSE(has_compiler(settings));
    const auto made = compile(kSource, settings);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error(), HasSubstr("there is no C++ compiler 'no-such-compiler': set CXX"));
    EXPECT_THAT(kept(), IsEmpty());
}

TEST_F(Compiling, ShowsWhatTheCompilerSays) {
    const auto made = compile("int f() { return undeclared; }\n", settings);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error(), HasSubstr("undeclared"));
    EXPECT_THAT(kept(), IsEmpty());
}

TEST_F(Compiling, EndsACompilerThatTakesTooLong) {
    const fs::path slow = folder.path() / "slow";
    std::ofstream(slow) << "#!/bin/sh\nsleep 100\n";
    fs::permissions(slow, fs::perms::owner_all);
    settings.compiler = {slow.string()};
    settings.limit = std::chrono::milliseconds(100);
    const auto made = compile(kSource, settings);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error(), HasSubstr("had not compiled it within"));
}

// The folder in $XDG_CACHE_HOME, put back when the test ends.
class UnitCache : public testing::Test {
  protected:
    UnitCache() : before(std::getenv("XDG_CACHE_HOME") == nullptr ? "" : std::getenv("XDG_CACHE_HOME")) {
        setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
    }
    ~UnitCache() override {
        if (before.empty()) {
            unsetenv("XDG_CACHE_HOME");
        } else {
            setenv("XDG_CACHE_HOME", before.c_str(), 1);
        }
    }

    support::TemporaryFolder folder;
    std::string before;
};

TEST_F(UnitCache, IsMadeForItsUserAlone) {
    const fs::path cache = unit_cache();
    EXPECT_EQ(cache, folder.path() / "musimd");
    struct stat found {};
    ASSERT_EQ(stat(cache.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0700U);
}

TEST_F(UnitCache, IsNoneWhereOthersMayWrite) {
    fs::create_directory(folder.path() / "musimd");
    fs::permissions(folder.path() / "musimd", fs::perms::all);
    EXPECT_EQ(unit_cache(), fs::path());
}

TEST_F(UnitCache, IsNoneBehindALink) {
    fs::create_directory(folder.path() / "elsewhere");
    fs::create_directory_symlink(folder.path() / "elsewhere", folder.path() / "musimd");
    EXPECT_EQ(unit_cache(), fs::path());
}

// ---- the engines auto and native

Program program_of(const std::string& text) {
    return *read_program(text, "test.asm").program;
}

TEST(Patience, IsLessForWiderWarpsAndMoreOfThem) {
    const Program one = program_of("stop\n");
    const Program wide = program_of(".threads 65536\nstop\n");
    const Program many = program_of(".warps 1000\nstop\n");
    EXPECT_GT(native::patience(one, true), native::patience(one, false));
    EXPECT_GT(native::patience(one, true), 100 * native::patience(wide, true));
    EXPECT_GT(native::patience(one, true), 100 * native::patience(many, true));
}

// A run that auto looks for machine code for, the first time in vain.
TEST_F(UnitCache, DoesNotChangeWhatAutoGives) {
    const Program program = program_of(
        ".threads 4\n  n = 0\nhead:\n  c = n < 1000000\n  bz c, out\n  n = n + 1\n  jump head\nout:\n  sync\n"
        "  [tid] = n\n  y = [tid]\n  z = y / tid\n  stop\n");
    const Result expected = fast::run_fast(program);
    ASSERT_EQ(expected.outcome, Outcome::trap);
    ASSERT_GT(expected.steps, native::patience(program, false));
    EXPECT_EQ(native::run_auto(program), expected);
    EXPECT_EQ(native::run_native(program), expected);
    EXPECT_EQ(native::run_auto(program), expected);
}

}  // namespace
}  // namespace musimd::codegen
