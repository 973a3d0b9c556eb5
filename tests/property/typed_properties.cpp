// Operations on typed words: the fast engine compared with the rules, for every operation of every type, and
// both with the processor's own arithmetic.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/typed_maker.hpp"
#include "differential/random/dice.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::tests::typed_properties {
namespace {

using differential::Dice;
using Op = TypedOperation;

constexpr std::uint32_t kLanes = 72;  // more than a block of the loops

Instruction typed(Op operation, Type type, Type from = Type::i8) {
    Instruction result;
    result.opcode = Opcode::typed;
    result.typed_operation = operation;
    result.type = type;
    result.from = from;
    return result;
}

// Every operation of every type, and every conversion.
std::vector<Instruction> all_typed() {
    std::vector<Instruction> result;
    for (const TypedOperationInfo& row : typed_operation_table()) {
        for (std::size_t t = 0; t < kTypes; ++t) {
            const auto type = static_cast<Type>(t);
            if (row.operation != Op::cvt) {
                if (has_type(row.operation, type)) result.push_back(typed(row.operation, type));
                continue;
            }
            for (std::size_t s = 0; s < kTypes; ++s) {
                result.push_back(typed(Op::cvt, type, static_cast<Type>(s)));
            }
        }
    }
    return result;
}

std::string name_of(const Instruction& i) {
    const std::string name = std::string(info(i.typed_operation).name) + '.' + std::string(to_string(i.type));
    return i.typed_operation == Op::cvt ? name + '.' + std::string(to_string(i.from)) : name;
}

// Variables 0, 1, 2 := words of Σ, one per thread; variable 3 := the operation on them.
Program program_of(Instruction operation, Dice& dice) {
    Program result;
    result.threads = kLanes;
    result.active = ThreadSet::all(kLanes);
    result.variables = {"a", "b", "c", "r", "at"};
    const Type reads = operation.typed_operation == Op::cvt ? operation.from : operation.type;
    const Type any = static_cast<Type>(dice.below(kTypes));
    for (Variable v = 0; v < 3; ++v) {
        Preload words{v * kLanes, kLanes, {}, 0, 0};
        for (std::uint32_t t = 0; t < kLanes; ++t) {
            Value word = differential::make_pattern(dice, dice.chance(95) ? reads : any);
            if (operation.typed_operation == Op::select && v == 0 && dice.chance(40)) word = 0;
            // Bits above the type do not matter.
            const int width = width_of(reads);
            if (width < 64 && dice.chance(20)) word ^= static_cast<Value>(dice.bits() << width);
            words.words.push_back(word);
        }
        result.preloads.push_back(std::move(words));
        result.instructions.push_back(
            differential::binary(4, Operand::tid(), Operation::add, Operand::constant(v * kLanes)));
        result.instructions.push_back(differential::unary(Opcode::ld, v, Operand::of(4)));
    }
    for (Variable v = 0; v < 3; ++v) {
        operation.operands[v] = Operand::of(v);
        if (dice.chance(8))
            operation.operands[v] = Operand::constant(differential::make_pattern(dice, reads));
    }
    for (std::size_t o = operand_count(operation); o < 3; ++o) operation.operands[o] = {};
    operation.destination = dice.chance(20) ? 0 : 3;
    result.instructions.push_back(operation);
    result.instructions.push_back(differential::plain(Opcode::stop));
    return result;
}

// Compares the engines, with fewer and fewer threads until none of them traps.
void compare(Program program) {
    for (;;) {
        const Result expected = run_rules(program, {});
        for (const VectorExtension extension : vector_extensions()) {
            const std::string_view name = to_string(extension);
            const Result found = fast::run(program, {}, nullptr, 1, fast::kernels(extension));
            ASSERT_EQ(found.outcome, expected.outcome) << name;
            ASSERT_TRUE(found.trap == expected.trap) << name;
            for (Thread t = 0; t < program.threads; ++t) {
                const auto* const a = expected.warps[0].bank.find(t, program.instructions[6].destination);
                const auto* const b = found.warps[0].bank.find(t, program.instructions[6].destination);
                ASSERT_EQ(a == nullptr, b == nullptr);
                if (a == nullptr) continue;
                const auto word = [&](std::size_t v) { return program.preloads[v].words[t]; };
                ASSERT_EQ(*a, *b) << name << ", thread " << t << ": " << word(0) << ", " << word(1) << ", "
                                  << word(2);
            }
            ASSERT_TRUE(found == expected) << name;
        }
        if (!expected.trap || program.active.size() == 1) return;
        program.active.erase(expected.trap->threads[0]);
    }
}

TEST(TypedOperations, FastEngineAgreesWithTheRules) {
    Dice dice(20261121);
    for (const Instruction& operation : all_typed()) {
        for (int round = 0; round < 3; ++round) {
            ASSERT_NO_FATAL_FAILURE(compare(program_of(operation, dice))) << name_of(operation);
        }
    }
}

// ---- the processor

template <typename X>
X as(Value word) {
    if constexpr (sizeof(X) == 8) return std::bit_cast<X>(word);
    if constexpr (sizeof(X) == 4) return std::bit_cast<X>(static_cast<std::int32_t>(word));
}

template <typename X>
Value word_of(X x) {
    if constexpr (std::is_integral_v<X>) return static_cast<Value>(x);
    if constexpr (std::is_same_v<X, float>)
        return std::isnan(x) ? 0x7FC00000 : std::bit_cast<std::int32_t>(x);
    if constexpr (std::is_same_v<X, double>)
        return std::isnan(x) ? Value{0x7FF8} << 48 : std::bit_cast<Value>(x);
}

// For operands of all kinds, both engines return what `expected` returns for the words of a, b and c.
template <typename F>
void expect(const Instruction& operation, const F& expected) {
    Dice dice(4);
    for (int round = 0; round < 20; ++round) {
        const Program program = program_of(operation, dice);
        const Instruction& i = program.instructions[6];
        const Result by_rules = run_rules(program, {});
        const Result by_fast = fast::run_fast(program, {});
        for (Thread t = 0; t < program.threads; ++t) {
            Value words[3];
            for (std::size_t o = 0; o < 3; ++o) {
                const bool constant = i.operands[o].kind == Operand::Kind::constant;
                words[o] = constant ? i.operands[o].value : program.preloads[o].words[t];
            }
            const Value word = expected(words[0], words[1], words[2]);
            ASSERT_EQ(*by_rules.warps[0].bank.find(t, i.destination), word)
                << name_of(operation) << ", rules";
            ASSERT_EQ(*by_fast.warps[0].bank.find(t, i.destination), word) << name_of(operation) << ", fast";
        }
    }
}

template <typename X, Type kType>
void expect_arithmetic() {
    const auto is = [](Op operation, auto f) {
        expect(typed(operation, kType),
               [&](Value a, Value b, Value c) { return word_of(f(as<X>(a), as<X>(b), as<X>(c))); });
    };
    is(Op::add, [](X a, X b, X) { return a + b; });
    is(Op::sub, [](X a, X b, X) { return a - b; });
    is(Op::mul, [](X a, X b, X) { return a * b; });
    is(Op::div, [](X a, X b, X) { return a / b; });
    is(Op::sqrt, [](X a, X, X) { return std::sqrt(a); });
    is(Op::fma, [](X a, X b, X c) { return std::fma(a, b, c); });
    is(Op::rec, [](X a, X, X) { return 1 / a; });
    is(Op::rem, [](X a, X b, X) { return std::fmod(a, b); });
    is(Op::remainder, [](X a, X b, X) { return std::remainder(a, b); });
    is(Op::ceil, [](X a, X, X) { return std::ceil(a); });
    is(Op::floor, [](X a, X, X) { return std::floor(a); });
    is(Op::trunc, [](X a, X, X) { return std::trunc(a); });
    is(Op::round, [](X a, X, X) { return std::nearbyint(a); });
    is(Op::eq, [](X a, X b, X) { return a == b ? 1 : 0; });
    is(Op::ne, [](X a, X b, X) { return a != b ? 1 : 0; });
    is(Op::lt, [](X a, X b, X) { return a < b ? 1 : 0; });
    is(Op::le, [](X a, X b, X) { return a <= b ? 1 : 0; });
    is(Op::gt, [](X a, X b, X) { return a > b ? 1 : 0; });
    is(Op::ge, [](X a, X b, X) { return a >= b ? 1 : 0; });
}

TEST(TypedOperations, F32AndF64AgreeWithTheProcessor) {
    expect_arithmetic<float, Type::f32>();
    expect_arithmetic<double, Type::f64>();
}

template <typename To, typename From>
void expect_conversion(Type to, Type from) {
    expect(typed(Op::cvt, to, from), [](Value a, Value, Value) {
        if constexpr (std::is_integral_v<From>) return word_of(static_cast<To>(static_cast<From>(a)));
        if constexpr (!std::is_integral_v<From>) return word_of(static_cast<To>(as<From>(a)));
    });
}

TEST(TypedOperations, ConversionsToF32AndF64AgreeWithTheProcessor) {
    expect_conversion<float, std::int32_t>(Type::f32, Type::i32);
    expect_conversion<float, std::uint32_t>(Type::f32, Type::u32);
    expect_conversion<float, std::int64_t>(Type::f32, Type::i64);
    expect_conversion<float, std::uint64_t>(Type::f32, Type::u64);
    expect_conversion<double, std::int64_t>(Type::f64, Type::i64);
    expect_conversion<double, std::uint64_t>(Type::f64, Type::u64);
    expect_conversion<double, float>(Type::f64, Type::f32);
    expect_conversion<float, double>(Type::f32, Type::f64);
}

}  // namespace
}  // namespace musimd::tests::typed_properties
