// f16 on the fast engine, which computes in wider formats, compared with rounding by search: the nearest of
// all f16 numbers, and of two the even one.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "differential/programs/generate/instructions.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::typed_fast_test {
namespace {

using Op = TypedOperation;

constexpr std::uint32_t kPatterns = 65536;
constexpr Value kNan = 0x7E00;

bool is_nan(std::uint32_t pattern) {
    return (pattern & 0x7FFF) > 0x7C00;
}

double value_of(std::uint32_t pattern) {
    const int exponent = static_cast<int>(pattern >> 10 & 31);
    const int fraction = static_cast<int>(pattern & 1023);
    const double size = is_nan(pattern)  ? std::numeric_limits<double>::quiet_NaN()
                        : exponent == 31 ? std::numeric_limits<double>::infinity()
                        : exponent == 0  ? std::ldexp(fraction, -24)
                                         : std::ldexp(1024 + fraction, exponent - 25);
    return (pattern & 0x8000) != 0 ? -size : size;
}

// As if the exponent range were larger: 2^16 represents infinity.
Value nearest(long double x) {
    static const std::vector<double> numbers = [] {
        std::vector<double> result;
        for (std::uint32_t p = 0; p < 0x7C00; ++p) result.push_back(value_of(p));
        result.push_back(65536);
        return result;
    }();
    if (std::isnan(x)) return kNan;
    const long double size = std::fabs(x);
    const auto above = std::ranges::lower_bound(numbers, size);
    auto pattern = static_cast<std::uint32_t>(above - numbers.begin());
    if (above == numbers.end()) pattern = 0x7C00;
    if (pattern > 0 && above != numbers.end() && *above != size) {
        const long double up = *above - size;
        const long double down = size - above[-1];
        if (down < up || (down == up && pattern % 2 == 1)) pattern -= 1;
    }
    return word_of_pattern(pattern | (std::signbit(x) ? 0x8000U : 0U), Type::f16);
}

// The results of `operation` for each of these words, in a warp with as many threads.
std::vector<Value> run(Instruction operation, const std::vector<Value>& words,
                       std::size_t same_operands = 1) {
    Program program;
    program.threads = static_cast<std::uint32_t>(words.size());
    program.active = ThreadSet::all(program.threads);
    program.variables = {"x"};
    program.preloads.push_back({0, static_cast<std::int64_t>(words.size()), words, 0, 0});
    for (std::size_t o = 0; o < same_operands; ++o) operation.operands[o] = Operand::of(0);
    program.instructions = {differential::unary(Opcode::ld, 0, Operand::tid()), operation,
                            differential::plain(Opcode::stop)};
    const Result result = fast::run_fast(program, {});
    EXPECT_EQ(result.outcome, Outcome::stop);
    std::vector<Value> values;
    for (Thread t = 0; t < program.threads; ++t) values.push_back(*result.warps[0].bank.find(t, 0));
    return values;
}

Instruction typed(Op operation, Type type, Type from = Type::i8) {
    Instruction result = differential::plain(Opcode::typed);
    result.typed_operation = operation;
    result.type = type;
    result.from = from;
    return result;
}

std::vector<Value> all_patterns() {
    std::vector<Value> words;
    for (std::uint32_t p = 0; p < kPatterns; ++p) words.push_back(word_of_pattern(p, Type::f16));
    return words;
}

void expect_everywhere(const Instruction& operation, const std::function<Value(double)>& expected) {
    const std::vector<Value> found = run(operation, all_patterns());
    for (std::uint32_t p = 0; p < kPatterns; ++p) ASSERT_EQ(found[p], expected(value_of(p))) << p;
}

TEST(FastF16, EveryNumberHasItsRoot) {
    expect_everywhere(typed(Op::sqrt, Type::f16),
                      [](double x) { return nearest(std::sqrt(static_cast<long double>(x))); });
}

TEST(FastF16, EveryNumberHasItsInverse) {
    expect_everywhere(typed(Op::rec, Type::f16), [](double x) { return nearest(1.0L / x); });
}

TEST(FastF16, EveryNumberIsRoundedToIntegers) {
    expect_everywhere(typed(Op::ceil, Type::f16), [](double x) { return nearest(std::ceil(x)); });
    expect_everywhere(typed(Op::floor, Type::f16), [](double x) { return nearest(std::floor(x)); });
    expect_everywhere(typed(Op::trunc, Type::f16), [](double x) { return nearest(std::trunc(x)); });
    expect_everywhere(typed(Op::round, Type::f16), [](double x) { return nearest(std::nearbyint(x)); });
}

TEST(FastF16, EveryNumberKeepsItsValueInWiderFormats) {
    expect_everywhere(typed(Op::cvt, Type::f64, Type::f16),
                      [](double x) { return std::isnan(x) ? Value{0x7FF8} << 48 : std::bit_cast<Value>(x); });
    expect_everywhere(typed(Op::cvt, Type::f32, Type::f16), [](double x) {
        return std::isnan(x) ? Value{0x7FC00000} : std::bit_cast<std::int32_t>(static_cast<float>(x));
    });
}

TEST(FastF16, EveryIntegerOf16BitsIsRounded) {
    const std::vector<Value> words = all_patterns();
    const std::vector<Value> of_signed = run(typed(Op::cvt, Type::f16, Type::i16), words);
    const std::vector<Value> of_unsigned = run(typed(Op::cvt, Type::f16, Type::u16), words);
    for (std::uint32_t p = 0; p < kPatterns; ++p) {
        ASSERT_EQ(of_signed[p], nearest(static_cast<std::int16_t>(p)));
        ASSERT_EQ(of_unsigned[p], nearest(p));
    }
}

// The midpoint between each number and the next, and the adjacent doubles, with either sign.
TEST(FastF16, DoublesAreRoundedOnce) {
    std::vector<Value> words;
    const auto add = [&](double x) {
        for (const double y : {x, std::nextafter(x, 1e9), std::nextafter(x, -1e9)})
            words.push_back(std::bit_cast<Value>((words.size() / 3) % 2 == 0 ? y : -y));
    };
    for (std::uint32_t p = 0; p < 0x7C00; p += 3) add((value_of(p) + value_of(p + 1)) / 2);
    add(65520);
    add(1e300);
    add(5e-324);
    const std::vector<Value> found = run(typed(Op::cvt, Type::f16, Type::f64), words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        ASSERT_EQ(found[i], nearest(std::bit_cast<double>(words[i]))) << std::bit_cast<double>(words[i]);
    }
}

// x · y + z of 11 bits each is exact in units of 2^-48 with 128 bits, and rounded once from there.
TEST(FastF16, ProductsAndSumsAreFusedExactly) {
    for (const std::uint32_t by : {0x3C01U, 0x0001U, 0x7BFFU, 0x3555U, 0xB801U, 0x1401U}) {
        for (const std::uint32_t plus : {0x0001U, 0x8001U, 0x3C00U, 0x7BFFU, 0xFBFFU, 0x0401U}) {
            Instruction fma = typed(Op::fma, Type::f16);
            fma.operands[1] = Operand::constant(word_of_pattern(by, Type::f16));
            fma.operands[2] = Operand::constant(word_of_pattern(plus, Type::f16));
            const std::vector<Value> found = run(fma, all_patterns());
            for (std::uint32_t p = 0; p < kPatterns; ++p) {
                const double x = value_of(p);
                if (std::isnan(x) || std::isinf(x)) continue;
                __extension__ using Wide = __int128;
                const Wide sum = static_cast<Wide>(std::ldexp(x * value_of(by), 48)) +
                                 static_cast<Wide>(std::ldexp(value_of(plus), 48));
                // Digits beyond 64 bits only matter for sums that are far from a midpoint: one bit is enough.
                const bool negative = sum < 0;
                Wide size = negative ? -sum : sum;
                int scale = -48;
                for (; size >> 62 != 0; ++scale) size = size >> 1 | (size & 1);
                long double exact =
                    std::ldexp(static_cast<long double>(static_cast<std::int64_t>(size)), scale);
                if (negative) exact = -exact;
                if (sum == 0) continue;  // the sign is the processor's
                ASSERT_EQ(found[p], nearest(exact)) << p << " " << by << " " << plus;
            }
        }
    }
}

// ---- common to all floats

TEST(FastTyped, ComputedNansAreCanonical) {
    const std::vector<Value> nans = {word_of_pattern(0xFFF12345, Type::f32), 0x7F800001, 0x7FC00000,
                                     word_of_pattern(0xFFC00000, Type::f32)};
    for (const Op operation :
         {Op::add, Op::mul, Op::min, Op::max, Op::sqrt, Op::ceil, Op::sin, Op::pow, Op::rec}) {
        const std::size_t operands = info(operation).operands;
        EXPECT_EQ(run(typed(operation, Type::f32), nans, operands), std::vector<Value>(4, 0x7FC00000))
            << info(operation).name;
    }
    EXPECT_EQ(run(typed(Op::neg, Type::f32), nans)[1], word_of_pattern(0xFF800001, Type::f32));
    EXPECT_EQ(run(typed(Op::abs, Type::f32), nans)[0], 0x7FF12345);
}

}  // namespace
}  // namespace musimd::typed_fast_test
