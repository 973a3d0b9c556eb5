// The device interpreter agrees with the other engines, on an emulated device: on the programs under
// programs/, and on random ones. MUSIMD_INTERPRETER_ALL runs all of the former, MUSIMD_INTERPRETER_SEEDS more
// of the latter.

#include "gpu_backend/interpreted/interpreter.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "gpu_backend/device/nvrtc.hpp"
#include "gpu_backend/texts.hpp"
#include "tests/interpreter/cases.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using gpu::Interpreted;
using interpreter::Reason;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Interpreter, AgreesWithTheRulesOnRandomPrograms) {
    const auto cases = random_cases(number("MUSIMD_INTERPRETER_SEEDS", 16));
    EXPECT_THAT(differences(cases, interpreted(cases), true), IsEmpty());
}

// Several strips of 32 threads; the last one is incomplete, or complete.
TEST(Interpreter, AgreesWithFastOnWideWarps) {
    for (const std::uint32_t threads : {33U, 64U, 100U, 1024U}) {
        differential::Shape shape;
        shape.threads = threads;
        const auto cases = random_cases(number("MUSIMD_INTERPRETER_SEEDS", threads == 1024 ? 1 : 3), shape);
        EXPECT_THAT(differences(cases, interpreted(cases)), IsEmpty()) << threads << " threads";
    }
}

TEST(Interpreter, ContinuesFromSliceToSlice) {
    for (const auto& cases : {random_cases(2), random_block_cases(40)}) {
        EXPECT_THAT(differences(cases, interpreted(cases, 1)), IsEmpty());
        EXPECT_THAT(differences(cases, interpreted(cases, 7)), IsEmpty());
    }
}

TEST(Interpreter, AgreesWithFastOnThePrograms) {
    for (const char* folder :
         {"paper", "bugs", "related", "errata", "explore", "regression", "conformance", "bench"}) {
        const auto cases = cases_under(folder);
        ASSERT_FALSE(cases.empty()) << folder;
        EXPECT_THAT(differences(cases, interpreted(cases)), IsEmpty()) << folder;
    }
}

TEST(Interpreter, AgreesWithTheRulesOnRandomBlocks) {
    const auto cases = random_block_cases(number("MUSIMD_INTERPRETER_SEEDS", 150));
    const std::vector<Interpreted> found = interpreted(cases);
    EXPECT_THAT(differences(cases, found, true), IsEmpty());
    // Most of them trap or race.
    EXPECT_GT(std::ranges::count_if(found, &Interpreted::by_device), std::ssize(found) / 10);
}

// ---- programs that it must run completely

Interpreted run_alone(const std::string& text, MachineOptions options = {}) {
    Program program = support::read(text);
    if (program.order != Order::ascending) {
        options.order = program.order;
        options.seed = program.seed;
    }
    const std::vector<InterpreterCase> one = {{"", {std::move(program), options}}};
    std::vector<Interpreted> found = interpreted(one);
    EXPECT_THAT(differences(one, found), IsEmpty());
    return std::move(found.front());
}

TEST(Interpreter, RunsProgramsWithoutATrapCompletely) {
    for (const InterpreterCase& each : cases_under("paper")) {
        const Interpreted found = interpreted({each}).front();
        EXPECT_EQ(found.by_device, found.result.outcome != Outcome::trap) << each.title;
    }
}

TEST(Interpreter, TakesTheTurnsOfAGridWithBarriers) {
    const Interpreted found = run_alone(
        ".threads 40\n.warps 3\n  a = wid * 40\n  a = a + tid\n  [a] = wid\n  barrier\n"
        "  a = a + 40\n  a = a % 120\n  x = [a]\n  stop\n");
    EXPECT_TRUE(found.by_device);
    EXPECT_EQ(found.result.steps, 24U);
}

