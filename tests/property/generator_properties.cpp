// The random programs of differential testing: properties of every program of a profile, and of most.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "differential/programs/generate/draft.hpp"
#include "differential/programs/generate/generator.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/program_mix.hpp"

namespace musimd::tests::generator_properties {
namespace {

Shape any_shape(Dice& dice) {
    Shape shape;
    shape.size = dice.between(1, 60);
    shape.depth = dice.between(0, 8);
    if (dice.chance(30)) shape.threads = dice.between<std::uint32_t>(1, 200);
    if (dice.chance(20)) shape.warps = dice.between<std::uint32_t>(1, 6);
    return shape;
}

class EachProfile : public testing::TestWithParam<ProfileInfo> {
  protected:
    Profile profile() const { return GetParam().profile; }
};

INSTANTIATE_TEST_SUITE_P(Generators, EachProfile, testing::ValuesIn(profiles().begin(), profiles().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(EachProfile, IsFoundByItsName) {
    EXPECT_EQ(find_profile(GetParam().name), profile());
    EXPECT_EQ(to_string(profile()), GetParam().name);
    EXPECT_EQ(find_profile("no such profile"), std::nullopt);
}

TEST_P(EachProfile, IsAFunctionOfTheSeed) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Case one = generate(profile(), seed);
        const Case other = generate(profile(), seed);
        EXPECT_EQ(one.program, other.program);
        EXPECT_EQ(std::pair(one.options.order, one.options.seed),
                  std::pair(other.options.order, other.options.seed));
        EXPECT_NE(one.program, generate(profile(), seed + 50).program);
    }
}

TEST_P(EachProfile, ReadsBackAsItIsPrinted) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Dice dice(seed);
        const Program program = generate(profile(), seed, any_shape(dice)).program;
        const std::string text = print(program);
        const ReadResult read = read_program(text, "random.asm");
        ASSERT_TRUE(read) << read.errors << text;
        ASSERT_TRUE(*read.program == program) << text;
        ASSERT_EQ(print(*read.program), text);
    }
}

TEST_P(EachProfile, KeepsToItsShape) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Shape shape;
        shape.threads = 3 + static_cast<std::uint32_t>(seed) * 17;
        shape.warps = 1 + static_cast<std::uint32_t>(seed % 5);
        shape.max_steps = 123;
        const Case generated = generate(profile(), seed, shape);
        EXPECT_EQ(generated.program.threads, shape.threads);
        EXPECT_EQ(generated.program.warps, shape.warps);
        EXPECT_EQ(generated.options.max_steps, 123);
    }
}

TEST_P(EachProfile, PassesTheStructureCheck) {
    if (profile() == Profile::soup || profile() == Profile::mixed || profile() == Profile::models) return;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Dice dice(seed);
        const Program program = generate(profile(), seed, any_shape(dice)).program;
        const StructureReport report = check_structure(program);
        ASSERT_TRUE(report.ok()) << "seed " << seed << ": " << report.errors.front().message << "\n"
                                 << print(program);
    }
}

TEST(Mixes, EachMemberIsNamedOnceAndCounts) {
    std::set<std::string_view> names;
    for (const MixMember& member : mix_members()) {
        EXPECT_TRUE(names.insert(member.name).second) << member.name;
        Mix mix;
        mix.*member.member = 77;
        EXPECT_EQ(
            std::ranges::count_if(mix_members(), [&](const MixMember& m) { return mix.*m.member == 77; }), 1);
    }
}

TEST(Mixes, ReplaceThatOfTheProfile) {
    Shape shape;
    shape.mix = Mix{};
    shape.mix->compound = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Program program = generate(Profile::loops, seed, shape).program;
        EXPECT_EQ(std::ranges::count(program.instructions, Opcode::sync, &Instruction::opcode), 0);
    }
}

// ---- properties of most programs

std::string shares(const ProgramMix& mix) {
    return std::to_string(mix.stop_rate()) + " % stop, " + std::to_string(quantile(mix.steps, 0.5)) +
           " steps, " + std::to_string(quantile(mix.divergent_branches, 0.5)) + " divergent branches";
}

