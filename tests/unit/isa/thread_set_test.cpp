#include "isa/thread_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace musimd::thread_set_test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

ThreadSet set_of(std::initializer_list<Thread> threads) {
    ThreadSet set;
    for (const Thread t : threads) set.insert(t);
    return set;
}

TEST(ThreadSet, IsInitiallyEmpty) {
    const ThreadSet set;
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(set.size(), 0U);
    EXPECT_FALSE(set.contains(0));
    EXPECT_FALSE(set.contains(64));
    EXPECT_THAT(set.threads(), IsEmpty());
}

TEST(ThreadSet, AllOfEachWidth) {
    for (const Thread width : {1U, 2U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U, 65536U}) {
        const ThreadSet all = ThreadSet::all(width);
        EXPECT_EQ(all.size(), width);
        EXPECT_TRUE(all.contains(0)) << width;
        EXPECT_TRUE(all.contains(width - 1)) << width;
        EXPECT_FALSE(all.contains(width)) << width;
        ThreadSet one_by_one;
        for (Thread t = width; t-- > 0;) one_by_one.insert(t);
        EXPECT_EQ(all, one_by_one) << width;
    }
}

TEST(ThreadSet, ThreadsComeAscending) {
    EXPECT_THAT(set_of({200, 3, 64, 63, 0, 3}).threads(), ElementsAre(0U, 3U, 63U, 64U, 200U));
    EXPECT_EQ(set_of({200, 64, 3}).front(), 3U);
    EXPECT_EQ(set_of({200, 130}).front(), 130U);
}

TEST(ThreadSet, Erase) {
    ThreadSet set = set_of({1, 64, 300});
    set.erase(300);
    set.erase(2);
    set.erase(9999);
    EXPECT_THAT(set.threads(), ElementsAre(1U, 64U));
    set.erase(64);
    set.erase(1);
    EXPECT_TRUE(set.empty());
    EXPECT_EQ(set, ThreadSet());
}

TEST(ThreadSet, EqualityIsThatOfSets) {
    ThreadSet grown = set_of({1, 500});
    grown.erase(500);
    EXPECT_EQ(grown, set_of({1}));
    grown.insert(70);
    EXPECT_EQ(grown, set_of({70, 1}));
    EXPECT_FALSE(grown == set_of({1}));
    EXPECT_FALSE(set_of({64}) == set_of({65}));
    EXPECT_FALSE(set_of({64}) == set_of({128}));
}

TEST(ThreadSet, Union) {
    EXPECT_EQ(set_of({1, 2}) | set_of({2, 3}), set_of({1, 2, 3}));
    EXPECT_EQ(set_of({1}) | set_of({100, 300}), set_of({1, 100, 300}));
    EXPECT_EQ(set_of({100, 300}) | set_of({1, 70}), set_of({1, 70, 100, 300}));
    EXPECT_EQ(set_of({70}) | set_of({300}), set_of({70, 300}));
    EXPECT_EQ(set_of({300}) | ThreadSet(), set_of({300}));
    EXPECT_EQ(ThreadSet::all(1000) | ThreadSet::all(1000), ThreadSet::all(1000));
}

// Copies share their threads above 63 until one of them changes.
TEST(ThreadSet, ACopyStaysAsItWas) {
    const ThreadSet original = set_of({1, 64, 200});
    ThreadSet copy = original;
    copy.insert(300);
    ThreadSet other = original;
    other.erase(200);
    ThreadSet joined = original;
    joined |= set_of({500});
    EXPECT_EQ(original, set_of({1, 64, 200}));
    EXPECT_EQ(copy, set_of({1, 64, 200, 300}));
    EXPECT_EQ(other, set_of({1, 64}));
    EXPECT_EQ(joined, set_of({1, 64, 200, 500}));
}

TEST(ThreadSet, TakingOverAnotherSetDoesNotChangeIt) {
    const ThreadSet other = set_of({100});
    ThreadSet set = set_of({1}) | other;
    set.insert(101);
    EXPECT_EQ(other, set_of({100}));
}

TEST(ThreadSet, AllOfEndsAtTheFirstThatFails) {
    std::vector<Thread> asked;
    const auto below = [&](Thread most) {
        return [&asked, most](Thread t) {
            asked.push_back(t);
            return t < most;
        };
    };
    EXPECT_FALSE(set_of({0, 5, 64, 100, 200}).all_of(below(100)));
    EXPECT_THAT(asked, ElementsAre(0U, 5U, 64U, 100U));
    EXPECT_TRUE(set_of({0, 64}).all_of(below(100)));
    EXPECT_TRUE(ThreadSet().all_of(below(0)));
}

TEST(ThreadSet, BehavesLikeASet) {
    std::mt19937 dice(7);
    ThreadSet set;
    std::set<Thread> model;
    for (int i = 0; i < 20'000; ++i) {
        const auto t = static_cast<Thread>(dice() % 200);
        if (dice() % 2 == 0) {
            set.insert(t);
            model.insert(t);
        } else {
            set.erase(t);
            model.erase(t);
        }
        ASSERT_EQ(set.size(), model.size());
        ASSERT_EQ(set.contains(t), model.contains(t));
        ASSERT_EQ(set.empty(), model.empty());
    }
    EXPECT_THAT(set.threads(), ElementsAreArray(model));
}

TEST(ThreadSet, Text) {
    EXPECT_EQ(to_string(ThreadSet()), "{}");
    EXPECT_EQ(to_string(set_of({3})), "{3}");
    EXPECT_EQ(to_string(set_of({3, 4})), "{3, 4}");
    EXPECT_EQ(to_string(set_of({3, 4, 5})), "{3-5}");
    EXPECT_EQ(to_string(set_of({0, 2, 5, 6, 7, 63, 64, 65, 100})), "{0, 2, 5-7, 63-65, 100}");
    EXPECT_EQ(to_string(ThreadSet::all(65536)), "{0-65535}");
}

}  // namespace
}  // namespace musimd::thread_set_test