// In random order too, in which each warp takes a ticket from Σ.
TEST(Interpreter, TakesTurnsInTheOrderOfTheScheduler) {
    for (const std::string order : {"ascending", "descending", "random 1", "random 2"}) {
        for (const int warps : {2, 5, 32}) {
            const Interpreted found = run_alone(fmt::format(
                ".threads 3\n.warps {}\n.memory 0: 0\n.order {}\n  x = atomic_inc [0]\n  y = atomic_inc [0]\n"
                "  barrier\n  z = atomic_inc [0]\n  stop\n",
                warps, order));
            EXPECT_TRUE(found.by_device) << warps << " warps, " << order;
        }
    }
    EXPECT_FALSE(run_alone(".threads 1\n.warps 33\n.order random 1\n  x = wid\n  stop\n").by_device);
}

TEST(Interpreter, FindsTheRaceOfTwoWarps) {
    const Interpreted found = run_alone(".threads 2\n.warps 2\n  [7] = 1\n  stop\n");
    EXPECT_EQ(found.reason, Reason::race);
    EXPECT_EQ(found.result.trap->kind, TrapKind::race);
}

TEST(Interpreter, LeavesWhatItDoesNotSupport) {
    EXPECT_EQ(run_alone(".threads 2\n  x = sin.f32 1.0f32\n  stop\n").reason, Reason::mathematics);
    EXPECT_EQ(run_alone(".threads 2\n.memory 0: 1\n.order random 3\n  x = atomic_inc [0]\n  stop\n").reason,
              Reason::none);
    MachineOptions random;
    random.order = Order::random;
    EXPECT_EQ(run_alone(".threads 40\n.memory 0: 1\n  x = atomic_inc [0]\n  stop\n", random).reason,
              Reason::increments);
    EXPECT_FALSE(run_alone(".threads 1025\n  x = tid\n  stop\n").by_device);
}

// Π of a branch that is never synchronised grows, as does Λ of a block that is never ended.
TEST(Interpreter, LeavesStacksThatGrow) {
    MachineOptions options;
    options.max_steps = 5'000;
    const Interpreted blocks = run_alone(".threads 3\nl: everywhere\n  jump l\n", options);
    EXPECT_EQ(blocks.reason, Reason::stacks);
    EXPECT_EQ(blocks.result.outcome, Outcome::limit);
    const Interpreted branches = run_alone(".threads 3\nl: bnz tid, m\nm: bz tid, n\nn: jump l\n", options);
    EXPECT_EQ(branches.reason, Reason::stacks);
    EXPECT_EQ(branches.result.outcome, Outcome::limit);
}

// The highest addresses that a single machine has, and higher ones.
TEST(Interpreter, HasTheAddressesThatAProgramNames) {
    MachineOptions options;
    options.max_address = std::int64_t{1} << 40;
    const Interpreted far =
        run_alone(".threads 1\n  [1000000000000] = 5\n  x = [1000000000000]\n  stop\n", options);
    EXPECT_EQ(far.reason, Reason::address);
    EXPECT_EQ(far.result.outcome, Outcome::stop);
    EXPECT_TRUE(run_alone(".threads 4\n.buffer b 5000 4\n  a = tid + 5000\n  [a] = tid\n  stop\n").by_device);
}

TEST(Interpreter, UndoesIncrementsIfOneOverflows) {
    for (const char* order : {"ascending", "descending"}) {
        const Interpreted found =
            run_alone(".threads 70\n.word 8\n.memory 3: 100 5\n.order " + std::string(order) +
                      "\n  a = tid & 1\n  a = a + 3\n  x = atomic_inc [a]\n  stop\n");
        EXPECT_EQ(found.reason, Reason::trap) << order;
    }
}

// Threads of one strip and of several; the first pair and the last pair.
TEST(Interpreter, FindsThreadsThatStoreDifferentValuesToOneAddress) {
    for (const auto& [threads, divisor] :
         {std::pair(2, 1), {32, 31}, {33, 32}, {100, 99}, {1024, 1023}, {70, 3}}) {
        const std::string store = fmt::format(".threads {}\n  a = tid % {}\n  x = 7\n", threads, divisor);
        const Interpreted same = run_alone(store + "  [a] = x\n  stop\n");
        EXPECT_TRUE(same.by_device) << threads;
        const Interpreted different = run_alone(store + "  [a] = tid\n  stop\n");
        EXPECT_EQ(different.reason, Reason::trap) << threads;
    }
}

