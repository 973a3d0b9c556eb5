#include "semantics/arithmetic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace musimd::arithmetic_test {
namespace {

using enum Operation;

/// A word width with its limits.
struct Edges {
    int width;
    Value min;
    Value max;
};

constexpr Edges kEdges[] = {
    {8, -128, 127},
    {16, -32768, 32767},
    {32, -2147483648, 2147483647},
    {64, std::numeric_limits<std::int64_t>::min(), 9223372036854775807},
};

std::string shown(const tl::expected<Value, TrapKind>& result) {
    return result ? std::to_string(*result) : std::string(to_string(result.error()));
}

class Arithmetic : public testing::TestWithParam<Edges> {
  protected:
    Value min() const { return GetParam().min; }
    Value max() const { return GetParam().max; }
    Word trapping() const { return {GetParam().width, false}; }
    Word wrapping() const { return {GetParam().width, true}; }

    /// c1 ⊕ c2 has the same result in both modes.
    void expect(Operation operation, Value c1, Value c2, Value result) const {
        for (const Word word : {trapping(), wrapping()}) {
            EXPECT_EQ(shown(apply(operation, c1, c2, word)), std::to_string(result))
                << c1 << ' ' << info(operation).spelling << ' ' << c2 << (word.wrap ? " wrap" : " trap");
        }
    }

    /// c1 ⊕ c2 does not fit; a wrapping word gets `wrapped`.
    void expect_overflow(Operation operation, Value c1, Value c2, Value wrapped) const {
        EXPECT_EQ(shown(apply(operation, c1, c2, trapping())), "overflow")
            << c1 << ' ' << info(operation).spelling << ' ' << c2;
        EXPECT_EQ(shown(apply(operation, c1, c2, wrapping())), std::to_string(wrapped))
            << c1 << ' ' << info(operation).spelling << ' ' << c2;
    }

