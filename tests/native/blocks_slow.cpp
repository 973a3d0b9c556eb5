// The native engine runs programs with blocks under `lockstep` as the other engines do: compiled where the
// order of turns cannot show, and else on the fast engine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "checking/conformance.hpp"
#include "isa/reader.hpp"
#include "semantics/tally.hpp"
#include "simulator/codegen/host_settings.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/native/batch.hpp"
#include "tests/support/block_programs.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::IsEmpty;

bool takes_all() {
    return std::getenv("MUSIMD_NATIVE_ALL") != nullptr;
}

// One of every twenty programs; all if MUSIMD_NATIVE_ALL is set.
TEST(NativeBlocks, AgreesWithFastOnThePrograms) {
    std::vector<support::ReadTest> found = support::block_programs_in_lock_step("");
    std::vector<NativeCase> cases;
    for (std::size_t i = 0; i < found.size(); i += takes_all() ? 1 : 20) {
        const MachineOptions options = test_options(*found[i].read.program);
        cases.push_back({found[i].test.title(), std::move(*found[i].read.program), options});
    }
    ASSERT_FALSE(cases.empty());
    EXPECT_THAT(differences_from_fast(cases), IsEmpty());
}

// MUSIMD_NATIVE_SEEDS programs (default 8), from MUSIMD_NATIVE_FIRST on.
TEST(NativeBlocks, AgreesWithFastOnRandomPrograms) {
    const auto number = [](const char* name, std::uint64_t otherwise) {
        const char* const text = std::getenv(name);
        return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
    };
    const std::uint64_t first = number("MUSIMD_NATIVE_FIRST", 0);
    std::vector<NativeCase> cases;
    for (std::uint64_t seed = first; seed < first + number("MUSIMD_NATIVE_SEEDS", 8); ++seed) {
        Program program = support::read(support::random_block_program(seed));
        MachineOptions options = test_options(program);
        options.max_steps = 400;
        cases.push_back({"seed " + std::to_string(seed), std::move(program), options});
    }
    EXPECT_THAT(differences_from_fast(cases), IsEmpty());
}

// ---- who runs what

struct Division {
    const char* what;
    bool compiled;  ///< runs as compiled code to its end
    std::string text;
};

