// What the divergence analysis claims, compared with every state of runs of the rules engine.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <string>

#include "analysis/divergence/report.hpp"
#include "isa/printer.hpp"
#include "tests/support/divergence_claims.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests::divergence_properties {
namespace {

constexpr std::uint64_t kSteps = 1'000;

Program in_lock_step(Program program) {
    program.model = ThreadModel::lockstep;
    return program;
}

/// Replaces operations of a program by those of which the analysis knows affine results, often of `tid`.
class AffineArithmetic {
  public:
    AffineArithmetic(Program& program, std::uint64_t seed) : program_(program), dice_(seed) {}

    void run() {
        if (dice_.chance(40)) program_.word.wrap = true;
        for (Instruction& i : program_.instructions) {
            const bool computes = i.opcode == Opcode::bp || i.opcode == Opcode::typed;
            if (computes && dice_.chance(60)) replace(i);
        }
    }

  private:
    Operand operand() {
        if (dice_.chance(30)) return Operand::tid();
        if (dice_.chance(20)) return Operand::constant(dice_.between<Value>(-3, 3));
        return Operand::of(static_cast<Variable>(dice_.below(program_.variables.size())));
    }

    Type integer_type() {
        Type type = Type::i8;
        do type = dice_.pick({Type::i8, Type::i16, Type::i32, Type::i64, Type::u8, Type::u32, Type::u64});
        while (width_of(type) > program_.word.width);
        return type;
    }

    void replace(Instruction& i) {
        i.operands = {operand(), operand(), Operand{}};
        i.opcode = dice_.chance(50) ? Opcode::typed : Opcode::bp;
        if (i.opcode == Opcode::bp) {
            using enum Operation;
            i.operation = dice_.pick({add, sub, mul, shl, lt, eq});
            return;
        }
        using enum TypedOperation;
        i.typed_operation = dice_.pick({add, sub, mul, neg, cvt});
        i.type = integer_type();
        i.from = integer_type();
        if (operand_count(i) == 1) i.operands[1] = {};
    }

    Program& program_;
    Dice dice_;
};

RC_GTEST_PROP(Divergence, ClaimsHoldInEveryState, ()) {
    const Program program = in_lock_step(*any_program());
    RC_ASSERT(DivergenceClaims(program, *machine_options(kSteps)).first_wrong() == "");
}

RC_GTEST_PROP(Divergence, ClaimsHoldInOtherInitialStates, ()) {
    const Program program =
        in_lock_step(in_another_state(*any_program(), *rc::gen::arbitrary<std::uint64_t>()));
    RC_ASSERT(DivergenceClaims(program, *machine_options(kSteps)).first_wrong() == "");
}

class DivergenceOfProfile : public testing::TestWithParam<ProfileInfo> {};

TEST_P(DivergenceOfProfile, ClaimsHoldInEveryState) {
    DivergenceClaims::Counts counts;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Shape shape;
        shape.size = 5 + static_cast<int>(seed % 40);
        shape.max_steps = kSteps;
        Case drawn = generate(GetParam().profile, seed, shape);
        drawn.program.model = ThreadModel::lockstep;
        DivergenceClaims claims(drawn.program, drawn.options);
        ASSERT_EQ(claims.first_wrong(), "") << print(drawn.program);
        counts.uniform += claims.counts().uniform;
        counts.affine += claims.counts().affine;
        counts.branches += claims.counts().branches;
        counts.accesses += claims.counts().accesses;
        counts.scalars += claims.counts().scalars;
    }
    EXPECT_GT(counts.uniform, 0U);
    EXPECT_GT(counts.affine, 0U);
    EXPECT_GT(counts.branches, 0U);
    EXPECT_GT(counts.accesses, 0U);
    EXPECT_GT(counts.scalars, 0U);
}

INSTANTIATE_TEST_SUITE_P(Profiles, DivergenceOfProfile,
                         testing::ValuesIn(profiles().begin(), profiles().end()),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

TEST_P(DivergenceOfProfile, ClaimsHoldOfAffineArithmetic) {
    std::uint64_t affine = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Shape shape;
        shape.max_steps = kSteps;
        Case drawn = generate(GetParam().profile, seed, shape);
        drawn.program.model = ThreadModel::lockstep;
        AffineArithmetic(drawn.program, seed).run();
        DivergenceClaims claims(drawn.program, drawn.options);
        ASSERT_EQ(claims.first_wrong(), "") << print(drawn.program);
        affine += claims.counts().affine;
    }
    EXPECT_GT(affine, 0U);
}

class DivergenceOfFolder : public testing::TestWithParam<std::string> {};

TEST_P(DivergenceOfFolder, ClaimsHoldInEveryState) {
    for (const support::ReadTest& read : support::programs_under(GetParam())) {
        if (!read.read.program) continue;
        const Program program = in_lock_step(*read.read.program);
        MachineOptions options;
        options.max_steps = 3'000;
        EXPECT_EQ(DivergenceClaims(program, options).first_wrong(), "") << read.test.file;
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, DivergenceOfFolder,
                         testing::Values("bench", "bugs", "conformance", "errata", "explore", "lint", "paper",
                                         "regression", "related"),
                         [](const auto& parameter) { return parameter.param; });

RC_GTEST_PROP(Divergence, ReportIsDeterministic, ()) {
    const Program program = in_lock_step(*any_program());
    const DivergenceReport first = analyze_divergence(program);
    const DivergenceReport second = analyze_divergence(program);
    RC_ASSERT(first.variables == second.variables);
    RC_ASSERT(first.scalars == second.scalars);
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
        RC_ASSERT(first.rows[i].reached == second.rows[i].reached);
        RC_ASSERT(first.rows[i].result == second.rows[i].result);
        RC_ASSERT(first.rows[i].divides == second.rows[i].divides);
        RC_ASSERT(first.rows[i].address == second.rows[i].address);
    }
}

}  // namespace
}  // namespace musimd::tests::divergence_properties
