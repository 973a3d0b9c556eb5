#include "semantics/bank.hpp"

#include <gtest/gtest.h>

namespace musimd::bank_test {
namespace {

constexpr Variable kX = 0;
constexpr Variable kY = 1;

/// β[t](v); the test fails if it is undefined.
Value word(const Bank& bank, Thread t, Variable v) {
    const Value* c = bank.find(t, v);
    EXPECT_NE(c, nullptr) << "thread " << t << ", variable " << v;
    return c == nullptr ? 0 : *c;
}

TEST(Bank, HasItsThreadsAndVariables) {
    const Bank bank(6, 2);
    EXPECT_EQ(bank.threads(), 6U);
    EXPECT_EQ(bank.variables(), 2U);
}

TEST(Bank, IsInitiallyUndefined) {
    const Bank bank(100, 2);
    for (Thread t = 0; t < 100; ++t) {
        EXPECT_EQ(bank.find(t, kX), nullptr);
        EXPECT_EQ(bank.find(t, kY), nullptr);
        EXPECT_EQ(bank.undefined_by(t, kX), 0U);
    }
}

TEST(Bank, SetDefinesOneVariableOfOneThread) {
    Bank bank(100, 2);
    bank.set(64, kX, -7);
    EXPECT_EQ(word(bank, 64, kX), -7);
    EXPECT_EQ(bank.find(63, kX), nullptr);
    EXPECT_EQ(bank.find(65, kX), nullptr);
    EXPECT_EQ(bank.find(64, kY), nullptr);

    bank.set(64, kX, 0);
    EXPECT_EQ(word(bank, 64, kX), 0);
}

TEST(Bank, RecordsWhichShuffleMadeAVariableUndefined) {
    Bank bank(2, 1);
    bank.set(0, kX, 5);
    EXPECT_EQ(bank.undefined_by(0, kX), 0U);

    bank.undefine(0, kX, 12);
    EXPECT_EQ(bank.find(0, kX), nullptr);
    EXPECT_EQ(bank.undefined_by(0, kX), 12U);
    EXPECT_EQ(bank.undefined_by(1, kX), 0U);

    bank.undefine(0, kX, 30);
    EXPECT_EQ(bank.undefined_by(0, kX), 30U);

    bank.set(0, kX, 12);
    EXPECT_EQ(word(bank, 0, kX), 12);
    EXPECT_EQ(bank.undefined_by(0, kX), 0U);
}

TEST(Bank, CopiesDoNotSeeLaterWrites) {
    Bank bank(4, 2);
    bank.set(0, kX, 1);
    bank.set(1, kY, 2);
    Bank copy = bank;

    bank.set(0, kX, 10);
    bank.undefine(1, kY, 3);
    EXPECT_EQ(word(copy, 0, kX), 1);
    EXPECT_EQ(word(copy, 1, kY), 2);

    copy.set(2, kX, 20);
    EXPECT_EQ(bank.find(2, kX), nullptr);
    EXPECT_EQ(word(bank, 0, kX), 10);
    EXPECT_EQ(word(copy, 2, kX), 20);
}

TEST(Bank, CopiesOfCopiesAreIndependent) {
    Bank first(1, 1);
    first.set(0, kX, 1);
    Bank second = first;
    Bank third = second;
    second.set(0, kX, 2);
    third.set(0, kX, 3);
    EXPECT_EQ(word(first, 0, kX), 1);
    EXPECT_EQ(word(second, 0, kX), 2);
    EXPECT_EQ(word(third, 0, kX), 3);
}

TEST(Bank, KeepsItsWordsWhenACopyEnds) {
    Bank bank(1, 1);
    bank.set(0, kX, 1);
    {
        Bank copy = bank;
        copy.set(0, kX, 2);
    }
    EXPECT_EQ(word(bank, 0, kX), 1);
}

TEST(Bank, EqualsABankOfTheSameWords) {
    Bank a(3, 2);
    Bank b(3, 2);
    EXPECT_EQ(a, b);
    a.set(2, kY, 0);
    EXPECT_FALSE(a == b) << "0 is not undefined";
    b.set(2, kY, 1);
    EXPECT_FALSE(a == b);
    b.set(2, kY, 0);
    EXPECT_EQ(a, b);
    b.set(0, kX, 4);
    EXPECT_FALSE(a == b);
}

TEST(Bank, EqualsACopyUntilOneIsWritten) {
    Bank bank(3, 2);
    bank.set(1, kX, 8);
    Bank copy = bank;
    EXPECT_EQ(bank, copy);
    copy.set(1, kX, 9);
    EXPECT_FALSE(bank == copy);
    copy.set(1, kX, 8);
    EXPECT_EQ(bank, copy);
}

TEST(Bank, EqualityIgnoresWhatMadeAVariableUndefined) {
    Bank never_written(2, 1);
    Bank undefined(2, 1);
    undefined.set(1, kX, 5);
    undefined.undefine(1, kX, 9);
    EXPECT_EQ(never_written, undefined);

    Bank by_another(2, 1);
    by_another.undefine(1, kX, 10);
    EXPECT_EQ(undefined, by_another);
}

TEST(Bank, OfOtherSizesIsNotEqual) {
    EXPECT_FALSE(Bank(2, 1) == Bank(3, 1));
    EXPECT_FALSE(Bank(2, 1) == Bank(2, 2));
}

TEST(Bank, OfOneThreadIsComparedByThatThread) {
    Bank a = Bank::of_thread(70, 1);
    Bank b = Bank::of_thread(70, 1);
    a.set(70, 0, 3);
    EXPECT_NE(a, b);
    b.set(70, 0, 4);
    EXPECT_NE(a, b);
    b.set(70, 0, 3);
    EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace musimd::bank_test