// Every thread increments one of a few words, and the order is visible.
TEST(Interpreter, IncrementsInTheOrderOfTheThreads) {
    for (const std::string order : {"ascending", "descending"}) {
        for (const int threads : {5, 32, 70, 1024}) {
            const Interpreted found = run_alone(
                fmt::format(".threads {}\n.fill 0 5 100\n.order {}\n  a = tid % 5\n  x = atomic_inc [a]\n"
                            "  b = tid & 1\n  bz b, end\n  y = atomic_inc [a]\nend: sync\n  stop\n",
                            threads, order));
            EXPECT_TRUE(found.by_device) << threads << " " << order;
        }
    }
    EXPECT_TRUE(run_alone(".threads 30\n.fill 0 5 100\n.order random 9\n  a = tid % 5\n  x = atomic_inc [a]\n"
                          "  stop\n")
                    .by_device);
}

// ---- blocks and collectives

// Except where fences order what would be races, or a `syncwarp` does among the threads of a warp.
TEST(Interpreter, RunsTheConformanceProgramsOfBlocksThatStop) {
    const auto may_be_left = [](const Program& program) {
        return program.races == RaceMode::thread ||
               std::ranges::find(program.instructions, Opcode::fence, &Instruction::opcode) !=
                   program.instructions.end();
    };
    const auto cases = cases_under("conformance/blocks");
    const std::vector<Interpreted> found = interpreted(cases);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (found[i].result.outcome != Outcome::stop || may_be_left(cases[i].run.program)) continue;
        EXPECT_TRUE(found[i].by_device) << cases[i].title;
    }
    EXPECT_GT(std::ranges::count_if(found, &Interpreted::by_device), 150);
}

// Masks of one strip of 32 threads and of two, the last one complete or not.
TEST(Interpreter, RunsCollectivesOfGroups) {
    for (const int threads : {1, 5, 32, 33, 40, 64}) {
        std::string text = fmt::format(".threads {}\n.block {}\n.word 64\n  k = tid % 3\n  a = activemask\n",
                                       threads, 2 * threads - 1);
        text +=
            "  m = match.any a, k\n  x = tid * tid\n  o = tid & 7\n  all = match.all m, k\n  none = "
            "match.all a, k\n";
        for (const char* mode : {"idx", "up", "down", "xor"})
            text += fmt::format("  s{0} = shfl.{0} m, x, o\n  t{0} = shfl.{0} a, btid, o, 1\n", mode);
        for (const char* vote : {"ballot", "any", "all"})
            text += fmt::format("  v{0} = vote.{0} m, o\n", vote);
        for (const char* op : {"add", "min", "max", "and", "or", "xor"})
            text += fmt::format("  r{0} = reduce.{0} m, x\n  u{0} = reduce.{0}.u8 a, x\n", op);
        text += "  f = cvt.f32.i32 x\n  g = reduce.max.f32 m, f\n";
        text +=
            "  bz k, go\n  e = activemask\n  exit\ngo: sync\n  h = vote.ballot a, 1\n  syncwarp a\n  stop\n";
        const Interpreted found = run_alone(text);
        EXPECT_TRUE(found.by_device) << threads;
        EXPECT_EQ(found.result.warnings.size(), threads == 1 ? 0U : 2U) << threads;
    }
}

