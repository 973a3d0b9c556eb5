// C functions of OpenMP loops, compiled by C compilers: what they compute is what the machine computes, and
// compilers that fail, crash, hang or are missing are reported.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "host/files.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/compiled/compilers.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::kernels::openmp::openmp_compilers_test {
namespace {

namespace fs = std::filesystem;
using dsl::LoopModel;
using dsl::openmp::LoopFunction;
using testing::HasSubstr;
using End = CompiledRun::End;

constexpr std::chrono::minutes kLimit(10);

/// A function, and its run by the machine and by compilers.
class Compiled : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    void read(const std::string& text, const std::string& name, const GivenArguments& given,
              const std::string& file = "x.c") {
        source_ = {.file = file, .text = text, .function = name, .options = {}};
        auto reading = read_function(source_);
        ASSERT_TRUE(reading && reading->function) << (reading ? reading->messages : reading.error());
        function_ = std::move(*reading->function);
        auto arguments = read_arguments(function_, argument_texts(function_, given, 0));
        ASSERT_TRUE(arguments) << arguments.error();
        arguments_ = std::move(*arguments);
    }

    std::vector<CompiledRun> run(std::vector<std::string> compilers,
                                 std::chrono::milliseconds limit = kLimit) const {
        return run_references(references_of(compilers), source_, function_, arguments_, limit);
    }

    /// Elements that differ from those of the machine, under both models and with every compiler.
    std::size_t differences(const std::vector<CompiledRun>& runs) const {
        const ErrorSources sources = sources_of(function_);
        OutputBounds bounds(function_, arguments_, {}, *find_engine("fast"));
        std::size_t count = 0;
        for (const LoopModel model : {LoopModel::spmd, LoopModel::simd}) {
            const FunctionRun machine =
                run_function(function_, arguments_, {.model = model}, *find_engine("fast"));
            EXPECT_EQ(machine.end, FunctionRun::End::stop) << machine.message;
            for (const CompiledRun& one : runs) {
                if (one.end == End::skipped) continue;
                EXPECT_EQ(one.end, End::stop) << one.reference.name() << ": " << one.message << one.details;
                if (one.end != End::stop) continue;
                count += total(compare_outputs(function_, {machine.buffers}, one.outputs(), sources, &bounds))
                             .different;
            }
        }
        return count;
    }

    reader::Source source_;
    LoopFunction function_;
    CallArguments arguments_;
};

/// Those of the usual compilers that are installed; the others are skipped.
bool has_gcc() {
    return !command_of_compiler("gcc").empty();
}

class CompiledKernel : public Compiled, public testing::WithParamInterface<fs::path> {};

/// The function and the arguments of a line such as `// run: stencil --arg rate=0.25`.
std::pair<std::string, GivenArguments> run_line_of(const std::string& text) {
    static const std::regex line("run: (\\w+)(.*)");
    static const std::regex argument("--arg (\\w+)=(\\S+)");
    std::smatch found;
    if (!std::regex_search(text, found, line)) return {};
    GivenArguments given;
    const std::string rest = found[2];
    for (std::sregex_iterator at(rest.begin(), rest.end(), argument), end; at != end; ++at)
        given.emplace((*at)[1], (*at)[2]);
    return {found[1], given};
}

TEST_P(CompiledKernel, ComputesTheSameWithAndWithoutOpenMp) {
    const std::string text = host::read_file(GetParam());
    const auto [name, given] = run_line_of(text);
    read(text, name, given, GetParam().string());
    if (HasFatalFailure()) return;
    const std::vector<CompiledRun> runs = run({"gcc", "clang"});
    ASSERT_EQ(runs.size(), 4U);
    EXPECT_EQ(differences(runs), 0U);
    EXPECT_TRUE(!has_gcc() || runs[0].end == End::stop);
}