std::string repeated(int times, const std::string& text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

const Division kDivisions[] = {
    {"shared memory, handed over at a block barrier", true,
     ".threads 4\n.block 8\n.grid 3\n.shared s 8\na = s + btid\n[a] = btid\nblock_barrier\nb = 7 - btid\n"
     "b = b + s\nx = [b]\nc = bid * 8\nc = c + btid\n[c] = x\nstop\n"},
    {"all forms of a block barrier", true,
     ".threads 4\n.block 6\nc = btid > 2\nn = block_barrier.count c\na = block_barrier.and c\n"
     "o = block_barrier.or c\nstop\n"},
    {"all collectives of a warp, in a partial one, too", true,
     ".threads 4\n.block 6\na = shfl.down 15, btid, 1\nb = shfl.xor 15, tid, 1, 2\nc = vote.ballot 15, tid\n"
     "d = vote.any 15, tid\ne = vote.all 15, tid\nf = match.any 15, 3\ng = match.all 15, tid\n"
     "h = reduce.add 15, tid\ni = reduce.max.u32 15, tid\nsyncwarp 15\nm = activemask\nstop\n"},
    {"a collective of the threads of one half", true,
     ".threads 4\n.block 4\nc = tid < 2\nbz c, e\nx = reduce.add 3, btid\njump j\ne: x = reduce.add 12, "
     "btid\n"
     "j: sync\nstop\n"},
    {"an exit in both halves, and after them", true,
     ".threads 8\n.block 8\na = tid & 1\nb = tid & 2\nbz a, e\nbz b, f\nexit\nf: sync\nx = 1\njump j\ne: y = "
     "2\n"
     "bnz b, g\nexit\ng: sync\nj: sync\nz = 3\nbz b, h\nexit\nh: sync\neverywhere\nw = vote.ballot 34, 1\n"
     "end_everywhere\nstop\n"},
    {"openings of several blocks that read the same words", true,
     ".threads 2\n.block 4\n.grid 4\n.memory 0: 5 6 7 8\ni = 0\nl: x = [btid]\nblock_barrier\ni = i + 1\nc = "
     "i < 9\n"
     "bnz c, l\nsync\nstop\n"},
    {"a barrier of the grid between blocks", true,
     ".threads 2\n.block 4\n.grid 2\na = bid * 4\na = a + btid\n[a] = btid\nbarrier\na = a ^ 4\nx = [a]\n"
     "block_barrier\nstop\n"},
    {"a fence without atomics", true, ".threads 2\n.block 4\nfence.block\nstop\n"},
    {"two groups in one step", false,
     ".threads 4\n.block 4\nm = match.any 15, tid\nx = reduce.add m, 1\nstop\n"},
    {"a mask that names a thread that has exited", false,
     ".threads 4\n.block 4\nbnz tid, e\nexit\ne: sync\nx = reduce.add 15, 1\nstop\n"},
    {"a block barrier after an exit", false,
     ".threads 4\n.block 4\nbnz tid, e\nexit\ne: sync\nblock_barrier\nstop\n"},
    {"a block barrier at two instructions", false,
     ".threads 2\n.block 4\nc = wid == 0\nbz c, e\nblock_barrier\njump j\ne: block_barrier\nj: sync\nstop\n"},
    {"a race within a block", false,
     ".threads 2\n.block 4\n.shared s 1\nbnz tid, e\n[s] = wid\ne: sync\nstop\n"},
    {"a race of two blocks, in different openings", false,
     ".threads 2\n.block 4\n.grid 2\nc = btid == 0\nbnz bid, w\nbz c, e\n[0] = 1\ne: "
     "sync\nblock_barrier\njump j\n"
     "w: block_barrier\nbz c, f\nx = [0]\nf: sync\nj: sync\nstop\n"},
    {"a race of two blocks, after others' use within the block", false,
     ".threads 1\n.block 2\n.grid 2\n.memory 0: 1\nbnz wid, e\n[0] = 2\ne: sync\nblock_barrier\nx = "
     "[0]\nstop\n"},
    {"shared memory of another block", false,
     ".threads 2\n.block 2\n.grid 2\n.shared s 4\na = s + 4\n[a] = 1\nstop\n"},
    {"a sum that does not fit", false,
     ".threads 2\n.block 2\nx = 9223372036854775807\ny = reduce.add 3, x\nstop\n"},
    {"threads that hand over shared memory at a block barrier", true,
     ".threads 8\n.block 16\n.grid 3\n.races thread\n.shared s 16\na = s + btid\n[a] = btid\nblock_barrier\n"
     "b = 15 - btid\nb = b + s\nx = [b]\nblock_barrier\n[b] = x\nc = bid * 16\nc = c + btid\n[c] = "
     "x\nstop\n"},
    {"threads of one warp that do", true,
     ".threads 8\n.block 8\n.grid 2\n.races thread\n.shared s 8\na = tid ^ 3\na = a + s\n[a] = tid\n"
     "block_barrier\nb = tid ^ 5\nb = b + s\nx = [b]\ny = [s]\nstop\n"},
    {"threads that read the same words", true,
     ".threads 4\n.block 8\n.grid 2\n.races thread\n.memory 0: 5 6 7 8\nx = [tid]\nblock_barrier\ny = "
     "[0]\nstop\n"},
    {"a race of two threads of a warp", false,
     ".threads 8\n.block 8\n.grid 2\n.races thread\n.shared s 8\na = s + tid\n[a] = tid\nb = 7 - tid\n"
     "b = b + s\nx = [b]\nblock_barrier\nstop\n"},
    {"two threads that store the same value", false,
     ".threads 4\n.block 4\n.races thread\na = tid & 1\n[a] = 1\nstop\n"},
    {"a race of threads of two blocks, in different openings", false,
     ".threads 2\n.block 2\n.grid 2\n.races thread\n.memory 0: 1\nx = [tid]\nblock_barrier\n[tid] = "
     "2\nstop\n"},
    {"atomics, where threads race", false,
     ".threads 2\n.block 4\n.races thread\n.memory 0: 0\nx = fetch_add [0], 1\nstop\n"},
    {"atomics of two warps on one word", true,
     ".threads 2\n.block 4\n.memory 0: 0\nx = fetch_add [0], 1\ny = atomic_inc [0]\nstop\n"},
    {"atomics in descending order, after barriers that warps reach at different times", true,
     ".threads 2\n.block 6\n.grid 3\n.order descending\n.memory 0: 0\ni = wid\nl: i = i - 1\nc = i > 0\nbnz "
     "c, l\n"
     "sync\nblock_barrier\nx = fetch_add [0], 1\nbarrier\ny = fetch_add [0], 1\nblock_barrier\nz = "
     "atomic_inc [0]\n"
     "stop\n"},
    {"variables that an everywhere block brings back, with an atomic in it", true,
     ".threads 2\n.block 2\n.grid 2\n.registers restore\n.memory 0: 0\nc = bid\neverywhere\nc = atomic_inc "
     "[0]\n"
     "end_everywhere\nstop\n"},
    {"words that blocks hand over", true,
     ".threads 1\n.block 1\n.grid 2\n.memory 8: 0\np = bid + 5\n[bid] = p\nfence.grid\nk = fetch_add [8], 1\n"
     "bz k, e\nfence.grid\na = [0]\nb = [1]\n[9] = a\ne: sync\nstop\n"},
    {"fences and openings between many barriers of the grid", true,
     ".threads 1\n.block 2\n.grid 2\n.memory 0: 0 0 0 0 0\n" +
         repeated(18,
                  "barrier\nblock_barrier\nfence.grid\nk = fetch_add [4], 1\n[wid] = k\nfence.grid\n"
                  "barrier\na = wid ^ 3\nx = [a]\n") +
         "stop\n"},
    {"more fences than are counted", false,
     ".threads 1\n.block 2\n.memory 0: 0\ni = 0\nl: fence.block\nk = fetch_add [0], 1\ni = i + 1\nc = i < "
     "20\n"
     "bnz c, l\nsync\nstop\n"},
    {"words that blocks hand over, with one fence of the block", false,
     ".threads 1\n.block 1\n.grid 2\n.memory 8: 0\np = bid + 5\n[bid] = p\nfence.block\nk = fetch_add [8], "
     "1\n"
     "bz k, e\nfence.grid\na = [0]\nb = [1]\n[9] = a\ne: sync\nstop\n"},
    {"atomics in a random order", false,
     ".threads 2\n.block 4\n.order random 3\n.memory 0: 0\nx = fetch_add [0], 1\nstop\n"},
    {"a compare and swap that might pass words on", false,
     ".threads 1\n.block 2\n.memory 8: 0\np = wid + 5\n[wid] = p\nfence.block\nk = fetch_cas [8], 0, 1\nbz "
     "k, e\n"
     "fence.block\na = [0]\ne: sync\nstop\n"},
};

TEST(NativeBlocks, CompilesWhatDoesNotDependOnTurns) {
    std::vector<Program> programs;
    std::vector<const Program*> pointers;
    for (const Division& each : kDivisions) programs.push_back(support::read(each.text));
    for (const Program& program : programs) pointers.push_back(&program);
    const auto compiled = native::compile(pointers, {}, quick_settings());
    ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const MachineOptions options = test_options(programs[i]);
        for (const unsigned threads : {1U, 3U}) {
            bool all = false;
            EXPECT_EQ(native::run(programs[i], options, (*compiled)[i], threads, &all),
                      fast::run_fast(programs[i], options))
                << kDivisions[i].what;
            EXPECT_EQ(all, kDivisions[i].compiled) << kDivisions[i].what;
        }
    }
}