TEST(Interpreter, OpensTheBarriersOfBlocks) {
    for (const std::string order : {"ascending", "descending", "random 3"}) {
        const Interpreted found = run_alone(fmt::format(
            ".threads 40\n.block 100\n.grid 3\n.shared box 100\n.order {}\n  a = box + btid\n  [a] = wid\n"
            "  n = block_barrier.count tid\n  b = 99 - btid\n  b = b + box\n  x = [b]\n  y = "
            "block_barrier.and x\n"
            "  z = block_barrier.or x\n  [b] = tid\n  block_barrier\n  w = [a]\n  barrier\n  [btid] = 5\n  "
            "stop\n",
            order));
        EXPECT_EQ(found.reason, Reason::race) << "different blocks store to one address";
        const Interpreted alone = run_alone(fmt::format(
            ".threads 40\n.block 100\n.grid 3\n.shared box 100\n.order {}\n  a = box + btid\n  [a] = wid\n"
            "  n = block_barrier.count tid\n  b = 99 - btid\n  b = b + box\n  x = [b]\n  y = "
            "block_barrier.and x\n"
            "  z = block_barrier.or x\n  block_barrier\n  [b] = tid\n  block_barrier\n  w = [a]\n  bnz bid, "
            "go\n"
            "  [btid] = w\ngo: sync\n  barrier\n  v = [btid]\n  stop\n",
            order));
        EXPECT_TRUE(alone.by_device) << order;
        EXPECT_EQ(alone.result.shared.size(), 3U);
    }
}

TEST(Interpreter, WarnsOfWhatSyncthreadsDoesNotAllow) {
    const Interpreted found = run_alone(
        ".threads 2\n.block 5\n  bnz btid, on\n  exit\non: sync\n  bnz wid, far\n  block_barrier\n  jump "
        "end\n"
        "far: block_barrier\nend: sync\n  block_barrier\n  stop\n");
    EXPECT_TRUE(found.by_device);
    EXPECT_EQ(found.result.warnings.size(), 3U);
}

// A word that two warps use is ordered only by a barrier of their own block, or by one of the grid.
TEST(Interpreter, MissesNoRaceOfBlocks) {
    const auto handed = [](const std::string& body) {
        return run_alone(".threads 2\n.block 4\n.grid 2\n.memory 0: 7 7\n" + body + "  stop\n").reason;
    };
    EXPECT_EQ(handed("  x = [0]\n  block_barrier\n  y = [0]\n"), Reason::none);
    EXPECT_EQ(handed("  bnz wid, a\n  [0] = 1\na: sync\n  block_barrier\n  bnz bid, b\n  x = [0]\nb: sync\n"),
              Reason::none);
    EXPECT_EQ(handed("  bnz wid, a\n  [0] = 1\na: sync\n  block_barrier\n  x = [0]\n"), Reason::race);
    // A block reads again what it has written before a barrier of its own; then the other block reads it.
    EXPECT_EQ(handed("  bnz wid, a\n  [0] = 1\na: sync\n  block_barrier\n  bnz bid, b\n  x = [0]\nb: sync\n"
                     "  block_barrier\n  block_barrier\n  bz bid, c\n  x = [0]\nc: sync\n"),
              Reason::race);
    EXPECT_EQ(handed("  bnz bid, a\n  x = [0]\na: sync\n  block_barrier\n  bz bid, b\n  [0] = 2\nb: sync\n"),
              Reason::race);
    EXPECT_EQ(
        handed(
            "  bnz bid, a\n  x = [0]\na: sync\n  barrier\n  c = wid == 3\n  bz c, b\n  [0] = 2\nb: sync\n"),
        Reason::none);
}

TEST(Interpreter, LeavesWhatFencesOrder) {
    const Interpreted found = run_alone(
        ".threads 1\n.block 1\n.grid 2\n.memory 1: 0\n  bnz bid, take\n  [0] = 5\n  fence.grid\n"
        "  f = fetch_add [1], 1\n  jump end\ntake: f = fetch_or [1], 0\n  bz f, again\n  fence.grid\n  x = "
        "[0]\n"
        "  jump join\nagain: jump take\njoin: sync\nend: sync\n  stop\n");
    EXPECT_EQ(found.reason, Reason::race);
}

// ---- a device with less memory than it reports