TEST(ProgramMixes, MostOfStructuredAndReconvergenceStopAfterManyStepsAndDiverge) {
    for (const Profile profile : {Profile::structured, Profile::reconvergence}) {
        const ProgramMix mix = run_mix(profile, 1'000);
        EXPECT_GE(mix.stop_rate(), 60) << to_string(profile) << ": " << shares(mix);
        EXPECT_GE(quantile(mix.steps, 0.5), 60U) << to_string(profile) << ": " << shares(mix);
        EXPECT_GE(quantile(mix.divergent_branches, 0.5), 2U) << to_string(profile) << ": " << shares(mix);
    }
}

TEST(ProgramMixes, MostSoupsTrap) {
    const ProgramMix mix = run_mix(Profile::soup, 1'000);
    EXPECT_LE(mix.stop_rate(), 40);
    EXPECT_LE(mix.limits, 200U);
}

// Together, the programs of all profiles use all rules and end in all traps, so a campaign can find a fault
// in each.
TEST(ProgramMixes, ExerciseEveryRuleAndTrap) {
    RuleSet rules;
    std::map<TrapKind, std::uint64_t> traps;
    for (const ProfileInfo& info : profiles()) {
        const ProgramMix mix = run_mix(info.profile, info.profile == Profile::soup ? 2'000 : 300);
        rules |= mix.rules;
        for (const auto& [kind, count] : mix.traps) traps[kind] += count;
    }
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const auto rule = static_cast<RuleId>(i);
        EXPECT_TRUE(rules.contains(rule)) << to_string(rule);
    }
    // The profiles with blocks have no traps: support::random_block_program has those.
    for (std::size_t i = 0; i < kTrapCount; ++i) {
        const auto kind = static_cast<TrapKind>(i);
        EXPECT_NE(traps[kind] > 0, is_trap_of_blocks(kind)) << to_string(kind);
    }
}

// Each profile has the property in its name.
TEST(ProgramMixes, HaveTheirProfilesProperties) {
    const auto share = [](Profile profile, std::initializer_list<Opcode> opcodes) {
        const ProgramMix mix = run_mix(profile, 300);
        std::uint64_t sum = 0;
        std::uint64_t part = 0;
        for (const std::uint64_t count : mix.by_instruction) sum += count;
        for (const Opcode opcode : opcodes) part += mix.by_instruction[static_cast<std::size_t>(opcode)];
        return 100.0 * static_cast<double>(part) / static_cast<double>(sum);
    };
    EXPECT_GT(share(Profile::everywhere, {Opcode::everywhere, Opcode::branch_mask}), 5);
    EXPECT_GT(share(Profile::shuffle, {Opcode::shfl, Opcode::ballot}), 5);
    EXPECT_GT(share(Profile::memory, {Opcode::ld, Opcode::st}), 10);
    EXPECT_GT(share(Profile::atomics, {Opcode::atomic_inc, Opcode::fetch}), 5);
    EXPECT_GT(share(Profile::grids, {Opcode::barrier}), 4);
    EXPECT_GT(quantile(run_mix(Profile::loops, 300).steps, 0.5), 100U);
}

// ---- parts of trees

// Calls f for every statement of the block, with the loops around it.
template <typename F>
void each_statement(const Block& block, int loops, const F& f) {
    for (const Statement& s : block) {
        f(s, loops);
        const bool loop = s.kind == Statement::Kind::top_loop || s.kind == Statement::Kind::bottom_loop;
        each_statement(s.first, loops + loop, f);
        each_statement(s.second, loops + loop, f);
    }
}

bool same(const Block& a, const Block& b);

bool same(const Statement& a, const Statement& b) {
    return a.kind == b.kind && a.instruction == b.instruction && a.operand == b.operand &&
           same(a.first, b.first) && same(a.second, b.second);
}

bool same(const Block& a, const Block& b) {
    return a.size() == b.size() &&
           std::ranges::equal(a, b, [](const Statement& x, const Statement& y) { return same(x, y); });
}

// The constructs of each tree of the profile: those of generators of reconvergence tests, and more.
std::map<std::string, int> constructs(Profile profile, int count) {
    using Kind = Statement::Kind;
    std::map<std::string, int> found;
    for (int seed = 0; seed < count; ++seed) {
        Dice dice(static_cast<std::uint64_t>(seed));
        const Draft draft = make_draft(profile, dice, {});
        std::set<std::string> here;
        each_statement(std::get<Tree>(draft.content).body, 0, [&](const Statement& s, int loops) {
            const bool loop = s.kind == Kind::top_loop || s.kind == Kind::bottom_loop;
            const bool constant = s.trips.kind == Operand::Kind::constant;
            const auto has = [&](const char* what, bool is) {
                if (is) here.insert(what);
            };
            has("if on an elected thread", s.kind == Kind::conditional && s.operand == Operand::of(kElected));
            has("if on a mask", s.kind == Kind::conditional && s.before.size() == 3);
            has("if on the counter", s.kind == Kind::conditional && !s.before.empty() &&
                                         s.before[0].operands[0] == Operand::of(kCounter));
            has("if {X} else {X}",
                s.kind == Kind::conditional && !s.first.empty() && same(s.first, s.second));
            has("for, uniform", s.kind == Kind::top_loop && !s.endless && constant && s.trips.value > 0);
            has("for, no iteration",
                s.kind == Kind::top_loop && !s.endless && constant && s.trips.value == 0);
            has("for, variable number of iterations", s.kind == Kind::top_loop && !s.endless && !constant);
            has("do-while", s.kind == Kind::bottom_loop);
            has("a loop with a condition", loop && s.operand != Operand::constant(1));
            has("an endless loop", s.endless);
            has("elect by ballot", s.kind == Kind::elect && s.votes);
            has("elect by a block", s.kind == Kind::elect && !s.votes);
            has("break", s.kind == Kind::break_ && s.levels == 1);
            has("break of several", s.kind == Kind::break_ && s.levels > 1);
            has("continue", s.kind == Kind::continue_);
            has("return", s.kind == Kind::return_);
            has("switch", s.kind == Kind::select);
            has("a case that falls through", s.kind == Kind::option && s.falls);
            has("a call", s.kind == Kind::call);
            has("everywhere in a loop", s.kind == Kind::everywhere && loops > 0);
            has("branch_mask", s.kind == Kind::masked);
            has("an observation by a block", s.kind == Kind::observe && !s.votes);
            has("an observation by ballot", s.kind == Kind::observe && s.votes);
            has("shuffle", s.instruction.opcode == Opcode::shfl);
            has("memory", s.instruction.opcode == Opcode::ld || s.instruction.opcode == Opcode::st);
        });
        for (const std::string& name : here) found[name] += 1;
    }
    return found;
}

TEST(ProgramMixes, ReconvergenceHasEveryConstruct) {
    constexpr int kTrees = 1'000;
    const auto found = constructs(Profile::reconvergence, kTrees);
    EXPECT_EQ(found.size(), 25U);
    for (const auto& [name, count] : found) EXPECT_GE(count, kTrees / 100) << name;
}

// ---- programs that are not nested

// Whether branches and syncs match like brackets in the text, and nothing jumps forward out of its brackets.
bool is_nested(const Program& program) {
    std::vector<Label> open;  // for each, how far control goes from within
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        if (i.opcode == Opcode::bz || i.opcode == Opcode::bnz) open.push_back(i.target);
        if (i.opcode == Opcode::jump && !open.empty()) open.back() = std::max(open.back(), i.target);
        if (i.opcode != Opcode::sync) continue;
        if (open.empty() || open.back() > pc) return false;
        open.pop_back();
    }
    return open.empty();
}

bool has_branches(const Program& program) {
    return std::ranges::count(program.instructions, Opcode::sync, &Instruction::opcode) >= 2;
}

TEST(ProgramMixes, UnstructuredProgramsAreNotNested) {
    constexpr int kPrograms = 500;
    int with_branches = 0;
    int nested = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        EXPECT_TRUE(is_nested(generate(Profile::structured, seed).program)) << seed;
        const Program program = generate(Profile::unstructured, seed).program;
        if (!has_branches(program)) continue;
        with_branches += 1;
        nested += is_nested(program) ? 1 : 0;
    }
    EXPECT_GE(with_branches, kPrograms * 75 / 100);
    EXPECT_LE(nested, kPrograms * 10 / 100);
}

}  // namespace
}  // namespace musimd::tests::generator_properties
