// The registers that programs need: counted by hand.

#include "kernels/launch/registers.hpp"

#include <gtest/gtest.h>

#include "kernels/launch/cost.hpp"
#include "tests/support/openmp_functions.hpp"
#include "tests/support/programs.hpp"

namespace musimd::kernels::openmp::openmp_registers_test {
namespace {

std::optional<std::uint64_t> bytes_of(const std::string& text, std::uint32_t outside,
                                      const std::vector<std::uint32_t>& simd_widths = {}) {
    const Program program = support::read(text);
    ValueSizes sizes;
    sizes.lanes = widths_of_instructions(program, outside, simd_widths);
    sizes.ignored = free_instructions(program);
    sizes.loaded_bits.resize(program.instructions.size());
    sizes.variable_bits.resize(program.variables.size());
    return most_register_bytes(program, sizes);
}

TEST(OpenMpRegisters, HoldAValueUpToItsLastUse) {
    // Before the store: the address and the sum, each of 8 lanes of 32 bits.
    EXPECT_EQ(bytes_of(".threads 8\n"
                       "a = tid\n"
                       "b = add.f32 a, 1.0f32\n"
                       "[a] = b\n"
                       "stop\n",
                       8),
              64);
    // The sum takes the place of its operand.
    EXPECT_EQ(bytes_of(".threads 8\n"
                       "a = add.f32 1.0f32, 2.0f32\n"
                       "b = add.f32 a, 1.0f32\n"
                       "[5] = b\n"
                       "stop\n",
                       8),
              32);
}

TEST(OpenMpRegisters, HoldWhatWaitingLanesRead) {
    // In the first half: y (32 bytes), and x for the lanes of the second half (32 bytes).
    EXPECT_EQ(bytes_of(".threads 8\n"
                       "x = tid\n"
                       "bz x, else\n"
                       "y = add.f32 1.0f32, 2.0f32\n"
                       "[5] = y\n"
                       "jump join\n"
                       "else: [6] = x\n"
                       "join: sync\n"
                       "stop\n",
                       8),
              64);
    // In the second half, before it sets r: t (32 bytes), and r for the lanes of the first half.
    EXPECT_EQ(bytes_of(".threads 8\n"
                       "x = tid\n"
                       "bz x, else\n"
                       "r = add.f32 1.0f32, 2.0f32\n"
                       "jump join\n"
                       "else: t = add.f32 1.0f32, 3.0f32\n"
                       "r = add.f32 t, t\n"
                       "join: sync\n"
                       "[5] = r\n"
                       "stop\n",
                       8),
              64);
}

TEST(OpenMpRegisters, CountTheLanesOfTheBlockThatSetsAValue) {
    // In the block: s of lane 0 (4 bytes) and v of 8 lanes (32); outside of it, s and u of lane 0.
    EXPECT_EQ(bytes_of(".threads 8\n"
                       ".active 0\n"
                       "s = add.f32 1.0f32, 2.0f32\n"
                       "u = add.f32 s, s\n"
                       "[7] = u\n"
                       "everywhere\n"
                       "v = add.f32 1.0f32, 2.0f32\n"
                       "[5] = v\n"
                       "end_everywhere\n"
                       "[6] = s\n"
                       "stop\n",
                       1, {8}),
              36);
}

TEST(OpenMpRegisters, ConditionsTakeABitPerLaneAndArgumentsOneLane) {
    // n is an argument (8 bytes), x has 16 lanes (64 bytes), c is a condition (2 bytes).
    EXPECT_EQ(bytes_of(".threads 16\n"
                       "n = 100\n"
                       "x = tid\n"
                       "c = lt.i32 x, n\n"
                       "[x] = c\n"
                       "[5] = n\n"
                       "stop\n",
                       16),
              74);
}

class OpenMpRegistersOfC : public support::OpenMpFunctions {};

TEST_F(OpenMpRegistersOfC, DependOnTheModel) {
    const std::string text =
        "void f(int n, const float* a, float* sum) {\n"
        "#pragma omp parallel for\n"
        "for (int i = 0; i < 4; i++) {\n"
        "float s = 0;\n"
        "#pragma omp simd simdlen(8) reduction(+: s)\n"
        "for (int j = 0; j < 10; j++) s += a[j];\n"
        "sum[i] = s; } }\n";
    const auto bytes = [&](dsl::LoopModel model) {
        return run(text, {{"a", "10"}, {"sum", "4"}}, model).register_bytes;
    };
    // Before the address is computed, of 16 lanes: i, s and its partial value (64 bytes each), the number of
    // the iteration and j as an i64 (128 each); and the number of iterations, in one lane (8).
    EXPECT_EQ(bytes(dsl::LoopModel::spmd), 3 * 64 + 2 * 128 + 8);
    // Of 8 lanes: the copy of s and its partial value (32 bytes each), the number of iterations, that of the
    // iteration, and j (64 each); and i in lane 0 (4).
    EXPECT_EQ(bytes(dsl::LoopModel::simd), 2 * 32 + 3 * 64 + 4);
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_registers_test
