// The engine cuda agrees with the fast engine: its code on the emulated device, on the programs under
// programs/ and on random ones.

#include "gpu_backend/compiled/engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "differential/programs/compare/comparison.hpp"
#include "differential/programs/generate/generator.hpp"
#include "engines/engines.hpp"
#include "gpu_backend/compiled/unit.hpp"
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

// A low limit for programs that do not end: the emulator is slow.
std::vector<Case> cases_under(const std::string& folder, std::size_t every) {
    MachineOptions options;
    options.max_steps = 10'000;
    std::vector<Case> cases;
    std::size_t number = 0;
    for (support::ReadTest& each : support::programs_without_blocks(folder)) {
        if (each.read && number++ % every == 0)
            cases.push_back({each.test.file + " " + each.test.name, std::move(*each.read.program), options});
    }
    return cases;
}

std::vector<Case> random_cases(std::uint64_t first, std::uint64_t seeds) {
    std::vector<Case> cases;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        for (const differential::ProfileInfo& info : differential::profiles_without_blocks()) {
            differential::Case generated = differential::generate(info.profile, seed);
            cases.push_back({fmt::format("{}, seed {}", info.name, seed), std::move(generated.program),
                             generated.options});
        }
    }
    return cases;
}

/// The program's own input and others: other words in Σ, some threads inactive from the start.
std::vector<gpu::Input> inputs_of(const Program& program, std::size_t count) {
    std::vector<gpu::Input> inputs{gpu::input_of(program)};
    std::mt19937_64 random(20261121);
    while (inputs.size() < count) {
        gpu::Input input = inputs.front();
        for (Preload& preload : input.preloads) {
            const auto small = [&] { return static_cast<Value>(random() % 16) - 4; };
            for (Value& word : preload.words) word = random() % 2 == 0 ? word : small();
            if (preload.words.empty() && random() % 2 == 0) preload.start = small();
        }
        if (random() % 4 == 0) {
            program.active.for_each([&](Thread t) {
                if (random() % 2 == 0 && input.active.size() > 1) input.active.erase(t);
            });
        }
        inputs.push_back(std::move(input));
    }
    return inputs;
}

/// The differences from the fast engine in the runs of a program; empty if all runs are equal.
std::string differences_of(gpu::Device& device, const Case& c, const gpu::DeviceCode& code,
                           std::size_t inputs) {
    constexpr std::uint64_t kSlice = 40;  // so that programs pause; few run long enough otherwise
    const std::vector<gpu::Input> all = inputs_of(c.program, inputs);
    const auto given = gpu::run_batch(device, c.program, c.options, code, all, nullptr, kSlice);
    if (!given) return given.error();
    for (std::size_t i = 0; i < all.size(); ++i) {
        Program program = c.program;
        program.preloads = all[i].preloads;
        program.active = all[i].active;
        const std::string differs = differential::differences(program, fast::run_fast(program, c.options),
                                                              "fast", (*given)[i], "cuda");
        if (!differs.empty()) return fmt::format("{}, input {}: {}", c.title, i, differs);
    }
    return {};
}

/// Compiles the cases, 40 at a time, and runs each on this many inputs. Returns one line per difference from
/// the fast engine, or per compile error.
std::vector<std::string> differences_from_fast(gpu::Device& device, const std::vector<Case>& cases,
                                               std::size_t inputs) {
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
        const auto compiled = gpu::compile(device, programs, true);
        if (!compiled) found.push_back(compiled.error());
        for (std::size_t i = first; compiled && i < end; ++i) {
            std::string differs = differences_of(device, *possible[i], (*compiled)[i - first], inputs);
            if (!differs.empty()) found.push_back(std::move(differs));
        }
    }
    return found;
}

// The small folders completely and one of `every` programs of the others, or everything.
std::vector<Case> cases_of_programs(bool all) {
    const std::vector<std::pair<const char*, std::size_t>> folders = {
        {"paper", 2},   {"bugs", 4},  {"related", 4},    {"errata", 4},
        {"explore", 4}, {"bench", 5}, {"regression", 4}, {"conformance", 60}};
    std::vector<Case> cases;
    for (const auto& [folder, every] : folders) {
        std::vector<Case> found = cases_under(folder, all ? 1 : every);
        EXPECT_FALSE(found.empty()) << folder;
        std::ranges::move(found, std::back_inserter(cases));
    }
    return cases;
}