TEST_P(CompiledKernel, SumsInTheOrderOfTheMachineHaveTheSameBits) {
    const std::string text = host::read_file(GetParam());
    const auto [name, given] = run_line_of(text);
    read(text, name, given, GetParam().string());
    if (HasFatalFailure()) return;
    const std::vector<Configuration> models = {{.model = LoopModel::spmd}, {.model = LoopModel::simd}};
    const std::vector<std::string> compilers = {"gcc", "clang"};
    const auto references = references_in_order(compilers, function_, models);
    if (references.empty()) GTEST_SKIP() << "the order of its sums does not matter, or no compiler";
    const auto runs = run_references(references, source_, function_, arguments_, kLimit);
    ASSERT_EQ(runs.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        ASSERT_EQ(runs[i].end, End::stop) << runs[i].message << runs[i].details;
        const FunctionRun machine = run_function(function_, arguments_, models[i], *find_engine("fast"));
        EXPECT_EQ(total(compare_outputs(function_, {machine.buffers}, runs[i].outputs())).different, 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(OpenMp, CompiledKernel,
                         testing::ValuesIn(support::project_files("programs/kernels/openmp", {".c"})),
                         [](const auto& kernel) { return kernel.param.stem().string(); });

TEST_F(Compiled, FunctionsOfAnySignatureAreCalled) {
    read(R"(
#include <stdbool.h>
#define TWICE(x) ((x) + (x))
static long add(long x, short y) { return x + y; }
void mixed(int n, _Bool flag, signed char c, unsigned short u, float f, double d, unsigned long long big,
           int a[n][4], const unsigned char *restrict b, double (*m)[2], const bool *flags) {
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++) a[i][j] = (int)add(TWICE(b[i]), c) + flag + (flags[i] ? u : j);
        m[i][0] = f * d;
        m[i][1] = (double)big - d;
    }
}
)",
         "mixed",
         {{"n", "7"},
          {"flag", "0"},
          {"c", "-100"},
          {"u", "65535"},
          {"f", "0.1"},
          {"d", "-2.5"},
          {"big", "18446744073709551615"},
          {"a", "28"},
          {"b", "7"},
          {"m", "14:zeros"},
          {"flags", "7"}});
    if (HasFatalFailure()) return;
    EXPECT_EQ(differences(run({"gcc", "clang"})), 0U);
}

TEST_F(Compiled, SumsOfTeamsAreWithinTheBoundAndAreC) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    read(
        "void f(int n, int m, const float *a, float *s) {\n#pragma omp target teams distribute\n"
        "for (int i = 0; i < n; i++) {\nfloat t = 0;\n#pragma omp parallel for reduction(+: t)\n"
        "for (int j = 0; j < m; j++) t += a[i * m + j];\ns[i] = t;\n}\n}\n",
        "f", {{"n", "16"}, {"m", "64"}, {"a", "1024"}, {"s", "16"}});
    if (HasFatalFailure()) return;
    EXPECT_EQ(differences(run({"gcc"})), 0U);
    const std::vector<Configuration> spmd = {{.model = LoopModel::spmd}};
    const std::vector<std::string> gcc = {"gcc"};
    const auto runs =
        run_references(references_in_order(gcc, function_, spmd), source_, function_, arguments_, kLimit);
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs[0].end, End::stop) << runs[0].message << runs[0].details;
    const FunctionRun machine = run_function(function_, arguments_, {}, *find_engine("fast"));
    EXPECT_EQ(total(compare_outputs(function_, {machine.buffers}, runs[0].outputs())).different, 0U);
}

TEST_F(Compiled, AFunctionMayHaveTheNameOfOneOfALibrary) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    for (const char* const name : {"index", "y1", "write"}) {
        read("void " + std::string(name) +
                 "(int n, const int *x, int *y) {\n#pragma omp parallel for\n"
                 "for (int i = 0; i < n; i++) y[i] = 2 * x[i];\n}\n",
             name, {{"n", "64"}, {"x", "64"}, {"y", "64"}});
        if (HasFatalFailure()) return;
        EXPECT_EQ(differences(run({"gcc"})), 0U) << name;
    }
}

// The front end is Clang: the preprocessor shows GCC another function.
TEST_F(Compiled, OneDifferentElementIsFound) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    read(R"(
#ifdef __clang__
#define LAST 0
#else
#define LAST (i == n - 1)
#endif
void f(int n, double *a) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] = i + 0x1p-40 * LAST;
}
)",
         "f", {{"a", "64"}});
    if (HasFatalFailure()) return;
    const std::vector<CompiledRun> runs = run({"gcc"});
    EXPECT_EQ(differences(runs), 4U);
    const FunctionRun machine = run_function(function_, arguments_, {}, *find_engine("fast"));
    const auto arrays = compare_outputs(function_, {machine.buffers}, runs.at(0).outputs());
    ASSERT_EQ(arrays.size(), 1U);
    EXPECT_EQ(arrays[0].name, "a");
    ASSERT_EQ(arrays[0].found.first_different.size(), 1U);
    EXPECT_EQ(arrays[0].found.first_different[0].number, 63U);
}

TEST_F(Compiled, CrashesNameTheLineAndTheArray) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    read(R"(
void f(int n, int *a, int *b) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        a[i] = i;
#ifndef __clang__
        *(volatile int *)(b + n + 2) = 1;
#endif
    }
}
)",
         "f", {{"a", "64"}, {"b", "64"}}, "folder/crash.c");
    if (HasFatalFailure()) return;
    for (const CompiledRun& one : run({"gcc"})) {
        EXPECT_EQ(one.end, End::crashed);
        EXPECT_THAT(one.message, HasSubstr("an access 8 bytes past the end of b"));
        EXPECT_EQ(one.line, 7U) << one.reference.name();
    }
}

