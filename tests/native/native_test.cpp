// The native engine agrees with the fast engine: on every program under programs/, and on random ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/native/batch.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"
#include "tests/support/vector_extensions.hpp"

namespace musimd::tests {
namespace {

using testing::IsEmpty;

// Each case on one target in turn, or on every target if MUSIMD_NATIVE_ALL is set: this processor, and each
// of its vector extensions.
std::vector<std::string> differences_on_every_target(const std::vector<NativeCase>& cases,
                                                     Compilation how = {}) {
    std::vector<NativeTarget> targets = {std::nullopt};
    for (const VectorExtension extension : support::tested_vector_extensions())
        targets.emplace_back(extension);
    const bool all = std::getenv("MUSIMD_NATIVE_ALL") != nullptr;
    std::vector<std::string> found;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        std::vector<NativeCase> picked;
        for (std::size_t i = all ? 0 : t; i < cases.size(); i += all ? 1 : targets.size())
            picked.push_back(cases[i]);
        const std::string name = targets[t] ? std::string(to_string(*targets[t])) : "this processor";
        how.target = targets[t];
        for (const std::string& differs : differences_from_fast(picked, how))
            found.push_back("for " + name + ": " + differs);
    }
    return found;
}

// The small folders completely and one of `every` programs of the others; everything if MUSIMD_NATIVE_ALL is
// set.
std::vector<NativeCase> some_programs() {
    const bool all = std::getenv("MUSIMD_NATIVE_ALL") != nullptr;
    const std::vector<std::pair<const char*, std::size_t>> folders = {
        {"paper", 1},   {"bugs", 1},  {"related", 2},    {"errata", 2},
        {"explore", 4}, {"bench", 3}, {"regression", 8}, {"conformance", 24}};
    std::vector<NativeCase> cases;
    for (const auto& [folder, every] : folders) {
        std::vector<NativeCase> found = cases_under(folder);
        EXPECT_FALSE(found.empty()) << folder;
        for (std::size_t i = 0; i < found.size(); i += all ? 1 : every) cases.push_back(std::move(found[i]));
    }
    return cases;
}

TEST(Native, AgreesWithFastOnThePrograms) {
    EXPECT_THAT(differences_on_every_target(some_programs()), IsEmpty());
}

TEST(Native, AgreesWithFastOnRandomPrograms) {
    EXPECT_THAT(differences_on_every_target(random_cases(1)), IsEmpty());
}

TEST(Native, CountsWhatAnObserverOfFastDoesOnThePrograms) {
    std::vector<NativeCase> programs = some_programs();
    std::vector<NativeCase> cases;
    const std::size_t every = std::getenv("MUSIMD_NATIVE_ALL") != nullptr ? 1 : 3;
    for (std::size_t i = 0; i < programs.size(); i += every) cases.push_back(std::move(programs[i]));
    EXPECT_THAT(differences_on_every_target(cases, {.counts = true}), IsEmpty());
}

TEST(Native, CountsWhatAnObserverOfFastDoesOnRandomPrograms) {
    EXPECT_THAT(differences_on_every_target(random_cases(1), {.counts = true}), IsEmpty());
}

// With clang++ as the compiler, if it is installed: some programs of each kind.
TEST(Native, AgreesWithFastWhenCompiledByClang) {
    const std::string compiler = "clang++";
    if (host::find_command(compiler).empty()) GTEST_SKIP() << "there is no " << compiler;
    const std::size_t every = std::getenv("MUSIMD_NATIVE_ALL") != nullptr ? 1 : 60;
    std::vector<NativeCase> cases = random_cases(1);
    std::vector<NativeCase> found = cases_under("");
    for (std::size_t i = 0; i < found.size(); i += every) cases.push_back(std::move(found[i]));
    EXPECT_THAT(differences_on_every_target(cases, {.compiler = compiler}), IsEmpty());
}

// What the compiled program leaves to another engine is correct, but slow: these it must run completely.
TEST(Native, RunsProgramsWithoutATrapCompletely) {
    for (const char* name : {"mandelbrot", "breadth-first-search", "quicksort", "prefix-scan-shfl",
                             "nested-everywhere", "grid-barrier"}) {
        const std::string file = std::string(MUSIMD_SOURCE_DIR "/programs/bench/") + name + ".asm";
        const ReadResult read = read_program(support::read_file(file), file, {});
        ASSERT_TRUE(read) << read.errors;
        const Program* const program = &*read.program;
        for (const bool checks : {true, false}) {
            const auto compiled = native::compile({&program, 1}, {.checks = checks}, quick_settings());
            ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
            MachineOptions options;
            options.checks = checks;
            bool all = false;
            EXPECT_EQ(native::run(*program, options, compiled->front(), 2, &all),
                      fast::run_fast(*program, options))
                << name;
            EXPECT_TRUE(all) << name << (checks ? "" : " without checks");
        }
    }
}

// The engine read the instruction past the last one.
TEST(Native, LeavesProgramsThatRunPastTheirEnd) {
    for (NativeCase& c : cases_under("conformance/traps/pc-out-of-program"))
        EXPECT_THAT(differences_from_fast({c}), IsEmpty()) << c.title;
}

// Claims of four bytes count 254 barriers, and begin again.
TEST(Native, DistinguishesAThousandBarriers) {
    const std::string text =
        ".threads 4\n.warps 2\n.word 32\n.fill 0 8 0\n"
        "        i = 0\n"
        "round:  a = wid + i\n"
        "        a = a % 2\n"
        "        a = a * 4\n"
        "        a = a + tid\n"
        "        x = [a]\n"
        "        x = x + 1\n"
        "        [a] = x\n"
        "        barrier\n"
        "        i = i + 1\n"
        "        more = i < 1000\n"
        "        bz more, done\n"
        "        sync\n"
        "        jump round\n"
        "done:   sync\n";
    const Program good = support::read(text + "        stop\n");
    const Program races = support::read(text + "        [tid] = wid\n        stop\n");
    const Program* const both[] = {&good, &races};
    const auto compiled = native::compile(both, {}, quick_settings());
    ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
    bool all = false;
    EXPECT_EQ(native::run(good, {}, compiled->front(), 2, &all), fast::run_fast(good));
    EXPECT_TRUE(all);
    EXPECT_EQ(native::run(races, {}, compiled->back(), 2, &all), fast::run_fast(races));
    EXPECT_FALSE(all);
}

// Units number their programs from 0. The buffers of one unit's program must not be used for another's that
// was loaded before: address 9 is in a buffer of the first.
TEST(Native, DistinguishesProgramsWithTheSameNumber) {
    const std::string text = "        a = tid + 3\n        x = [a]\n        stop\n";
    const Program first = support::read(".threads 8\n.buffer A 0 16\n.fill 0 16 1\n" + text);
    const Program second = support::read(".threads 8\n.buffer A 0 9\n.buffer B 10 6\n.fill 0 16 1\n" + text);
    std::vector<std::vector<native::Code>> loaded;
    for (const Program* program : {&first, &second}) {
        auto compiled = native::compile({&program, 1}, {}, quick_settings());
        ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
        loaded.push_back(std::move(*compiled));
        EXPECT_EQ(native::run(*program, {}, loaded.back().front(), 1), fast::run_fast(*program));
    }
}

TEST(Native, RefusesThreadsOfTheirOwn) {
    const Program program = support::read(".threads 4\n.block 4\n.model volta\nstop\n");
    EXPECT_THROW(native::run_native(program), Unsupported);
}

}  // namespace
}  // namespace musimd::tests
