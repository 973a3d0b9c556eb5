#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "host/arena.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/fast/kernels.hpp"
#include "simulator/vector_extension.hpp"
#include "tests/support/programs.hpp"

namespace musimd::fast_engine_test {
namespace {

using support::read;

// The race of a program, as both engines report it: the threads that it names.
std::vector<Thread> threads_of_race(std::string_view text) {
    const Program program = read(text);
    const Result expected = run_rules(program, {});
    EXPECT_EQ(fast::run_fast(program), expected);
    EXPECT_TRUE(expected.trap.has_value() && expected.trap->kind == TrapKind::race);
    return expected.trap ? expected.trap->threads : std::vector<Thread>{};
}

// Threads 0 and 1 of warp 1 store equal words to address 10, which is not a race between warps; thread 2
// stores where warp 0 has stored.
TEST(FastEngine, NamesTheStoreThatConflicts) {
    EXPECT_EQ(threads_of_race(".threads 4\n.warps 2\n"
                              "        c = wid == 0\n"
                              "        bz c, second\n"
                              "        [20] = 7\n"
                              "        jump join\n"
                              "second: a = tid > 1\n"
                              "        a = a * 10\n"
                              "        a = a + 10\n"
                              "        [a] = 5\n"
                              "join:   sync\n"
                              "        stop\n"),
              std::vector<Thread>{2});
}

// Threads 0 and 3 store equal words to address 0, and thread 1 stores where thread 2 has read: the lowest
// thread on a conflicting address is thread 0, though the store of thread 1 is the first to conflict with an
// earlier access.
TEST(FastEngine, NamesTheLowestOfConflictingStores) {
    EXPECT_EQ(threads_of_race(".threads 4\n.races thread\n.memory 10: 1\n"
                              "        c = tid == 2\n"
                              "        bz c, rest\n"
                              "        x = [10]\n"
                              "rest:   sync\n"
                              "        a = tid == 1\n"
                              "        a = a * 10\n"
                              "        b = tid == 2\n"
                              "        b = b * 30\n"
                              "        a = a + b\n"
                              "        [a] = 5\n"
                              "        stop\n"),
              std::vector<Thread>{0});
}

// A read and an increment, in either order; two increments, which do not race.
TEST(FastEngine, DistinguishesReadsFromIncrements) {
    EXPECT_EQ(threads_of_race(".threads 2\n.races thread\n.memory 0: 1\n"
                              "        bz tid, rest\n"
                              "        x = [0]\n"
                              "rest:   sync\n"
                              "        n = atomic_inc [0]\n"
                              "        stop\n"),
              std::vector<Thread>{0});
    EXPECT_EQ(threads_of_race(".threads 2\n.races thread\n.memory 0: 1\n"
                              "        n = atomic_inc [0]\n"
                              "        bz tid, rest\n"
                              "        x = [0]\n"
                              "rest:   sync\n"
                              "        stop\n"),
              std::vector<Thread>{1});
    const Program program = read(
        ".threads 4\n.races thread\n.memory 0: 1\n"
        "        n = atomic_inc [0]\n"
        "        n = atomic_inc [0]\n"
        "        stop\n");
    EXPECT_EQ(run_rules(program, {}).outcome, Outcome::stop);
    EXPECT_EQ(fast::run_fast(program), run_rules(program, {}));
}

// Stores of one run are not visible to the next, which may reuse the memory: neither words nor claims.
TEST(FastEngine, StartsWithAnEmptyMemory) {
    const Program stores = read(".threads 64\n        a = tid * 3\n        [a] = tid\n        stop\n");
    const Program loads = read(".threads 64\n.memory 63: 5\n        x = [tid]\n        stop\n");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(fast::run_fast(stores).outcome, Outcome::stop);
        const Result result = fast::run_fast(loads);
        ASSERT_TRUE(result.trap.has_value());
        EXPECT_EQ(result.trap->kind, TrapKind::undefined_memory);
        EXPECT_EQ(result, run_rules(loads, {}));
    }
    const Program races = read(".threads 2\n.races thread\n        [tid] = 7\n        stop\n");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(fast::run_fast(races), run_rules(races, {}));
}

// Consecutive addresses that continue with the least word after the largest: neither end is an address.
TEST(FastEngine, KnowsThatAddressesDoNotWrap) {
    for (const char* word : {"32", "64"}) {
        const std::string largest = word == std::string("32") ? "2147483647" : "9223372036854775807";
        for (const char* access : {"x = [a]", "[a] = tid"}) {
            const Program program =
                read(".threads 32\n.word " + std::string(word) + " wrap\n.memory 0: 5\n        a = tid + " +
                     largest + "\n        " + access + "\n        stop\n");
            const Result result = fast::run_fast(program);
            EXPECT_EQ(result, run_rules(program, {}));
            EXPECT_TRUE(result.trap.has_value() && result.trap->kind == TrapKind::invalid_address);
        }
    }
}

// Addresses above the arrays, and a limit within a block of lanes.
TEST(FastEngine, FindsFarAddresses) {
    for (const std::string word : {"32", "64"}) {
        const Program program = read(".threads 32\n.word " + word +
                                     " wrap\n"
                                     "        a = tid * 4\n"
                                     "        a = a + 67108850\n"
                                     "        [a] = tid\n"
                                     "        x = [a]\n"
                                     "        n = atomic_inc [a]\n"
                                     "        stop\n");
        MachineOptions options;
        options.max_address = 1'000'000'000;
        EXPECT_EQ(fast::run_fast(program, options), run_rules(program, options));
        EXPECT_EQ(fast::run_fast(program, options).outcome, Outcome::stop);
        options.max_address = 67'108'900;
        EXPECT_EQ(fast::run_fast(program, options), run_rules(program, options));
        EXPECT_EQ(fast::run_fast(program, options).outcome, Outcome::trap);
    }
}

// Claims of words of 32 bits have few bits for the barrier: with 2^17 threads, for 255 barriers. Each thread
// stores to another address after each, so that a claim which is not forgotten conflicts.
TEST(FastEngine, ForgetsClaimsAtAnyNumberOfBarriers) {
    const Program program = read(
        ".threads 512\n.warps 256\n.word 32 wrap\n.races thread\n"
        "        g = wid * warp_size\n"
        "        g = g + tid\n"
        "        r = 0\n"
        "round:  a = g + r\n"
        "        a = a & 131071\n"
        "        [a] = r\n"
        "        barrier\n"
        "        r = r + 1\n"
        "        c = r < 270\n"
        "        bz c, out\n"
        "        sync\n"
        "        jump round\n"
        "out:    sync\n"
        "        stop\n");
    const Result result = fast::run_fast(program);
    EXPECT_EQ(result.outcome, Outcome::stop);
    ASSERT_NE(result.memory.find(0), nullptr);
    EXPECT_EQ(*result.memory.find(0), 269);
}

// Stores of many threads to one address, or to few: equal values are no race between warps.
TEST(FastEngine, StoresToOneAddressAsByTheRules) {
    const char* const addresses[] = {"9", "a", "b", "e"};
    const char* const values[] = {"7", "a", "b", "e"};
    for (const std::string word : {"32", "64"}) {
        for (const std::string races : {"warp", "thread"}) {
            for (const std::string address : addresses) {
                for (const std::string value : values) {
                    const Program program =
                        read(".threads 32\n.warps 2\n.word " + word + " wrap\n.races " + races +
                             "\n.memory 9: 1\n"
                             "        a = 5\n"
                             "        b = tid / 4\n"
                             "        e = tid & 1\n"
                             "        w = wid * 32\n"
                             "        b = b + w\n"
                             "        c = tid < 20\n"
                             "        bz c, done\n"
                             "        bnz wid, done2\n"
                             "        [" +
                             address + "] = " + value +
                             "\n"
                             "        x = [" +
                             address +
                             "]\n"
                             "done2:  sync\n"
                             "done:   sync\n"
                             "        stop\n");
                    EXPECT_EQ(fast::run_fast(program), run_rules(program, {}))
                        << word << " " << races << " [" << address << "] = " << value;
                }
            }
        }
    }
}

// A program whose threads load from and store to addresses of a table: any order, some of them twice,
// undefined, or not valid.
std::string random_accesses(std::mt19937& random) {
    const auto pick = [&](std::initializer_list<const char*> of) {
        return std::string(of.begin()[random() % of.size()]);
    };
    const auto addresses = static_cast<unsigned>(40 + random() % 60);
    std::string text = ".threads " + pick({"32", "32", "20", "70"}) + "\n.warps " + pick({"1", "2"}) +
                       "\n.word " + pick({"32 wrap", "32 wrap", "64 trap"}) + "\n.races " +
                       pick({"warp", "thread"}) + "\n.fill 200 140 3\n.memory 0:";
    std::vector<unsigned> table(140);
    std::iota(table.begin(), table.end(), 200U);
    if (random() % 4 != 0) std::ranges::shuffle(table, random);
    if (random() % 4 == 0) table[random() % 32] = table[random() % 32];
    if (random() % 8 == 0) table[random() % 32] = 100 + addresses;
    for (const unsigned address : table) text += " " + std::to_string(address);
    text += "\n        g = wid * warp_size\n        g = g + tid\n        a = [g]\n        x = tid\n";
    text += "        p = " + std::to_string(random() >> 1) +
            " >> 3\n        c = tid & 31\n        p = p >> c\n        p = p & " + pick({"0", "1"}) +
            "\n        bnz p, rest\n";
    for (int i = 0; i < 4; ++i)
        text += "        " + pick({"[a] = x", "[a] = 7", "x = [a]", "a = a + 1", "y = [a]"}) + "\n";
    return text + "rest:   sync\n        " + pick({"barrier\n", "x = [a]\n", "[a] = a\n"}) +
           "        z = [a]\n        stop\n";
}

TEST(FastEngine, AccessesRandomAddressesAsByTheRules) {
    std::mt19937 random(1);
    for (int i = 0; i < 300; ++i) {
        const std::string text = random_accesses(random);
        const Program program = read(text);
        const Result expected = run_rules(program, {});
        for (const VectorExtension extension : vector_extensions()) {
            EXPECT_EQ(fast::run(program, {}, nullptr, 2, fast::kernels(extension)), expected)
                << to_string(extension) << "\n"
                << text;
        }
    }
}

// The least word divided by −1, quotients that are nearly integers, and divisors of 0 in threads that do not
// divide.
TEST(FastEngine, DividesAsByTheRules) {
    for (const std::string word :
         {"8 wrap", "8 trap", "16 wrap", "32 wrap", "32 trap", "64 wrap", "64 trap"}) {
        for (const std::string divisor : {"d", "-1", "3", "-7", "0"}) {
            for (const std::string operation : {"/", "%"}) {
                const Program program = read(".threads 32\n.word " + word +
                                             "\n.memory 0: -128 -127 -1 0 1 2 3 126 127 -128 5 -5 7 -7 8 100 "
                                             "99 -99 98 50 49 -50 1 1 2 2 3 "
                                             "3 4 4 5 5\n"
                                             "        x = [tid]\n"
                                             "        y = -1\n        y = popc y\n"  // the width of the word
                                             "        y = y - 8\n"
                                             "        x = x << y\n"
                                             "        d = tid - 1\n"
                                             "        c = tid > 1\n"
                                             "        bz c, none\n"
                                             "        q = x " +
                                             operation + " " + divisor +
                                             "\n"
                                             "none:   sync\n"
                                             "        x = x | 1\n"
                                             "        d = tid + 1\n"
                                             "        r = x " +
                                             operation +
                                             " d\n"
                                             "        r = x " +
                                             operation + " x\n" + "        r = x " + operation +
                                             " -1\n"
                                             "        stop\n");
                EXPECT_EQ(fast::run_fast(program), run_rules(program, {}))
                    << word << " x " << operation << " " << divisor;
            }
        }
    }
}

// Thread 0 uses a valid address, and then the others a part of the buffer that no address reaches.
TEST(FastEngine, BuffersMayGoOnPastTheHighestAddress) {
    const char* const texts[] = {"x = [a]", "[a] = tid", "x = atomic_inc [a]"};
    for (const std::string text : texts) {
        const Program program = read(
            ".threads 4\n.buffer A 0 12\n.memory 0: 1 1 1 1 1 1 1 1 1 1 1 1\n"
            "        a = tid + 7\n        " +
            text + "\n        stop\n");
        MachineOptions options;
        options.max_address = 8;
        const Result result = fast::run_fast(program, options);
        EXPECT_EQ(result, run_rules(program, options)) << text;
        ASSERT_TRUE(result.trap) << text;
        EXPECT_EQ(result.trap->kind, TrapKind::invalid_address) << text;
    }
}

// Compiled code leaves claims of its own in memory that the next run gets.
TEST(FastEngine, ClaimsOfEarlierRunsDefineNothing) {
    host::Arena memory(128, host::Arena::Kind::words_and_claims);
    memory.claims[5] = 1;
    MachineOptions options;
    options.max_address = 100;
    const Result result =
        fast::run_in(read(".threads 32\n.warps 2\nx = [5]\nstop\n"), options, nullptr, memory);
    ASSERT_TRUE(result.trap.has_value());
    EXPECT_EQ(result.trap->kind, TrapKind::undefined_memory);
}

}  // namespace
}  // namespace musimd::fast_engine_test
