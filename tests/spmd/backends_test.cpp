// Backends: a crash, a hang or an invalid write is a result, and later cases still run.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/compiled/toolchain.hpp"
#include "tests/spmd/misbehaving.hpp"
#include "tests/spmd/trials.hpp"
#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

using namespace kernels;
using namespace misbehaving;
namespace fs = std::filesystem;
using testing::HasSubstr;
using Kind = CaseResult::Kind;

KernelUnit unit_of_all() {
    return unit_up_to(division);
}

const Backend& scalar() {
    return *available_backends().front();
}

std::vector<CaseResult> run(const std::vector<KernelLaunch>& cases) {
    static const auto unit = scalar().compile(unit_of_all());
    RunLimits limits;
    limits.each = std::chrono::milliseconds(100);
    return scalar().run(unit.value(), cases, limits);
}

TEST(Backends, CasesContinueAfterFailingOnes) {
    const auto results =
        run({launch_of(twice), launch_of(beyond), launch_of(division), launch_of(endless), launch_of(twice)});
    ASSERT_EQ(results.size(), 5U);
    EXPECT_EQ(results[0].kind, Kind::done);
    EXPECT_EQ(results[1].kind, Kind::crashed);
    EXPECT_THAT(results[1].message, HasSubstr("0 bytes past the end of block 0"));
    EXPECT_EQ(results[2].kind, Kind::crashed);
    EXPECT_THAT(results[2].message, HasSubstr("signal 8"));
    EXPECT_EQ(results[3].kind, Kind::timed_out);
    EXPECT_EQ(results[4].kind, Kind::done);
    EXPECT_EQ(words_of_memory(results[4].memory[0], Type::i32), (Words{0, 2, 4, 6, 8}));
    EXPECT_EQ(words_of_memory(results[4].memory[1], Type::i32), (Words{0, 1, 2, 3, 4}));
}

TEST(Backends, WritesBeforeABlockAreDetected) {
    const auto results = run({launch_of(before)});
    EXPECT_EQ(results[0].kind, Kind::crashed);
    EXPECT_EQ(results[0].message, "memory 4 bytes before block 0 was written");
}

TEST(Backends, LaunchesOfNoElementsAndManyCases) {
    std::vector<KernelLaunch> cases(1000, launch_of(twice, 3));
    cases.push_back(launch_of(twice, 0));
    const auto results = run(cases);
    ASSERT_EQ(results.size(), cases.size());
    for (const CaseResult& result : results) EXPECT_EQ(result.kind, Kind::done);
    EXPECT_EQ(words_of_memory(results[999].memory[0], Type::i32), (Words{0, 2, 4}));
    EXPECT_TRUE(results[1000].memory[0].empty());
}

TEST(Backends, ErrorsOfTheCompilerAreAtTheLinesOfTheSource) {
    const KernelUnit unit{"spmd_kernel_1d(oops, int *out)\n  k_store(out, nothing + 1);\nspmd_kernel_end\n",
                          {}};
    const auto compiled = scalar().compile(unit, {.source_name = "oops.hpp"});
    ASSERT_FALSE(compiled.has_value());
    EXPECT_THAT(compiled.error(), HasSubstr("oops.hpp:2:"));
    EXPECT_THAT(compiled.error(), HasSubstr("nothing"));
}

TEST(Backends, SeveralUnitsAtOnce) {
    const KernelUnit good = unit_of_all();
    const KernelUnit bad{"no C++\n", {}};
    const std::vector<KernelUnit> units = {good, bad, good};
    const auto compiled = compile_all(scalar(), units);
    ASSERT_EQ(compiled.size(), 3U);
    EXPECT_TRUE(compiled[0].has_value());
    EXPECT_FALSE(compiled[1].has_value());
    EXPECT_TRUE(compiled[2].has_value());
}

TEST(Backends, AllReportWhetherTheyAreAvailable) {
    std::vector<std::string> names;
    for (const auto& backend : all_backends()) {
        names.emplace_back(backend->name());
        const auto here = backend->available();
        EXPECT_TRUE(here || !here.error().empty()) << backend->name();
    }
    EXPECT_THAT(names, testing::ElementsAre("scalar", "nsimd-cpu", "nsimd-sse2", "nsimd-sse42", "nsimd-avx",
                                            "nsimd-avx2", "nsimd-avx512_skylake", "nsimd-cuda", "cuda"));
}

