// Operations on typed words: the fast engine against the rules, for every operation of every type, and both
// against the processor's own arithmetic.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>

#include "differential/generators/dice.hpp"
#include "differential/generators/instructions.hpp"
#include "differential/generators/typed_maker.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::tests {
namespace {

using differential::Dice;
using Op = TypedOperation;

constexpr std::uint32_t kLanes = 72;  // more than a block of the loops

Instruction typed(Op operation, Type type, Type from = Type::i8) {
    Instruction made;
    made.opcode = Opcode::typed;
    made.typed_operation = operation;
    made.type = type;
    made.from = from;
    return made;
}

// Every operation of every type, and every conversion.
std::vector<Instruction> all_typed() {
    std::vector<Instruction> made;
    for (const TypedOperationInfo& row : typed_operation_table()) {
        for (std::size_t t = 0; t < kTypes; ++t) {
            const auto type = static_cast<Type>(t);
            if (row.operation != Op::cvt) {
                if (has_type(row.operation, type)) made.push_back(typed(row.operation, type));
                continue;
            }
            for (std::size_t s = 0; s < kTypes; ++s) {
                made.push_back(typed(Op::cvt, type, static_cast<Type>(s)));
            }
        }
    }
    return made;
}

std::string name_of(const Instruction& i) {
    const std::string name = std::string(info(i.typed_operation).name) + '.' + std::string(to_string(i.type));
    return i.typed_operation == Op::cvt ? name + '.' + std::string(to_string(i.from)) : name;
}

// Variables 0, 1, 2 := words of Σ, one a thread; variable 3 := the operation on them.
Program program_of(Instruction operation, Dice& dice) {
    Program made;
    made.threads = kLanes;
    made.active = ThreadSet::all(kLanes);
    made.variables = {"a", "b", "c", "r", "at"};
    const Type reads = operation.typed_operation == Op::cvt ? operation.from : operation.type;
    const Type any = static_cast<Type>(dice.below(kTypes));
    for (Variable v = 0; v < 3; ++v) {
        Preload words{v * kLanes, kLanes, {}, 0, 0};
        for (std::uint32_t t = 0; t < kLanes; ++t) {
            Value word = differential::make_pattern(dice, dice.chance(95) ? reads : any);
            if (operation.typed_operation == Op::select && v == 0 && dice.chance(40)) word = 0;
            // What is above the type does not matter.
            const int width = width_of(reads);
            if (width < 64 && dice.chance(20)) word ^= static_cast<Value>(dice.bits() << width);
            words.words.push_back(word);
        }
        made.preloads.push_back(std::move(words));
        made.instructions.push_back(
            differential::binary(4, Operand::tid(), Operation::add, Operand::constant(v * kLanes)));
        made.instructions.push_back(differential::unary(Opcode::ld, v, Operand::of(4)));
    }
    for (Variable v = 0; v < 3; ++v) {
        operation.operands[v] = Operand::of(v);
        if (dice.chance(8))
            operation.operands[v] = Operand::constant(differential::make_pattern(dice, reads));
    }
    for (std::size_t o = operand_count(operation); o < 3; ++o) operation.operands[o] = {};
    operation.destination = dice.chance(20) ? 0 : 3;
    made.instructions.push_back(operation);
    made.instructions.push_back(differential::plain(Opcode::stop));
    return made;
}

// Compares the engines, with fewer and fewer threads until none of them traps.
void compare(Program program) {
    for (;;) {
        const Result expected = run_rules(program, {});
        for (const fast::KernelSet* loops :
             {fast::baseline_kernels(), fast::avx2_kernels(), fast::avx512_kernels()}) {
            if (loops == nullptr) continue;
            const Result found = fast::run(program, {}, nullptr, 1, *loops);
            ASSERT_EQ(found.outcome, expected.outcome) << loops->any.name;
            ASSERT_TRUE(found.trap == expected.trap) << loops->any.name;
            for (Thread t = 0; t < program.threads; ++t) {
                const auto* const a = expected.warps[0].bank.find(t, program.instructions[6].destination);
                const auto* const b = found.warps[0].bank.find(t, program.instructions[6].destination);
                ASSERT_EQ(a == nullptr, b == nullptr);
                if (a == nullptr) continue;
                const auto word = [&](std::size_t v) { return program.preloads[v].words[t]; };
                ASSERT_EQ(*a, *b) << loops->any.name << ", thread " << t << ": " << word(0) << ", " << word(1)
                                  << ", " << word(2);
            }
            ASSERT_TRUE(found == expected) << loops->any.name;
        }
        if (!expected.trap || program.active.size() == 1) return;
        program.active.erase(expected.trap->threads[0]);
    }
}

TEST(TypedOperations, OfTheFastEngineAreThoseOfTheRules) {
    Dice dice(20261121);
    for (const Instruction& operation : all_typed()) {
        for (int round = 0; round < 3; ++round) {
            ASSERT_NO_FATAL_FAILURE(compare(program_of(operation, dice))) << name_of(operation);
        }
    }
}

}  // namespace
}  // namespace musimd::tests
