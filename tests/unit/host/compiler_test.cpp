// Compiling at run time: which compiler is used, where results are cached, and what is reported on failure.

#include "host/compiler.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "host/process.hpp"
#include "isa/reader.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/native/fallback.hpp"
#include "simulator/native/native.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/process.hpp"

namespace musimd::host::compiler_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto kLong = std::chrono::minutes(10);
constexpr const char* kSource = "extern \"C\" int answer() { return 42; }\n";

// A folder as the user's cache, and settings that store units there.
class Compiling : public testing::Test {
  protected:
    Compiling() {
        settings.compiler = codegen::host_settings().compiler;
        settings.flags = {"-O0", "-shared", "-fPIC"};
        fs::permissions(folder.path(), fs::perms::owner_all);
        settings.cache = Cache(folder.path());
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
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_FALSE(first->from_cache);
    EXPECT_EQ(answer(*first), 42);
    EXPECT_TRUE(is_cached(kSource, settings));
    const auto second = compile(kSource, settings);
    ASSERT_TRUE(second) << second.error().message;
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

TEST_F(Compiling, NobodyElseCanReadTheCache) {
    ASSERT_TRUE(compile(kSource, settings));
    struct stat found {};
    ASSERT_EQ(stat(kept().at(0).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 077, 0U);
}

TEST_F(Compiling, RecompilesADamagedEntry) {
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
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_FALSE(again->from_cache);
        EXPECT_EQ(answer(*again), 42);
        EXPECT_TRUE(is_cached(kSource, settings));
    }
}

TEST_F(Compiling, DoesWithoutACache) {
    for (const Cache& cache : {Cache(), Cache("/proc/nothing/there")}) {
        settings.cache = cache;
        const auto unit = compile(kSource, settings);
        ASSERT_TRUE(unit) << unit.error().message;
        EXPECT_FALSE(unit->from_cache);
        EXPECT_EQ(answer(*unit), 42);
    }
}

TEST_F(Compiling, ReportsAMissingCompiler) {
    settings.compiler = {"no-such-compiler"};
    EXPECT_FALSE(has_compiler(settings));
    const auto unit = compile(kSource, settings);
    ASSERT_FALSE(unit);
    EXPECT_THAT(unit.error().message, HasSubstr("no C++ compiler 'no-such-compiler': set CXX"));
    EXPECT_THAT(kept(), IsEmpty());
}

TEST_F(Compiling, ShowsTheCompilersOutput) {
    const auto unit = compile("int f() { return undeclared; }\n", settings);
    ASSERT_FALSE(unit);
    EXPECT_THAT(unit.error().lines, Contains(HasSubstr("undeclared")));
    EXPECT_THAT(kept(), IsEmpty());
}

TEST_F(Compiling, KillsACompilerThatTakesTooLong) {
    const fs::path slow = folder.path() / "slow";
    std::ofstream(slow) << "#!/bin/sh\nsleep 100\n";
    fs::permissions(slow, fs::perms::owner_all);
    settings.compiler = {slow.string()};
    settings.limit = std::chrono::milliseconds(100);
    const auto unit = compile(kSource, settings);
    ASSERT_FALSE(unit);
    EXPECT_THAT(unit.error().message, HasSubstr("did not finish within 0.1 s"));
}

TEST_F(Compiling, DoesNotCacheWhatCannotBeLoaded) {
    const fs::path liar = folder.path() / "liar";
    std::ofstream(liar) << "#!/bin/sh\nfor last; do :; done\necho junk >\"$last\"\n";
    fs::permissions(liar, fs::perms::owner_all);
    settings.compiler = {liar.string()};
    const auto unit = compile(kSource, settings);
    ASSERT_FALSE(unit);
    EXPECT_EQ(unit.error().kind, CompileError::Kind::failed);
    EXPECT_EQ(unit.error().source, kSource);
    EXPECT_EQ(kept(), std::vector<fs::path>{liar});
}

// ---- commands

TEST(RunProgram, KeepsTheStartOfTheOutput) {
    const CommandEnd end = run_program({"sh", "-c", "printf begin; head -c 1000000 /dev/zero"}, kLong);
    EXPECT_TRUE(end.ok());
    EXPECT_EQ(end.output.size(), kKeptOutput);
    EXPECT_TRUE(end.output.starts_with("begin"));
}

TEST(RunProgram, KillsACommandThatPrintsEndlessly) {
    const CommandEnd end = run_program({"yes"}, kLong);
    EXPECT_TRUE(end.flooded);
    EXPECT_FALSE(end.ok());
    EXPECT_LE(end.output.size(), kKeptOutput);
}

TEST(RunProgram, KillsACommandThatWritesALargeFile) {
    const support::TemporaryFolder folder;
    const std::string command = fmt::format("sleep 0.2; exec dd if=/dev/zero bs=1 count=1 seek=1G of={}",
                                            (folder.path() / "f").string());
    EXPECT_EQ(run_program({"sh", "-c", command}, kLong).signal, SIGXFSZ);
}

TEST(RunProgram, KillsACommandAtItsTimeLimitWithItsChildren) {
    const CommandEnd end =
        run_program({"sh", "-c", "sleep 1000 & sleep 1000"}, std::chrono::milliseconds(100));
    EXPECT_TRUE(end.timed_out);
}

TEST(RunProgram, ReportsHowACommandEnded) {
    EXPECT_EQ(run_program({"sh", "-c", "exit 3"}, kLong).status, 3);
    EXPECT_EQ(run_program({"sh", "-c", "kill -TERM $$"}, kLong).signal, SIGTERM);
    EXPECT_FALSE(run_program({"no-such-program"}, kLong).started);
    EXPECT_FALSE(run_program({}, kLong).started);
}

// It may close its output before it ends.
TEST(RunProgram, WaitsForACommandThatHasClosedItsStreams) {
    EXPECT_EQ(run_program({"sh", "-c", "exec >&- 2>&-; sleep 0.1; exit 3"}, kLong).status, 3);
}

// Sets an environment variable, and restores it at its end.
class Variable {
  public:
    Variable(const char* name, const fs::path& value)
        : name_(name), before_(std::getenv(name) == nullptr ? "" : std::getenv(name)) {
        setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (before_.empty()) {
            unsetenv(name_);
        } else {
            setenv(name_, before_.c_str(), 1);
        }
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::string before_;
};

// The folder is the user's cache.
class UnitCache : public testing::Test {
  protected:
    support::TemporaryFolder folder;
    Variable cache{"XDG_CACHE_HOME", folder.path()};
};

// ---- the engines auto and native

Program program_of(const std::string& text) {
    return *read_program(text, "test.asm").program;
}

TEST(ShortRun, HasFewerStepsInWiderWarpsAndInMoreOfThem) {
    const Program one = program_of("stop\n");
    const Program wide = program_of(".threads 65536\nstop\n");
    const Program many = program_of(".warps 1000\nstop\n");
    EXPECT_GT(native::short_run_steps(one), 100 * native::short_run_steps(wide));
    EXPECT_GT(native::short_run_steps(one), 100 * native::short_run_steps(many));
}

// A run for which auto looks for machine code.
Program long_program() {
    return program_of(
        ".threads 4\n  n = 0\nhead:\n  c = n < 1000000\n  bz c, out\n  n = n + 1\n  jump head\nout:\n  sync\n"
        "  [tid] = n\n  y = [tid]\n  z = y / tid\n  stop\n");
}

// The first time perhaps in vain.
TEST_F(UnitCache, DoesNotChangeTheResultOfAuto) {
    const Program program = long_program();
    const Result expected = fast::run_fast(program);
    ASSERT_EQ(expected.outcome, Outcome::trap);
    ASSERT_GT(expected.steps, native::short_run_steps(program));
    EXPECT_EQ(native::run_auto(program), expected);
    EXPECT_EQ(native::run_native(program), expected);
    EXPECT_EQ(native::run_auto(program), expected);
}

TEST_F(UnitCache, DoesNotChangeTheResultOfAutoInBlocks) {
    const Program program = program_of(
        ".threads 4\n.block 8\n  n = 0\nhead:\n  c = n < 300000\n  bz c, out\n  n = n + 1\n  jump "
        "head\nout:\n"
        "  sync\n  [btid] = n\n  block_barrier\n  a = btid ^ 7\n  y = [a]\n  stop\n");
    const Result expected = fast::run_fast(program);
    ASSERT_EQ(expected.outcome, Outcome::stop);
    EXPECT_EQ(native::run_auto(program), expected);
    EXPECT_EQ(native::run_native(program), expected);
    EXPECT_EQ(native::run_auto(program), expected);
}

TEST_F(UnitCache, DoesNotChangeTheStatisticsOfAuto) {
    const Program program = long_program();
    StatisticsObserver expected(program, 32);
    const Result result = fast::run_fast(program, {}, &expected);
    for (const auto count : {native::count_auto, native::count_native, native::count_auto}) {
        Statistics counted;
        EXPECT_EQ(count(program, {}, 32, counted), result);
        EXPECT_EQ(counted, expected.statistics());
    }
}

// The compiler never ends: if a run waited for it, it would be reported as too slow.
TEST_F(UnitCache, NeverMakesAutoWaitForACompiler) {
    const fs::path slow = folder.path() / "slow";
    std::ofstream(slow) << "#!/bin/sh\nexec sleep 1000\n";
    fs::permissions(slow, fs::perms::owner_all);
    const Variable compiler("CXX", slow);
    bool is_too_slow = false;
    native::set_fallback_warning([&](const std::string&) { is_too_slow = true; });
    const Program program = long_program();
    EXPECT_EQ(native::run_auto(program), fast::run_fast(program));
    native::set_fallback_warning({});
    EXPECT_FALSE(is_too_slow);
}

}  // namespace
}  // namespace musimd::host::compiler_test
