#include "semantics/memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace musimd::memory_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::Pointee;

using Words = std::vector<std::pair<std::int64_t, Value>>;

Words words(const Memory& memory) {
    Words list;
    memory.for_each([&](std::int64_t address, Value c) { list.emplace_back(address, c); });
    return list;
}

TEST(Memory, IsInitiallyUndefined) {
    const Memory memory;
    EXPECT_EQ(memory.find(0), nullptr);
    EXPECT_EQ(memory.find(16'777'215), nullptr);
    EXPECT_THAT(words(memory), IsEmpty());
}

TEST(Memory, SetDefinesOneAddress) {
    Memory memory;
    memory.set(300, -4);
    EXPECT_THAT(memory.find(300), Pointee(-4));
    EXPECT_EQ(memory.find(299), nullptr);
    EXPECT_EQ(memory.find(301), nullptr);
    EXPECT_EQ(memory.find(300 + 256), nullptr);

    memory.set(300, 9);
    EXPECT_THAT(memory.find(300), Pointee(9));
    EXPECT_THAT(words(memory), ElementsAre(Pair(300, 9)));
}

TEST(Memory, HoldsZerosAndTheEdgesOfWords) {
    Memory memory;
    memory.set(0, 0);
    memory.set(1, std::numeric_limits<Value>::min());
    memory.set(2, std::numeric_limits<Value>::max());
    EXPECT_THAT(memory.find(0), Pointee(0));
    EXPECT_THAT(memory.find(1), Pointee(std::numeric_limits<Value>::min()));
    EXPECT_THAT(memory.find(2), Pointee(std::numeric_limits<Value>::max()));
}

TEST(Memory, ForEachAscendsAcrossPages) {
    Memory memory;
    for (const std::int64_t address : {1000, 255, 256, 0, 511, 512, 257}) memory.set(address, address * 10);
    EXPECT_THAT(words(memory), ElementsAre(Pair(0, 0), Pair(255, 2550), Pair(256, 2560), Pair(257, 2570),
                                           Pair(511, 5110), Pair(512, 5120), Pair(1000, 10000)));
}

TEST(Memory, HoldsFarAddresses) {
    constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
    Memory memory;
    memory.set(kFar, 1);
    memory.set(16'777'215, 2);
    memory.set(0, 3);
    EXPECT_THAT(memory.find(kFar), Pointee(1));
    EXPECT_EQ(memory.find(kFar - 1), nullptr);
    EXPECT_THAT(words(memory), ElementsAre(Pair(0, 3), Pair(16'777'215, 2), Pair(kFar, 1)));
}

TEST(Memory, EqualsAMemoryOfTheSameWords) {
    Memory a;
    Memory b;
    EXPECT_EQ(a, b);
    a.set(5, 0);
    EXPECT_FALSE(a == b) << "0 is not undefined";
    b.set(6, 0);
    EXPECT_FALSE(a == b);
    a.set(6, 0);
    b.set(5, 0);
    EXPECT_EQ(a, b) << "the order of the writes does not matter";
    b.set(5, 1);
    EXPECT_FALSE(a == b);
    b.set(5, 0);
    EXPECT_EQ(a, b);
    b.set(5000, 0);
    EXPECT_FALSE(a == b);
}

TEST(Memory, CopiesAreValues) {
    Memory memory;
    memory.set(1, 1);
    Memory copy = memory;
    copy.set(1, 2);
    memory.set(3, 3);
    EXPECT_THAT(words(memory), ElementsAre(Pair(1, 1), Pair(3, 3)));
    EXPECT_THAT(words(copy), ElementsAre(Pair(1, 2)));
}

TEST(Memory, IsEmptyAfterAMove) {
    Memory memory;
    for (std::int64_t page = 0; page < 3; ++page) memory.set(256 * page, page);
    Memory moved = std::move(memory);
    memory = Memory();
    memory.set(7, 7);
    moved.set(1, 1);
    EXPECT_THAT(words(memory), ElementsAre(Pair(7, 7)));
    EXPECT_THAT(words(moved), ElementsAre(Pair(0, 0), Pair(1, 1), Pair(256, 1), Pair(512, 2)));
    const Memory& itself = moved;
    moved = itself;
    EXPECT_EQ(words(moved).size(), 4);
}

// From within a page to within another, with a whole page, an empty one, and single words.
TEST(Memory, AppendsTheDefinedWords) {
    constexpr std::int64_t kFirst = 200;
    std::vector<std::int32_t> numbers(1000);
    std::vector<std::uint8_t> defined(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::int64_t page = (kFirst + static_cast<std::int64_t>(i)) / 256;
        numbers[i] = -static_cast<std::int32_t>(i);
        defined[i] = static_cast<std::uint8_t>(page == 1 || (page != 2 && i % 7 == 0));
    }
    Memory memory;
    memory.set(3000, 1);
    memory.append(kFirst, numbers.data(), defined);
    Memory expected;
    expected.set(3000, 1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (defined[i] != 0) expected.set(kFirst + static_cast<std::int64_t>(i), numbers[i]);
    }
    EXPECT_EQ(memory, expected);
    EXPECT_EQ(words(memory), words(expected));
    EXPECT_EQ(memory.find(512), nullptr);
    EXPECT_THAT(memory.find(511), Pointee(-311));
}

}  // namespace
}  // namespace musimd::memory_test