    /// c1 ⊕ c2 traps in both modes.
    void expect_trap(Operation operation, Value c1, Value c2, TrapKind kind) const {
        for (const Word word : {trapping(), wrapping()}) {
            EXPECT_EQ(shown(apply(operation, c1, c2, word)), to_string(kind))
                << c1 << ' ' << info(operation).spelling << ' ' << c2 << (word.wrap ? " wrap" : " trap");
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Words, Arithmetic, testing::ValuesIn(kEdges),
                         [](const auto& edges) { return "Word" + std::to_string(edges.param.width); });

TEST_P(Arithmetic, Sum) {
    expect(add, 2, 3, 5);
    expect(add, max(), 0, max());
    expect(add, min(), max(), -1);
    expect(add, max() - 1, 1, max());
    expect_overflow(add, max(), 1, min());
    expect_overflow(add, max(), max(), -2);
    expect_overflow(add, min(), -1, max());
    expect_overflow(add, min(), min(), 0);
}

TEST_P(Arithmetic, Difference) {
    expect(sub, 2, 3, -1);
    expect(sub, -1, max(), min());
    expect(sub, -1, min(), max());
    expect(sub, min(), min(), 0);
    expect_overflow(sub, 0, min(), min());
    expect_overflow(sub, min(), 1, max());
    expect_overflow(sub, max(), -1, min());
    expect_overflow(sub, min(), max(), 1);
}

TEST_P(Arithmetic, Product) {
    expect(mul, -3, 7, -21);
    expect(mul, max(), -1, -max());
    expect(mul, min(), 1, min());
    expect(mul, min(), 0, 0);
    expect(mul, min() / 2, 2, min());
    expect_overflow(mul, min(), -1, min());
    expect_overflow(mul, min() / 2, -2, min());
    expect_overflow(mul, max(), 2, -2);
    expect_overflow(mul, max(), max(), 1);
    expect_overflow(mul, min(), max(), min());
    expect_overflow(mul, min(), min(), 0);
}

TEST_P(Arithmetic, QuotientIsTruncatedTowardZero) {
    expect(div, 7, 2, 3);
    expect(div, -7, 2, -3);
    expect(div, 7, -2, -3);
    expect(div, -7, -2, 3);
    expect(div, 1, max(), 0);
    expect(div, max(), -1, -max());
    expect(div, min(), 1, min());
    expect(div, min(), min(), 1);
    expect(div, max(), min(), 0);
    expect_overflow(div, min(), -1, min());
    expect_trap(div, 1, 0, TrapKind::division_by_zero);
    expect_trap(div, 0, 0, TrapKind::division_by_zero);
}

TEST_P(Arithmetic, RemainderHasTheSignOfTheLeft) {
    expect(mod, 7, 3, 1);
    expect(mod, -7, 3, -1);
    expect(mod, 7, -3, 1);
    expect(mod, -7, -3, -1);
    expect(mod, max(), min(), max());
    expect(mod, min(), max(), -1);
    expect(mod, min(), -1, 0);  // although min / −1 does not fit
    expect_trap(mod, min(), 0, TrapKind::division_by_zero);
}

TEST_P(Arithmetic, BitwiseOperations) {
    expect(and_, 12, 10, 8);
    expect(and_, -1, min(), min());
    expect(and_, max(), min(), 0);
    expect(or_, 12, 10, 14);
    expect(or_, max(), min(), -1);
    expect(or_, -4, 1, -3);
    expect(xor_, 12, 10, 6);
    expect(xor_, -1, max(), min());
    expect(xor_, min(), max(), -1);
    expect(xor_, min(), min(), 0);
}

TEST_P(Arithmetic, ShiftLeftMultipliesByAPowerOfTwo) {
    const int w = GetParam().width;
    expect(shl, 5, 0, 5);
    expect(shl, 3, 2, 12);
    expect(shl, -3, 2, -12);
    expect(shl, 0, w - 1, 0);
    expect(shl, -1, w - 1, min());
    expect(shl, 1, w - 2, max() / 2 + 1);
    expect_overflow(shl, 1, w - 1, min());
    expect_overflow(shl, 2, w - 1, 0);
    expect_overflow(shl, max(), 1, -2);
    expect_overflow(shl, max(), w - 1, min());
    expect_overflow(shl, min(), 1, 0);
    expect_overflow(shl, min(), w - 1, 0);
}

TEST_P(Arithmetic, ShiftRightIsArithmetic) {
    const int w = GetParam().width;
    expect(shr, 7, 1, 3);
    expect(shr, -7, 1, -4);
    expect(shr, -1, w - 1, -1);
    expect(shr, min(), 0, min());
    expect(shr, min(), w - 1, -1);
    expect(shr, max(), w - 1, 0);
    expect(shr, max(), w - 2, 1);
}

TEST_P(Arithmetic, ShiftCountsAreWithinTheWord) {
    const int w = GetParam().width;
    for (const Operation shift : {shl, shr}) {
        for (const Value count : {Value{w}, Value{-1}, Value{64}, min(), max()}) {
            expect_trap(shift, 1, count, TrapKind::invalid_shift);
            expect_trap(shift, 0, count, TrapKind::invalid_shift);
        }
    }
}

TEST_P(Arithmetic, ComparisonsAreSignedAndGiveOneOrZero) {
    expect(lt, min(), max(), 1);
    expect(lt, max(), min(), 0);
    expect(lt, min(), min(), 0);
    expect(le, min(), max(), 1);
    expect(le, max(), min(), 0);
    expect(le, min(), min(), 1);
    expect(gt, min(), max(), 0);
    expect(gt, max(), min(), 1);
    expect(gt, max(), max(), 0);
    expect(ge, min(), max(), 0);
    expect(ge, max(), min(), 1);
    expect(ge, max(), max(), 1);
    expect(eq, min(), max(), 0);
    expect(eq, min(), min(), 1);
    expect(ne, min(), max(), 1);
    expect(ne, min(), min(), 0);
    expect(lt, -1, 0, 1);
    expect(gt, 0, -1, 1);
}

TEST_P(Arithmetic, SmallerAndLarger) {
    expect(Operation::min, Arithmetic::min(), Arithmetic::max(), Arithmetic::min());
    expect(Operation::min, 0, -1, -1);
    expect(Operation::min, 4, 4, 4);
    expect(Operation::max, Arithmetic::min(), Arithmetic::max(), Arithmetic::max());
    expect(Operation::max, 0, -1, 0);
}

TEST_P(Arithmetic, ToWordKeepsWhatFits) {
    for (const Value c : {min(), Value{-1}, Value{0}, max()}) {
        EXPECT_EQ(shown(to_word(c, trapping())), std::to_string(c));
        EXPECT_EQ(shown(to_word(c, wrapping())), std::to_string(c));
    }
}

TEST_P(Arithmetic, ToWordTrapsOrWrapsWhatDoesNotFit) {
    const Integer modulus = Integer{1} << GetParam().width;
    EXPECT_EQ(shown(to_word(Integer{max()} + 1, trapping())), "overflow");
    EXPECT_EQ(shown(to_word(Integer{min()} - 1, trapping())), "overflow");
    EXPECT_EQ(shown(to_word(modulus, trapping())), "overflow");
    EXPECT_EQ(shown(to_word(Integer{max()} + 1, wrapping())), std::to_string(min()));
    EXPECT_EQ(shown(to_word(Integer{min()} - 1, wrapping())), std::to_string(max()));
    EXPECT_EQ(shown(to_word(modulus, wrapping())), "0");
    EXPECT_EQ(shown(to_word(modulus - 1, wrapping())), "-1");
    EXPECT_EQ(shown(to_word(-5 * modulus + 3, wrapping())), "3");
}

TEST(ArithmeticOfWholeWords, AgreesWithTheRemainderForEveryPairOfBytes) {
    // Sum, difference and product of all bytes: the word that is congruent modulo 256.
    for (int x = -128; x <= 127; ++x) {
        for (int y = -128; y <= 127; ++y) {
            const int exact[] = {x + y, x - y, x * y};
            const Operation operations[] = {add, sub, mul};
            for (int i = 0; i < 3; ++i) {
                const auto wrapped = apply(operations[i], x, y, {8, true});
                ASSERT_TRUE(wrapped.has_value());
                ASSERT_THAT(*wrapped, testing::AllOf(testing::Ge(-128), testing::Le(127)));
                ASSERT_EQ((*wrapped - exact[i]) % 256, 0) << x << ' ' << y;
                ASSERT_EQ(apply(operations[i], x, y, {8, false}).has_value(), *wrapped == exact[i]);
            }
        }
    }
}

}  // namespace
}  // namespace musimd::arithmetic_test