// What the compiled programs have done, as the fast engine counts it.
TEST(NativeBlocks, TalliesAsFastDoes) {
    std::vector<Program> programs;
    std::vector<const Program*> pointers;
    for (const Division& each : kDivisions) {
        if (each.compiled) programs.push_back(support::read(each.text));
    }
    for (const Program& program : programs) pointers.push_back(&program);
    const auto compiled = native::compile(pointers, {.counts = true}, quick_settings());
    ASSERT_TRUE(compiled) << codegen::error_text(compiled.error());
    for (std::size_t i = 0; i < programs.size(); ++i) {
        for (const std::int64_t first : {0, 1}) {  // with 1, accesses of address 0 are outside
            const std::vector<Tally::Range> ranges(programs[i].instructions.size(), {first, 1 << 20});
            Tally by_fast(4, ranges);
            Tally by_native(4, ranges);
            MachineOptions options = test_options(programs[i]);
            options.tally = &by_fast;
            fast::run_fast(programs[i], options);
            options.tally = &by_native;
            native::tally(programs[i], options, (*compiled)[i], 2);
            ASSERT_TRUE(by_fast.is_complete() && by_native.is_complete()) << i;
            EXPECT_EQ(by_native.counts(), by_fast.counts()) << i;
            EXPECT_EQ(by_native.segments(), by_fast.segments()) << i;
            EXPECT_EQ(by_native.is_inside(), by_fast.is_inside()) << i;
        }
    }
}

}  // namespace
}  // namespace musimd::tests
