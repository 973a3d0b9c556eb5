#include "semantics/stack.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace musimd::stack_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <typename T>
std::vector<T> entries(const Stack<T>& stack) {
    std::vector<T> list;
    stack.for_each([&](const T& entry) { list.push_back(entry); });
    return list;
}

Stack<int> stack_of(const std::vector<int>& from_below) {
    Stack<int> stack;
    for (const int entry : from_below) stack.push(entry);
    return stack;
}

TEST(Stack, IsInitiallyEmpty) {
    const Stack<int> stack;
    EXPECT_TRUE(stack.empty());
    EXPECT_EQ(stack.size(), 0U);
    EXPECT_THAT(entries(stack), IsEmpty());
}

TEST(Stack, ShowsTheLastEntryPushed) {
    Stack<int> stack;
    stack.push(1);
    EXPECT_EQ(stack.top(), 1);
    stack.push(2);
    EXPECT_EQ(stack.top(), 2);
    EXPECT_EQ(stack.size(), 2U);
    stack.pop();
    EXPECT_EQ(stack.top(), 1);
    EXPECT_EQ(stack.size(), 1U);
    stack.pop();
    EXPECT_TRUE(stack.empty());
}

TEST(Stack, ForEachGoesFromTheTopDown) {
    EXPECT_THAT(entries(stack_of({1, 2, 3})), ElementsAre(3, 2, 1));
}

TEST(Stack, ACopyStaysWhenTheOtherIsPopped) {
    Stack<int> stack = stack_of({1, 2, 3});
    const Stack<int> copy = stack;
    stack.pop();
    stack.pop();
    EXPECT_THAT(entries(copy), ElementsAre(3, 2, 1));
    EXPECT_EQ(copy.size(), 3U);
    EXPECT_THAT(entries(stack), ElementsAre(1));
}

TEST(Stack, ACopyStaysWhenTheOtherIsPushed) {
    Stack<int> stack = stack_of({1});
    Stack<int> copy = stack;
    stack.push(2);
    copy.push(20);
    copy.push(30);
    EXPECT_THAT(entries(stack), ElementsAre(2, 1));
    EXPECT_THAT(entries(copy), ElementsAre(30, 20, 1));
    EXPECT_EQ(stack.size(), 2U);
    EXPECT_EQ(copy.size(), 3U);
}

TEST(Stack, CopiesShareTheirEntries) {
    const Stack<int> stack = stack_of({1, 2});
    Stack<int> copy = stack;
    EXPECT_EQ(&copy.top(), &stack.top());
    copy.push(3);
    copy.pop();
    EXPECT_EQ(&copy.top(), &stack.top());
}

TEST(Stack, ACopyOutlivesTheOther) {
    Stack<int> copy;
    {
        Stack<int> stack = stack_of({1, 2});
        copy = stack;
        stack.push(3);
    }
    EXPECT_THAT(entries(copy), ElementsAre(2, 1));
}

TEST(Stack, CanBeAssignedToItselfAndMoved) {
    Stack<int> stack = stack_of({1, 2});
    const Stack<int>& same = stack;
    stack = same;
    EXPECT_THAT(entries(stack), ElementsAre(2, 1));

    Stack<int> moved = std::move(stack);
    EXPECT_THAT(entries(moved), ElementsAre(2, 1));
    stack = std::move(moved);
    EXPECT_THAT(entries(stack), ElementsAre(2, 1));
}

TEST(Stack, EqualsAStackOfEqualEntries) {
    EXPECT_EQ(stack_of({}), stack_of({}));
    EXPECT_EQ(stack_of({1, 2}), stack_of({1, 2}));
    EXPECT_FALSE(stack_of({1, 2}) == stack_of({2, 1}));
    EXPECT_FALSE(stack_of({1, 2}) == stack_of({1, 3}));
    EXPECT_FALSE(stack_of({1, 2}) == stack_of({3, 2}));
    EXPECT_FALSE(stack_of({1, 2}) == stack_of({2})) << "a stack does not equal its upper part";
    EXPECT_FALSE(stack_of({2}) == stack_of({1, 2}));
    EXPECT_FALSE(stack_of({}) == stack_of({1}));
}

TEST(Stack, EqualsACopyWithTheSameEntriesPushed) {
    Stack<int> stack = stack_of({1, 2});
    Stack<int> copy = stack;
    EXPECT_EQ(stack, copy);
    copy.push(3);
    EXPECT_FALSE(stack == copy);
    stack.push(3);
    EXPECT_EQ(stack, copy);
}

TEST(Stack, OfAMillionEntriesIsDestroyed) {
    // Entry by entry: recursion this deep would overflow the stack.
    constexpr int kEntries = 1'000'000;
    Stack<int> shared;
    {
        Stack<int> stack;
        for (int i = 1; i <= kEntries; ++i) {
            stack.push(i);
            if (i == kEntries / 2) shared = stack;
        }
        EXPECT_EQ(stack.size(), 1'000'000U);
    }
    EXPECT_EQ(shared.size(), 500'000U);
    EXPECT_EQ(shared.top(), 500'000);
    shared = {};
    EXPECT_TRUE(shared.empty());
}

TEST(Stack, OfAMillionEntriesIsPopped) {
    Stack<int> stack;
    for (int i = 1; i <= 1'000'000; ++i) stack.push(i);
    for (int i = 1'000'000; i >= 1; --i) {
        ASSERT_EQ(stack.top(), i);
        stack.pop();
    }
    EXPECT_TRUE(stack.empty());
}

}  // namespace
}  // namespace musimd::stack_test
