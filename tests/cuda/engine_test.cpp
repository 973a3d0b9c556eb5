// The engine cuda gives what the fast engine gives: its text on the emulated device, on programs under
// programs/ and on random ones.

#include "gpu_backend/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

#include "differential/comparison.hpp"
#include "differential/engines.hpp"
#include "differential/generator.hpp"
#include "gpu_backend/unit.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

struct Case {
    std::string title;
    Program program;
    MachineOptions options;
};

// Programs that do not end do not take long: the emulator is no GPU.
std::vector<Case> cases_under(const std::string& folder, std::size_t every) {
    MachineOptions options;
    options.max_steps = 10'000;
    std::vector<Case> cases;
    std::size_t number = 0;
    for (support::ReadTest& each : support::programs_under(folder)) {
        if (each.read && number++ % every == 0)
            cases.push_back({each.test.file + " " + each.test.name, std::move(*each.read.program), options});
    }
    return cases;
}

std::vector<Case> random_cases(std::uint64_t first, std::uint64_t seeds) {
    std::vector<Case> cases;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles()) {
            differential::Case made = differential::generate(info.profile, seed);
            cases.push_back(
                {fmt::format("{}, seed {}", info.name, seed), std::move(made.program), made.options});
        }
    }
    return cases;
}

/// Runs the cases on the emulated device, 40 of them compiled together, in slices of a few steps: what
/// differs from the fast engine, or could not be compiled, a line each.
std::vector<std::string> differences_from_fast(const std::vector<Case>& cases) {
    constexpr std::size_t kAtOnce = 40;
    std::vector<std::string> found;
    std::vector<const Case*> possible;
    for (const Case& c : cases) {
        if (gpu::unsupported(c.program).empty()) possible.push_back(&c);
    }
    for (std::size_t first = 0; first < possible.size(); first += kAtOnce) {
        const std::size_t end = std::min(first + kAtOnce, possible.size());
        std::vector<const Program*> programs;
        for (std::size_t i = first; i < end; ++i) programs.push_back(&possible[i]->program);
        const auto compiled = gpu::compile(gpu::quick_emulated_device(), programs, true);
        if (!compiled) {
            found.push_back(compiled.error());
            continue;
        }
        for (std::size_t i = first; i < end; ++i) {
            const Case& c = *possible[i];
            gpu::BatchReport report;
            const gpu::Input input = gpu::input_of(c.program);
            const auto given = gpu::run_batch(gpu::quick_emulated_device(), c.program, c.options,
                                              (*compiled)[i - first], {&input, 1}, &report, 40);
            const Result expected = fast::run_fast(c.program, c.options);
            const std::string differs =
                given ? differential::differences(c.program, expected, "fast", given->front(), "cuda")
                      : given.error();
            if (!differs.empty()) found.push_back(c.title + ": " + differs);
        }
    }
    return found;
}

TEST(CudaEngine, GivesWhatFastGivesOnThePrograms) {
    const bool all = std::getenv("MUSIMD_CUDA_ALL") != nullptr;
    const std::vector<std::pair<const char*, std::size_t>> folders = {
        {"paper", 2},   {"bugs", 4},  {"related", 4},    {"errata", 4},
        {"explore", 4}, {"bench", 5}, {"regression", 4}, {"conformance", 60}};
    std::vector<Case> cases;
    for (const auto& [folder, every] : folders) {
        std::vector<Case> found = cases_under(folder, all ? 1 : every);
        ASSERT_FALSE(found.empty()) << folder;
        std::ranges::move(found, std::back_inserter(cases));
    }
    EXPECT_THAT(differences_from_fast(cases), IsEmpty());
}

// `seeds` of each profile, or as many as MUSIMD_CUDA_SEEDS says, from MUSIMD_CUDA_FIRST on.
TEST(CudaEngine, GivesWhatFastGivesOnRandomPrograms) {
    const char* const count = std::getenv("MUSIMD_CUDA_SEEDS");
    const char* const from = std::getenv("MUSIMD_CUDA_FIRST");
    const std::uint64_t seeds = count == nullptr ? 1 : std::strtoull(count, nullptr, 10);
    const std::uint64_t first = from == nullptr ? 0 : std::strtoull(from, nullptr, 10);
    EXPECT_THAT(differences_from_fast(random_cases(first, seeds)), IsEmpty());
}

