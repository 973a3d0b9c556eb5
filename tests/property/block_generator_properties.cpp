// The random programs with blocks have no race and no deadlock, and what is planted in them is found.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "differential/programs/generate/generator.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "isa/variant.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"

namespace musimd::differential::block_generator_properties {
namespace {

constexpr std::uint64_t kPrograms = 250;

std::string ending(const Result& result) {
    return result.trap ? result.trap->message : std::string(result.limit ? "limit" : "stop");
}

class BlockProfile : public testing::TestWithParam<Profile> {
  protected:
    // Calls f with every program of the profile.
    template <typename F>
    static void each_program(F f) {
        for (std::uint64_t seed = 0; seed < kPrograms; ++seed) f(generate_known(GetParam(), seed), seed);
    }
};

INSTANTIATE_TEST_SUITE_P(Generators, BlockProfile,
                         testing::Values(Profile::blocks, Profile::collectives, Profile::volta),
                         [](const auto& test) { return std::string(to_string(test.param)); });

TEST_P(BlockProfile, EveryProgramStops) {
    each_program([](const KnownCase& c, std::uint64_t seed) {
        const Result result = fast::run_fast(c.run.program, c.run.options);
        EXPECT_EQ(result.outcome, Outcome::stop) << "seed " << seed << ": " << ending(result) << "\n"
                                                 << print(c.run.program);
    });
}

TEST_P(BlockProfile, MostProgramsYieldTheSameInBothModels) {
    std::uint64_t compared = 0;
    each_program([&](const KnownCase& c, std::uint64_t seed) {
        if (!c.same_in_both_models) return;
        Program other = c.run.program;
        const bool is_volta = other.model == ThreadModel::volta;
        other.model = is_volta ? ThreadModel::lockstep : ThreadModel::volta;
        const Result one = fast::run_fast(c.run.program, c.run.options);
        const Result two = run_rules(other, c.run.options);
        EXPECT_FALSE(are_different(one, two)) << "seed " << seed << ": " << ending(two) << "\n"
                                              << print(c.run.program);
        ++compared;
    });
    EXPECT_GT(compared, kPrograms / 3);
}

// Of each kind of mistake, one of each program.
TEST_P(BlockProfile, WhatIsPlantedIsFound) {
    std::map<Mistake, std::uint64_t> planted;
    std::map<Mistake, std::uint64_t> effective;
    each_program([&](const KnownCase& c, std::uint64_t seed) {
        std::set<Mistake> seen;
        for (const MistakeSite& site : c.sites) {
            ++planted[site.mistake];
            effective[site.mistake] += site.effective ? 1 : 0;
            if (!site.effective || !seen.insert(site.mistake).second) continue;
            const Program wrong = with_mistake(c.run.program, site);
            ASSERT_TRUE(read_program(print(wrong), "wrong.asm"));
            const Result result = run_rules(wrong, c.run.options);
            ASSERT_TRUE(result.trap && result.trap->kind == trap_of(site.mistake))
                << "seed " << seed << ", instruction " << site.pc << ": " << ending(result) << "\n"
                << print(wrong);
        }
    });
    for (const Mistake mistake : {Mistake::race, Mistake::missing_barrier, Mistake::wrong_mask}) {
        EXPECT_GT(effective[mistake], kPrograms / 5);
        EXPECT_GT(effective[mistake] * 100, planted[mistake] * 30);
    }
}

// Every instruction of section 11 with every word after its point, in blocks of every shape.
TEST(BlockProfiles, HaveEveryInstructionAndShape) {
    std::set<std::pair<Opcode, Variant>> seen;
    std::set<std::string> shapes;
    for (const Profile profile : {Profile::blocks, Profile::collectives, Profile::volta}) {
        for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
            const Program program = generate(profile, seed).program;
            for (const Instruction& i : program.instructions)
                seen.insert({i.opcode == Opcode::typed_reduce ? Opcode::reduce : i.opcode, i.variant});
            if (program.block_threads == 1) shapes.insert("one thread");
            if (program.block_threads % 32 == 31) shapes.insert("31 threads");
            if (program.block_threads % 32 == 1 && program.block_threads > 32) shapes.insert("33 threads");
            if (program.block_threads % program.threads != 0) shapes.insert("a partial warp");
            if (program.block_threads > 2 * program.threads) shapes.insert("three warps");
            if (program.grid > 1) shapes.insert("several blocks");
        }
    }
    for (const VariantInfo& row : variant_table())
        EXPECT_TRUE(seen.contains({row.opcode, row.variant})) << syntax_of(row.opcode, row.variant);
    for (const Opcode opcode : {Opcode::exit, Opcode::block_barrier, Opcode::barrier, Opcode::activemask,
                                Opcode::syncwarp, Opcode::everywhere, Opcode::fetch, Opcode::atomic_inc})
        EXPECT_TRUE(seen.contains({opcode, Variant::none})) << info(opcode).name;
    EXPECT_EQ(shapes.size(), 6U);
}

}  // namespace
}  // namespace musimd::differential::block_generator_properties