/// The value of an environment variable, or the default.
std::uint64_t number_of(const char* variable, std::uint64_t otherwise) {
    const char* const value = std::getenv(variable);
    return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

TEST(CudaEngine, AgreesWithFastOnThePrograms) {
    const std::vector<Case> cases = cases_of_programs(std::getenv("MUSIMD_CUDA_ALL") != nullptr);
    EXPECT_THAT(differences_from_fast(gpu::quick_emulated_device(), cases, 1), IsEmpty());
}

// MUSIMD_CUDA_SEEDS programs of each profile, from MUSIMD_CUDA_FIRST on.
TEST(CudaEngine, AgreesWithFastOnRandomPrograms) {
    const auto cases = random_cases(number_of("MUSIMD_CUDA_FIRST", 0), number_of("MUSIMD_CUDA_SEEDS", 1));
    EXPECT_THAT(differences_from_fast(gpu::quick_emulated_device(), cases, 3), IsEmpty());
}

/// On an actual GPU.
class CudaDeviceTest : public testing::Test {
  protected:
    void SetUp() override {
        const auto found = gpu::cuda_device();
        if (!found) GTEST_SKIP() << found.error();
        device_ = *found;
    }
    gpu::Device* device_ = nullptr;
};

TEST_F(CudaDeviceTest, AgreesWithFastOnThePrograms) {
    EXPECT_THAT(
        differences_from_fast(*device_, cases_of_programs(std::getenv("MUSIMD_CUDA_ALL") != nullptr), 1),
        IsEmpty());
}

TEST_F(CudaDeviceTest, AgreesWithFastOnRandomProgramsAndInputs) {
    const auto cases = random_cases(number_of("MUSIMD_CUDA_FIRST", 0), number_of("MUSIMD_CUDA_SEEDS", 1));
    EXPECT_THAT(differences_from_fast(*device_, cases, 50), IsEmpty());
}

/// A program compiled for the emulated device.
gpu::DeviceCode code_of(const Program& program) {
    const Program* const one = &program;
    auto compiled = gpu::compile(gpu::quick_emulated_device(), {&one, 1}, true);
    EXPECT_TRUE(compiled) << compiled.error();
    return std::move(compiled->front());
}

// 1,000 threads; 40 of their variables are not kept in registers, and neither are all lane masks.
TEST(CudaEngine, RunsWideWarps) {
    std::string text = ".threads 1000\n.memory 0: 7\n  x = tid * 3\n  k = tid + 901\n  k = k % 1000\n";
    for (int i = 0; i < 40; ++i) text += fmt::format("  v{} = x + {}\n", i, i);
    text +=
        "  n = atomic_inc [0]\n  p = tid % 7\n  bz p, some\n  a = tid + 100\n  [a] = x\n  jump end\n"
        "some: everywhere\n  shfl v3, k\n  branch_mask tid, in\n  v4 = 0\n  jump out\nin: v5 = 0\n"
        "out: end_everywhere\n  y = x / 5\nend: sync\n  stop\n";
    Case c{"wide", support::read(text), {}};
    EXPECT_THAT(differences_from_fast(gpu::quick_emulated_device(), {c}, 2), IsEmpty());
    const gpu::DeviceCode code = code_of(c.program);
    gpu::BatchReport report;
    const gpu::Input input = gpu::input_of(c.program);
    const auto given =
        gpu::run_batch(gpu::quick_emulated_device(), c.program, {}, code, {&input, 1}, &report);
    ASSERT_TRUE(given) << given.error();
    EXPECT_EQ(given->front(), fast::run_fast(c.program, {}));
}

// More variables than a word has bits, in one strip and in two; some lanes never define some of them, which a
// shuffle and the restored bank reveal.
TEST(CudaEngine, TracksDefinednessOfManyVariables) {
    std::vector<Case> cases;
    for (const int threads : {20, 50}) {
        std::string text =
            fmt::format(".threads {}\n.registers restore\n  k = tid + 3\n  k = k % {}\n", threads, threads);
        for (int i = 0; i < 40; ++i) {
            text +=
                fmt::format("  p = tid % {}\n  bz p, l{}\n  v{} = tid + {}\nl{}: sync\n", i + 2, i, i, i, i);
        }
        const std::string all = text;
        for (const char* end :
             {"  shfl v3, k\n", "  y = v39 + 1\n", "  everywhere\n  v38 = k\n  end_everywhere\n",
              "  v37 = 1\n  shfl v37, k\n  y = v37\n  z = v0\n"}) {
            cases.push_back(
                {fmt::format("{} threads{}", threads, end), support::read(all + end + "  stop\n"), {}});
        }
    }
    EXPECT_THAT(differences_from_fast(gpu::quick_emulated_device(), cases, 2), IsEmpty());
}

TEST(CudaEngine, LeavesABufferAboveTheLimitToAnotherEngine) {
    constexpr std::int64_t kFar = 100'000'000;  // a device has room for 67,108,864 words
    ReadOptions reading;
    reading.max_address = 2 * kFar;
    MachineOptions options;
    options.max_address = 2 * kFar;
    const std::string text = fmt::format(
        ".threads 4\n.buffer A 0 9\n.buffer B {0} 9\n  a = tid + {0}\n  [a] = tid\n  x = [a]\n  stop\n",
        kFar);
    const Case c{"far", support::read(text, reading), options};
    EXPECT_THAT(differences_from_fast(gpu::quick_emulated_device(), {c}, 1), IsEmpty());
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

// What the compiled program leaves to another engine is correct, but slow: these it must run completely.
TEST(CudaEngine, RunsProgramsWithoutATrapCompletely) {
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

// Interpreted on the same device.
TEST(CudaEngine, RunsProgramsWithBlocks) {
    const Program program = support::read(
        ".threads 4\n.block 7\n.grid 2\n.shared s 7\n  a = s + btid\n  [a] = btid\n"
        "  n = block_barrier.count btid\n  b = 6 - btid\n  b = b + s\n  x = [b]\n  stop\n");
    EXPECT_EQ(gpu::run_cuda_emulated(program, {}, nullptr), run_rules(program));
    EXPECT_THROW(gpu::run_cuda_emulated(support::read(".model volta\nstop\n"), {}, nullptr), Unsupported);
}

TEST(CudaEngine, ReportsWhatItDoesNotRun) {
    EXPECT_THAT(gpu::unsupported(support::read("stop\n")), IsEmpty());
    EXPECT_THAT(gpu::unsupported(support::read(".threads 1025\nstop\n")),
                HasSubstr("1025 threads are too many for a hardware warp; the maximum is 1024"));
    EXPECT_THAT(gpu::unsupported(support::read("x = sqrt.f32 1.0f32\ny = sin.f32 x\nstop\n")),
                HasSubstr("'y = sin.f32 x' (line 2)"));
    const auto given = gpu::run_cuda_emulated;
    EXPECT_THROW(given(support::read(".threads 1025\nstop\n"), {}, nullptr), Unsupported);
}

/// A device whose compiler reports an error in the line with a given text.
class FaultyDevice : public gpu::Device {
  public:
    explicit FaultyDevice(std::string text) : text_(std::move(text)) {}
    std::string name() const override { return "faulty"; }
    std::string prelude() const override { return {}; }
    tl::expected<gpu::Compilation, std::string> compile(const std::string& source) override {
        const auto end = source.begin() + static_cast<std::ptrdiff_t>(source.find(text_));
        return tl::unexpected(
            fmt::format("unit.cu({}): error: no such thing\n", std::count(source.begin(), end, '\n') + 1));
    }
    std::unique_ptr<gpu::DeviceMemory> allocate(std::size_t) override { return nullptr; }
    std::size_t free_bytes() const override { return std::size_t{1} << 20; }
    unsigned max_warps() const override { return 1; }

  private:
    std::string text_;
};

TEST(CudaEngine, ShowsTheInstructionThatACompilerRejects) {
    const Program program = support::read("  x = tid\n  y = x * 3\n  stop\n");
    const Program* const one = &program;
    FaultyDevice device("mul(t0_x");
    const auto compiled = gpu::compile(device, {&one, 1}, true);
    ASSERT_FALSE(compiled);
    EXPECT_THAT(compiled.error(),
                HasSubstr("): error: no such thing\n    in instruction 2 (line 2): y = x * 3\n"));
}

TEST(CudaEngine, ReportsThatTheDeviceIsOutOfMemory) {
    const Program program = support::read("  stop\n");
    FaultyDevice device("");
    const gpu::Input input = gpu::input_of(program);
    const auto given = gpu::run_batch(device, program, {}, code_of(program), {&input, 1});
    ASSERT_FALSE(given);
    EXPECT_EQ(given.error(), "faulty is out of memory: the program's state needs 1 MiB, 1 MiB are free\n");
}

}  // namespace
}  // namespace musimd::tests