TEST(Backends, HaveANameForEachCompiler) {
    std::vector<std::string> names;
    for (const auto& backend : all_backends(Compilers::named)) names.emplace_back(backend->name());
    for (const char* const name :
         {"scalar", "scalar-gcc", "scalar-clang", "nsimd-avx2-gcc", "nsimd-avx2-clang", "cuda"})
        EXPECT_EQ(std::ranges::count(names, name), 1) << name;
    EXPECT_FALSE(same_compiler("c++", "no-such-compiler"));
    EXPECT_FALSE(same_compiler("no-such-compiler", "no-such-compiler"));
    EXPECT_FALSE(same_compiler("g++", "clang++"));
    EXPECT_EQ(same_compiler("g++", "g++"), is_runnable("g++"));
}

// ---- misbehaving compilers

// A variable that is restored when the test ends.
class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* const was = std::getenv(name)) was_ = was;
        setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (was_)
            setenv(name_, was_->c_str(), 1);
        else
            unsetenv(name_);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> was_;
};

TEST(Backends, ACompilerThatPrintsEndlesslyIsStopped) {
    const support::TemporaryFolder folder;
    const fs::path script = folder.write(
        "compiler", "#!/bin/sh\ncase $1 in --version) echo it is; exit;; esac\nexec yes 'error: again'\n");
    fs::permissions(script, fs::perms::owner_all);
    const Variable compiler("CXX", script.string());
    const auto compiled = scalar().compile(unit_of_all());
    ASSERT_FALSE(compiled);
    EXPECT_EQ(compiled.error(), "error: again\n");  // each error once
}

// ---- precompiled headers

// The installed compilers, with a separate cache.
class PrecompiledHeader : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!is_runnable(GetParam())) GTEST_SKIP() << "no C++ compiler '" << GetParam() << "'";
    }
    // Compiles a kernel with a script of this name that runs `before` and then the compiler.
    bool compiles(const std::string& name, const std::string& before) {
        const fs::path script =
            folder.write(name, fmt::format("#!/bin/sh\n{}\nexec {} \"$@\"\n", before, GetParam()));
        fs::permissions(script, fs::perms::owner_all);
        const Variable compiler("CXX", script.string());
        const auto compiled = scalar().compile(unit_of_all());
        EXPECT_TRUE(compiled) << compiled.error();
        return compiled.has_value();
    }
    std::vector<fs::path> kept() const {
        std::vector<fs::path> files;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(folder.path() / "musimd", none))
            files.push_back(entry.path());
        return files;
    }

    support::TemporaryFolder folder;
    Variable cache_{"XDG_CACHE_HOME", folder.path().string()};
};

TEST_P(PrecompiledHeader, IsCompiledOnceAndKept) {
    for (int i = 0; i < 2; ++i)
        ASSERT_TRUE(compiles("logs", "echo \"$*\" >> " + (folder.path() / "calls").string()));
    ASSERT_EQ(kept().size(), 1U);
    EXPECT_EQ(kept()[0].extension(), ".gch");
    const std::string calls = support::read_file(folder.path() / "calls");
    EXPECT_EQ(calls.find("c++-header"), calls.rfind("c++-header"));
    // It is used: the units include it instead of the header.
    EXPECT_THAT(calls, HasSubstr("-include " + kept()[0].parent_path().string() + "/" +
                                 kept()[0].stem().string() + " "));
}

TEST_P(PrecompiledHeader, MayBeRemovedAtAnyTime) {
    const std::string all = (folder.path() / "musimd" / "*").string();
    ASSERT_TRUE(compiles("removes", "case \"$*\" in *-shared*) rm -f " + all + ";; esac"));
    EXPECT_THAT(kept(), testing::IsEmpty());
    ASSERT_TRUE(compiles("works", ""));
    ASSERT_EQ(kept().size(), 1U);
    fs::remove(kept()[0]);
    ASSERT_TRUE(compiles("works", ""));
}

TEST_P(PrecompiledHeader, IsNotNeeded) {
    const Variable nowhere("XDG_CACHE_HOME", "/dev/null");
    ASSERT_TRUE(compiles("refuses", "case \"$*\" in *c++-header*) exit 1;; esac"));
    ASSERT_TRUE(compiles("works", ""));
}

INSTANTIATE_TEST_SUITE_P(Compilers, PrecompiledHeader, testing::Values("g++", "clang++"),
                         [](const auto& compiler) { return compiler.param[0] == 'g' ? "gcc" : "clang"; });

}  // namespace
}  // namespace musimd::tests