/// A program compiled for the emulated device.
gpu::DeviceCode code_of(const Program& program) {
    const Program* const one = &program;
    auto compiled = gpu::compile(gpu::quick_emulated_device(), {&one, 1}, true);
    EXPECT_TRUE(compiled) << compiled.error();
    return std::move(compiled->front());
}

// 1,000 threads; 40 variables of them are not kept in registers, nor are all lane masks.
TEST(CudaEngine, RunsWideWarps) {
    std::string text = ".threads 1000\n.memory 0: 7\n  x = tid * 3\n  k = tid + 901\n  k = k % 1000\n";
    for (int i = 0; i < 40; ++i) text += fmt::format("  v{} = x + {}\n", i, i);
    text +=
        "  n = atomic_inc [0]\n  p = tid % 7\n  bz p, some\n  a = tid + 100\n  [a] = x\n  jump end\n"
        "some: everywhere\n  shfl v3, k\n  branch_mask tid, in\n  v4 = 0\n  jump out\nin: v5 = 0\n"
        "out: end_everywhere\n  y = x / 5\nend: sync\n  stop\n";
    Case c{"wide", support::read(text), {}};
    EXPECT_THAT(differences_from_fast({c}), IsEmpty());
    const gpu::DeviceCode code = code_of(c.program);
    gpu::BatchReport report;
    const gpu::Input input = gpu::input_of(c.program);
    const auto given =
        gpu::run_batch(gpu::quick_emulated_device(), c.program, {}, code, {&input, 1}, &report);
    ASSERT_TRUE(given) << given.error();
    EXPECT_EQ(given->front(), fast::run_fast(c.program, {}));
}

TEST(CudaEngine, RunsABatchOfInputs) {
    const Program program = support::read(
        ".threads 20\n.memory 0: 0\n.memory 100: 0\n  x = [0]\nl: y = x > 3\n  x = x - 1\n  bnz y, l\n  "
        "sync\n"
        "  a = 50 / x\n  far = x * -100000\n  far = far + 300000\n  [far] = tid\n  stop\n");
    std::vector<gpu::Input> inputs;
    std::vector<Result> expected;
    for (Value first = 0; first < 40; ++first) {
        Program one = program;
        one.preloads[0].words = {first};
        if (first % 3 == 0) one.active = ThreadSet::all(1);
        inputs.push_back(gpu::input_of(one));
        expected.push_back(fast::run_fast(one, {}));
    }
    gpu::BatchReport report;
    const auto given =
        gpu::run_batch(gpu::quick_emulated_device(), program, {}, code_of(program), inputs, &report);
    ASSERT_TRUE(given) << given.error();
    EXPECT_EQ(*given, expected);
    EXPECT_LT(report.by_device, 40U);  // several threads store different words to one address
    EXPECT_GT(report.by_device, 5U);
    EXPECT_GT(report.launches, 1U);
}

// What the compiled program leaves to another engine is right, but slow: of these it must do all.
TEST(CudaEngine, DoesProgramsWithoutATrapByItself) {
    for (const char* name : {"mandelbrot", "prefix-scan-shfl", "nested-everywhere", "grid-barrier"}) {
        const std::string file = std::string(MUSIMD_SOURCE_DIR "/programs/bench/") + name + ".asm";
        const Program program = support::read(support::read_file(file), {}, file);
        gpu::BatchReport report;
        const gpu::Input input = gpu::input_of(program);
        const auto given =
            gpu::run_batch(gpu::quick_emulated_device(), program, {}, code_of(program), {&input, 1}, &report);
        ASSERT_TRUE(given) << given.error();
        EXPECT_EQ(given->front(), fast::run_fast(program, {})) << name;
        EXPECT_EQ(report.by_device, 1U) << name;
    }
}

TEST(CudaEngine, SaysWhatItDoesNotRun) {
    EXPECT_THAT(gpu::unsupported(support::read("stop\n")), IsEmpty());
    EXPECT_THAT(gpu::unsupported(support::read(".threads 1025\nstop\n")),
                HasSubstr("1025 threads are too many for a hardware warp, which runs up to 1024"));
    EXPECT_THAT(gpu::unsupported(support::read("x = sqrt.f32 1.0f32\ny = sin.f32 x\nstop\n")),
                HasSubstr("'y = sin.f32 x' (line 2)"));
    const auto given = gpu::run_cuda_emulated;
    EXPECT_THROW(given(support::read(".threads 1025\nstop\n"), {}, nullptr), Unsupported);
}

}  // namespace
}  // namespace musimd::tests
