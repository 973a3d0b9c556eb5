// Kernels for foreign processors: 64-bit Arm under QEMU, and AMD's GPUs, for which they are only compiled.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/compiled/compiled_backend.hpp"
#include "kernels/compiled/emulated.hpp"
#include "kernels/compiled/runner.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "tests/spmd/misbehaving.hpp"
#include "tests/spmd/trials.hpp"
#include "tests/support/process.hpp"

namespace musimd::tests {
namespace {

using namespace kernels;
using namespace misbehaving;
using testing::HasSubstr;
using Kind = CaseResult::Kind;

class EmulatedBackend : public testing::TestWithParam<const char*> {
  protected:
    // The backend, if it is available; else the reason is printed.
    const Backend* backend() {
        for (const auto& one : all_) {
            if (one->name() != GetParam()) continue;
            if (const auto here = one->available(); !here) {
                fmt::print("{} is skipped: {}\n", one->name(), here.error());
                return nullptr;
            }
            return one.get();
        }
        ADD_FAILURE() << "unknown backend " << GetParam();
        return nullptr;
    }

  private:
    std::vector<std::unique_ptr<Backend>> all_ = all_backends(Compilers::named);
};

TEST_P(EmulatedBackend, RunsCasesInOrder) {
    const Backend* const one = backend();
    if (one == nullptr) GTEST_SKIP() << "see above";
    const auto unit = one->compile(unit_up_to(endless));
    ASSERT_TRUE(unit.has_value()) << unit.error();
    const std::vector<KernelLaunch> cases = {launch_of(twice, 5),  launch_of(beyond, 5),
                                             launch_of(before, 5), launch_of(endless, 5),
                                             launch_of(twice, 0),  launch_of(twice, 131)};
    const auto results = one->run(*unit, cases, {std::chrono::milliseconds(100)});
    ASSERT_EQ(results.size(), cases.size());
    EXPECT_EQ(results[0].kind, Kind::done) << results[0].message;
    EXPECT_EQ(words_of_memory(results[0].memory[0], Type::i32), (Words{0, 2, 4, 6, 8}));
    EXPECT_EQ(words_of_memory(results[0].memory[1], Type::i32), (Words{0, 1, 2, 3, 4}));
    EXPECT_EQ(results[1].kind, Kind::crashed);
    EXPECT_THAT(results[1].message, HasSubstr("past the end of block 0"));
    EXPECT_EQ(results[2].kind, Kind::crashed);
    EXPECT_EQ(results[2].message, "memory 4 bytes before block 0 was written");
    EXPECT_EQ(results[3].kind, Kind::timed_out);
    EXPECT_EQ(results[4].kind, Kind::done);
    EXPECT_TRUE(results[4].memory[0].empty());
    ASSERT_EQ(results[5].kind, Kind::done);
    const auto words = words_of_memory(results[5].memory[0], Type::i32);
    for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], 2 * i);
}

INSTANTIATE_TEST_SUITE_P(Backends, EmulatedBackend,
                         testing::Values("scalar-aarch64", "nsimd-aarch64", "nsimd-sve128", "nsimd-sve256",
                                         "nsimd-sve512"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

// Both lay out the blocks with guarded_block.hpp: blocks of no bytes, of a few, of about a page.
TEST(Guest, ReportsWhatTheHostReports) {
    Toolchain toolchain = scalar_toolchain("g++");
    if (!is_runnable(toolchain.compiler)) GTEST_SKIP() << toolchain.compiler << " is not installed";
    const auto on_host = build(toolchain, unit_up_to(before), {});
    toolchain.program = true;
    const auto as_guest = build(toolchain, unit_up_to(before), {});
    ASSERT_TRUE(on_host.has_value()) << on_host.error();
    ASSERT_TRUE(as_guest.has_value()) << as_guest.error();
    std::vector<KernelLaunch> cases;
    for (const Entry entry : {twice, beyond, before}) {
        for (const int elements : {0, 1, 5, 1023, 1024, 1025}) cases.push_back(launch_of(entry, elements));
    }
    const auto expected = run_cases(*on_host, cases, {});
    const auto results = run_emulated(*as_guest, cases, {}, "env");  // this processor emulates itself
    ASSERT_EQ(results.size(), expected.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(results[i].kind, expected[i].kind) << i;
        EXPECT_EQ(results[i].message, expected[i].message) << i;
        EXPECT_EQ(results[i].memory, expected[i].memory) << i;
    }
    EXPECT_THAT(results[8].message, HasSubstr("an access 0 bytes past the end of block 0"));
    EXPECT_EQ(results[14].message, "memory 4 bytes before block 0 was written");
}

// A kernel and its launch as a user's file, for NSIMD's header or the drop-in.
std::string rocm_source() {
    return std::string("#include <nsimd/modules/spmd.hpp>\n") + kSource +
           "void launch(int* out, int* in) { spmd_launch_kernel_1d(twice, 32, 128, 5, out, in); }\n";
}

class Rocm : public testing::Test {
  protected:
    void SetUp() override {
        if (nsimd_root().empty()) GTEST_SKIP() << "NSIMD_ROOT is not set";
        if (run_hipcc({"--version"}).status != 0) GTEST_SKIP() << "hipcc is not installed";
    }

    // The compiler's errors; empty if it compiles.
    static std::string compile(const std::vector<std::string>& includes) {
        const support::TemporaryFolder folder;
        std::vector<std::string> words = {"-DROCM",   "--offload-arch=gfx90a", "-std=c++20", "-w", "-c", "-o",
                                          "/dev/null"};
        for (const std::string& include : includes) words.push_back("-I" + include);
        words.push_back(folder.write("kernel.cpp", rocm_source()).string());
        const support::Finished end = run_hipcc(words);
        return end.status == 0 ? "" : "hipcc: " + end.errors;
    }

  private:
    static support::Finished run_hipcc(const std::vector<std::string>& words) {
        support::Command command;
        command.arguments = {"/usr/bin/env", "hipcc"};
        command.arguments.insert(command.arguments.end(), words.begin(), words.end());
        return support::run(command);
    }
};

TEST_F(Rocm, CompilesKernelsWithNsimd) {
    EXPECT_EQ(compile({nsimd_root() + "/include"}), "");
}

TEST_F(Rocm, CompilesTheDropIn) {
    const std::string sources = MUSIMD_SOURCE_DIR;
    EXPECT_EQ(compile({sources + "/dsl/spmd/drop_in", sources + "/dsl/spmd/include", sources,
                       nsimd_root() + "/include"}),
              "");
}

}  // namespace
}  // namespace musimd::tests