TEST_F(Compiled, FunctionsThatDoNotEndAreStopped) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    read(R"(
void f(int n, int *a) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        a[i] = i;
#ifndef __clang__
        for (;;) __asm__ volatile("");
#endif
    }
}
)",
         "f", {{"a", "64"}});
    if (HasFatalFailure()) return;
    // The compiler has the same limit, in which it must end.
    std::vector<CompiledRun> runs;
    for (std::chrono::milliseconds limit(700); limit < kLimit; limit *= 2) {
        runs =
            run_references(std::vector<Reference>{{"gcc", false, {}}}, source_, function_, arguments_, limit);
        if (runs.at(0).message.find("did not finish within") == std::string::npos) break;
    }
    EXPECT_EQ(runs.at(0).end, End::timed_out) << runs.at(0).message << runs.at(0).details;
}

/// Scripts that stand for compilers.
class FakeCompiler : public Compiled {
  protected:
    std::string script(const std::string& name, const std::string& does) const {
        const fs::path file = folder_.write(
            name, "#!/bin/sh\n[ \"$1\" = --version ] && { echo '" + name + " 1'; exit 0; }\n" + does + "\n");
        fs::permissions(file, fs::perms::owner_all);
        return file.string();
    }

    void SetUp() override {
        Compiled::SetUp();
        if (IsSkipped()) return;
        read("void f(int n, int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = i;\n}\n",
             "f", {});
    }

    support::TemporaryFolder folder_;
};

TEST_F(FakeCompiler, ThatIsMissingIsSkipped) {
    const std::string missing = (folder_.path() / "nothing").string();
    for (const CompiledRun& one : run({missing})) {
        EXPECT_EQ(one.end, End::skipped);
        EXPECT_EQ(one.message, missing + " is not installed");
    }
}

TEST_F(FakeCompiler, ThatCrashesOrFailsIsReportedWithItsErrors) {
    for (const CompiledRun& one : run({script("crashes", "kill -SEGV $$")})) {
        EXPECT_EQ(one.end, End::not_compiled);
        EXPECT_THAT(one.message, HasSubstr("the compiler was ended by signal 11"));
    }
    const std::string fails = script("fails", "echo 'x.c:3: error: 1'; echo 'x.c:4: error: 2'; exit 1");
    for (const CompiledRun& one : run({fails})) {
        EXPECT_EQ(one.end, End::not_compiled);
        EXPECT_THAT(one.message, HasSubstr("did not compile it: x.c:3: error: 1"));
        EXPECT_EQ(one.details, "x.c:4: error: 2\n");
    }
}

TEST_F(FakeCompiler, ThatHangsIsStopped) {
    const std::string hangs = script("hangs", "exec sleep 100");
    const auto runs = run_references(std::vector<Reference>{{hangs, true, {}}}, source_, function_,
                                     arguments_, std::chrono::milliseconds(300));
    EXPECT_EQ(runs.at(0).end, End::not_compiled);
    EXPECT_THAT(runs.at(0).message, HasSubstr("did not finish within"));
}

TEST_F(FakeCompiler, ThatMakesNoLibraryIsReported) {
    const auto runs = run_references(std::vector<Reference>{{script("lazy", "exit 0"), false, {}}}, source_,
                                     function_, arguments_, kLimit);
    EXPECT_EQ(runs.at(0).end, End::not_compiled);
    EXPECT_THAT(runs.at(0).message, HasSubstr("cannot be loaded"));
}

TEST_F(FakeCompiler, WithoutARuntimeOfOpenMpIsSkippedWithIt) {
    if (!has_gcc()) GTEST_SKIP() << "no GCC";
    const std::string half = script("half",
                                    "for word; do [ \"$word\" = -fopenmp ] && { echo 'ld: cannot find "
                                    "-lomp'; exit 1; }; done\nexec gcc \"$@\"");
    const auto runs = run({half});
    EXPECT_EQ(runs.at(0).end, End::stop) << runs.at(0).message;
    EXPECT_EQ(runs.at(1).end, End::skipped);
    EXPECT_THAT(runs.at(1).message, HasSubstr("has no OpenMP runtime"));
    EXPECT_THAT(runs.at(1).message, HasSubstr("ld: cannot find -lomp"));
}

TEST(CompiledArguments, ABooleanIsZeroOrOne) {
    LoopFunction function;
    function.parameters = {{.name = "flag", .type = Type::u8, .buffer = {}, .variable = 0, .boolean = true},
                           {.name = "flags", .type = Type::u8, .buffer = 0, .variable = {}, .boolean = true}};
    function.buffers = {{"flags", Type::u8}};
    const auto texts = argument_texts(function, {{"flags", "8"}}, 3);
    EXPECT_THAT(texts, testing::ElementsAre("1", "between:0:1:3[8]"));
    EXPECT_TRUE(read_arguments(function, texts));
    EXPECT_EQ(read_arguments(function, {"2", "0,1"}).error(), "argument flag: a _Bool is 0 or 1");
    EXPECT_EQ(read_arguments(function, {"0", "0,1,2"}).error(), "argument flags: a _Bool is 0 or 1");
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_compilers_test