class SmallDevice : public gpu::Device {
  public:
    explicit SmallDevice(std::size_t bytes) : bytes_(bytes) {}
    std::string name() const override { return "a small device"; }
    std::string prelude() const override { return real_.prelude(); }
    tl::expected<gpu::Compilation, std::string> compile(const std::string& source) override {
        return real_.compile(source);
    }
    std::unique_ptr<gpu::DeviceMemory> allocate(std::size_t bytes) override {
        most_asked = std::max(most_asked, bytes);
        return bytes > bytes_ ? nullptr : real_.allocate(bytes);
    }
    std::size_t free_bytes() const override { return real_.free_bytes(); }
    unsigned max_warps() const override { return real_.max_warps(); }

    std::size_t most_asked = 0;

  private:
    gpu::Device& real_ = gpu::emulated_device();
    std::size_t bytes_;
};

tl::expected<std::vector<Interpreted>, std::string> run_on(gpu::Device& device,
                                                           const std::vector<InterpreterCase>& cases) {
    std::vector<PlannedRun> runs;
    for (const InterpreterCase& each : cases) runs.push_back({&each.run.program, each.run.options});
    return gpu::run_interpreted(device, *gpu::built_in_interpreter(), runs);
}

TEST(Interpreter, RunsAsManyAtOnceAsFit) {
    SmallDevice device(std::size_t{2} << 20);
    const auto cases = random_cases(10);
    const auto found = run_on(device, cases);
    ASSERT_TRUE(found) << found.error();
    EXPECT_GT(device.most_asked, std::size_t{2} << 20);
    EXPECT_THAT(differences(cases, *found), IsEmpty());
}

TEST(Interpreter, ReportsThatNotEvenOneFits) {
    SmallDevice device(1000);
    const auto found = run_on(device, random_cases(1));
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error(),
                testing::MatchesRegex("a small device is out of memory: one machine needs .* MiB\n"));
}

// ---- the source that a device compiles

void expect_the_same_on(gpu::Device& device, const std::vector<InterpreterCase>& cases) {
    const auto compiled = device.compile(gpu::interpreter_source(device.prelude()));
    ASSERT_TRUE(compiled) << compiled.error();
    std::vector<PlannedRun> runs;
    for (const InterpreterCase& each : cases) runs.push_back({&each.run.program, each.run.options});
    const auto found = gpu::run_interpreted(device, *compiled->module, runs);
    ASSERT_TRUE(found) << found.error();
    EXPECT_THAT(differences(cases, *found), IsEmpty());
}

TEST(Interpreter, IsTheSameWhenTheDeviceCompilesIt) {
    expect_the_same_on(gpu::emulated_device(), random_cases(2));
    expect_the_same_on(gpu::emulated_device(), random_block_cases(20));
}

TEST(Interpreter, IsTheSameOnAGpu) {
    const auto device = gpu::cuda_device();
    if (!device) GTEST_SKIP() << device.error();
    expect_the_same_on(**device, random_cases(number("MUSIMD_INTERPRETER_SEEDS", 100)));
    expect_the_same_on(**device, random_block_cases(number("MUSIMD_INTERPRETER_SEEDS", 100)));
    for (const char* folder :
         {"paper", "bugs", "related", "errata", "explore", "regression", "conformance", "bench"})
        expect_the_same_on(**device, cases_under(folder));
    differential::Shape wide;
    wide.threads = 1024;
    expect_the_same_on(**device, random_cases(5, wide));
}

// To machine code for an H200 and to PTX; no device is needed.
TEST(Interpreter, IsCompiledByNvrtc) {
    const auto nvrtc = gpu::Nvrtc::find();
    if (!nvrtc) GTEST_SKIP() << nvrtc.error();
    const std::string source =
        gpu::interpreter_source(codegen::pasted(gpu::texts(), "gpu_backend/device/prelude/warp_cuda.hpp"));
    for (const char* target : {"sm_90", "compute_90"}) {
        const auto binary = (*nvrtc)->compile(source, target);
        ASSERT_TRUE(binary) << target << ": " << binary.error();
        EXPECT_THAT(binary->bytes, HasSubstr("musimd_interpret")) << target;
    }
}

}  // namespace
}  // namespace musimd::tests
