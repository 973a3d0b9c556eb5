#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>

#include "analysis/structure_check.hpp"
#include "differential/spmd/campaign/campaign.hpp"
#include "differential/spmd/campaign/stand_alone.hpp"
#include "differential/spmd/campaign/summary.hpp"
#include "differential/spmd/generate/generator.hpp"
#include "differential/spmd/reduce/pattern.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/portability.hpp"
#include "dsl/text/source.hpp"
#include "engines/engines.hpp"
#include "isa/reader.hpp"
#include "kernels/spmd/walk.hpp"
#include "tests/support/faulty_engines.hpp"

namespace musimd::differential::spmd::kernel_fuzz_test {
namespace {

using namespace musimd::kernels;

using dsl::Block;
using dsl::Kernel;
using dsl::Statement;
using Kind = Statement::Kind;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kKernels = 400;

std::uint64_t seed(std::uint64_t k) {
    return seed_of(KernelCampaign{}, k);
}

bool has(const Kernel& kernel, Kind kind) {
    bool found = false;
    visit(kernel.body, [&](const Statement& s) { found |= s.kind == kind; });
    return found;
}

TEST(RandomKernel, IsAFunctionOfItsSeed) {
    EXPECT_TRUE(same(random_kernel(5), random_kernel(5)));
    EXPECT_FALSE(same(random_kernel(5), random_kernel(6)));
    const KernelCase a = random_case(5);
    const KernelCase b = random_case(5);
    EXPECT_EQ(a.elements, b.elements);
    EXPECT_EQ(a.contents, b.contents);
}

TEST(RandomKernel, IsPortableAndWellFormed) {
    for (std::uint64_t k = 0; k < kKernels; ++k) {
        const Kernel kernel = random_kernel(seed(k));
        EXPECT_TRUE(is_well_formed(kernel)) << "seed " << seed(k);
        const auto places = dsl::non_portable(kernel);
        EXPECT_TRUE(places.empty()) << "seed " << seed(k) << ": " << places.front().reason;
    }
}

TEST(RandomKernel, LowersToAProgramThatStops) {
    int stopped = 0;
    for (std::uint64_t k = 0; k < kKernels; ++k) {
        const KernelCase test = random_case(seed(k));
        if (k % 4 == 0) {
            EXPECT_TRUE(check_structure(dsl::lower(test.kernel, launch_of(test))).ok());
        }
        const auto run = run_kernel(test, reference_engine());
        stopped += run.done() ? 1 : 0;
        if (k % 20 == 0) {
            const auto by_rules = run_kernel(test, *find_engine("rules"));
            EXPECT_EQ(run.kind, by_rules.kind);
            EXPECT_EQ(run.memory, by_rules.memory) << "seed " << seed(k);
        }
    }
    EXPECT_GE(stopped, 0.95 * kKernels);
}

TEST(RandomKernel, HasEveryConstruct) {
    std::map<Kind, int> with;
    int elseif = 0;
    int sets_conditions = 0;
    int scalars = 0;
    int nested = 0;
    int in_conditions_of_loops = 0;
    for (std::uint64_t k = 0; k < kKernels; ++k) {
        const Kernel kernel = random_kernel(seed(k));
        std::set<Kind> kinds;
        bool chain = false;
        bool condition = false;
        bool in_place = false;
        bool in_head = false;
        visit(kernel.body, [&](const Statement& s) {
            in_place |= s.in_place;
            in_head |= !s.head.empty();
            kinds.insert(s.kind);
            chain |= s.kind == Kind::if_ && s.otherwise.size() == 1 && s.otherwise[0].kind == Kind::if_;
            condition |= s.kind == Kind::set && kernel.variables[s.variable].type.condition;
        });
        for (const Kind kind : kinds) ++with[kind];
        elseif += chain ? 1 : 0;
        scalars += kernel.scalars.empty() ? 0 : 1;
        nested += in_place ? 1 : 0;
        in_conditions_of_loops += in_head ? 1 : 0;
        sets_conditions += condition ? 1 : 0;
    }
    const auto percent = [](int count) { return 100.0 * count / kKernels; };
    EXPECT_GE(percent(with[Kind::if_]), 60);
    EXPECT_GE(percent(with[Kind::while_]), 25);
    EXPECT_GE(percent(with[Kind::call]), 15);
    EXPECT_GE(percent(with[Kind::return_]), 20);
    EXPECT_GE(percent(with[Kind::break_]), 5);
    EXPECT_GE(percent(with[Kind::continue_]), 2);
    EXPECT_GE(percent(elseif), 5);
    EXPECT_GE(percent(sets_conditions), 20);
    EXPECT_GE(percent(scalars), 30);
    EXPECT_GE(percent(nested), 15);
    EXPECT_GE(in_conditions_of_loops, 2);
}

TEST(RandomKernel, HasUniformParametersAndNestedCallsInItsSource) {
    KernelShape shape;
    shape.scalars = 100;
    shape.nested = 100;
    std::string text;
    for (std::uint64_t k = 0; k < kKernels; ++k) text += dsl::print_source(random_kernel(seed(k), shape));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("#error")));
    EXPECT_THAT(text, HasSubstr(", i32 s0"));
    for (const char* const stands :
         {"k_while \\(.*spmd_call_dev_func", "k_elseif \\(.*spmd_call_dev_func",
          "k_store\\(.*spmd_call_dev_func", "spmd_call_dev_func.*spmd_call_dev_func",
          "k_sh[lr]\\(.*, s[0-9]\\)", "k_while \\(n[0-9]* < s[0-9]\\)"}) {
        EXPECT_TRUE(std::regex_search(text, std::regex(stands))) << stands;
    }
}

TEST(RandomKernel, KeepsToItsShape) {
    KernelShape shape;
    shape.bits = 16;
    shape.statements = 3;
    shape.elements = 5;
    const KernelCase test = random_case(1, shape);
    EXPECT_EQ(test.kernel.bits, 16);
    EXPECT_EQ(test.elements, 5);
    for (const auto& buffer : test.kernel.buffers) EXPECT_EQ(width_of(buffer.element), 16);
}

// ---- a faulty target

void turn_into_breaks(Block& block) {
    for (Statement& s : block) {
        if (s.kind == Kind::continue_) s.kind = Kind::break_;
        for (Block* inner : blocks(s)) turn_into_breaks(*inner);
    }
}

// The machine, except that `continue` acts as `break`.
class TakesContinueForBreak final : public Target {
  public:
    std::string_view name() const override { return "wrong"; }
    std::vector<Run> run(std::span<const KernelCase> tests) const override {
        std::vector<Run> runs;
        for (KernelCase test : tests) {
            turn_into_breaks(test.kernel.body);
            runs.push_back(run_kernel(test, reference_engine()));
        }
        return runs;
    }
};

// `if (q) …` with assignments to conditions, as `if (d) …` and, for lanes that did not run it, `if (!d) c =
// false`.
void forget_conditions(Kernel& kernel, Block& block) {
    Block result;
    for (Statement& s : block) {
        for (Block* inner : blocks(s)) forget_conditions(kernel, *inner);
        std::set<dsl::VariableId> lost;
        for (const Statement& inner : s.body) {
            if (inner.kind == Kind::set && kernel.variables[inner.variable].type.condition)
                lost.insert(inner.variable);
        }
        if (s.kind == Kind::if_ && !lost.empty()) {
            const auto d = static_cast<dsl::VariableId>(kernel.variables.size());
            const auto type = dsl::ValueType::of_condition();
            kernel.variables.push_back({"d" + std::to_string(d), type});
            Statement declare;
            declare.variable = d;
            declare.value = std::exchange(s.value, dsl::read(d, type));
            result.push_back(std::move(declare));
            Statement others;
            others.kind = Kind::if_;
            others.value = dsl::apply(dsl::Function::notl, {dsl::read(d, type)});
            for (const dsl::VariableId c : lost) {
                Statement set;
                set.kind = Kind::set;
                set.variable = c;
                set.value = dsl::literal(false);
                others.body.push_back(std::move(set));
            }
            result.push_back(std::move(s));
            result.push_back(std::move(others));
        } else {
            result.push_back(std::move(s));
        }
    }
    block = std::move(result);
}

// The machine, except that lanes that do not run a k_if lose the conditions that it sets.
class LosesConditions final : public Target {
  public:
    std::string_view name() const override { return "wrong"; }
    std::vector<Run> run(std::span<const KernelCase> tests) const override {
        std::vector<Run> runs;
        for (KernelCase test : tests) {
            forget_conditions(test.kernel, test.kernel.body);
            runs.push_back(run_kernel(test, reference_engine()));
        }
        return runs;
    }
};

std::string outlines(const KernelCampaignRun& run) {
    std::string text;
    for (const Group& group : run.groups) text += group.outline + "\n";
    return text;
}

TEST(KernelCampaign, FindsReducesAndGroupsAPlantedDefect) {
    const TakesContinueForBreak wrong;
    const Target* const targets[] = {&wrong};
    KernelCampaign campaign;
    campaign.count = 800;
    campaign.batch = 800;
    campaign.shape.statements = 14;
    const KernelCampaignRun run = run_campaign(campaign, targets);
    EXPECT_EQ(run.kernels, 800U);
    EXPECT_GE(run.mismatches, 2U);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::difference);
    EXPECT_THAT(group.targets, ElementsAre("wrong"));
    EXPECT_THAT(group.outline, HasSubstr("continue"));
    EXPECT_LE(statements(group.smallest.kernel.body), 8U) << description(group, "");
    EXPECT_LE(group.smallest.elements, 2);
    // The smallest kernel shows it, too.
    const auto seen = wrong.run({&group.smallest, 1}).front();
    EXPECT_THAT(differences(group.smallest, group.expected, seen), ::testing::Not(IsEmpty()));
    EXPECT_THAT(stand_alone(group, "a command"), HasSubstr("int main()"));
}

// Wrong in the same way, except for launches as short as the smallest one.
class TakesContinueForBreakInLongLaunches final : public Target {
  public:
    std::string_view name() const override { return "long"; }
    std::vector<Run> run(std::span<const KernelCase> tests) const override {
        std::vector<Run> runs = TakesContinueForBreak().run(tests);
        for (std::size_t i = 0; i < tests.size(); ++i) {
            if (tests[i].elements <= 8) runs[i] = run_kernel(tests[i], reference_engine());
        }
        return runs;
    }
};

TEST(KernelCampaign, GroupsNameAllTargetsThatShowTheDefect) {
    const TakesContinueForBreak wrong;
    const TakesContinueForBreakInLongLaunches only_long;
    const Target* const targets[] = {&wrong, &only_long};
    KernelCampaign campaign;
    campaign.count = 400;
    campaign.batch = 400;
    campaign.shape.statements = 14;
    const KernelCampaignRun run = run_campaign(campaign, targets);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    EXPECT_LE(run.groups[0].smallest.elements, 8);
    EXPECT_THAT(run.groups[0].targets, ElementsAre("wrong", "long"));
}

TEST(KernelCampaign, ReducesAKernelThatFailsOnSeveralTargetsOnce) {
    const TakesContinueForBreak wrong;
    const Target* const one[] = {&wrong};
    KernelCampaign campaign;
    campaign.count = 400;
    campaign.batch = 400;
    campaign.shape.statements = 14;
    const KernelCampaignRun found = run_campaign(campaign, one);
    ASSERT_FALSE(found.groups.empty());

    const Target* const three[] = {&wrong, &wrong, &wrong};
    campaign.seed = seed_of(campaign, found.groups[0].kernel);
    campaign.count = 1;
    const KernelCampaignRun run = run_campaign(campaign, three);
    EXPECT_EQ(run.mismatches, 3U);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    EXPECT_EQ(run.groups[0].reduced, 1U);
    EXPECT_EQ(run.groups[0].supposed, 2U);
}

// A lost condition can show in many ways: as a mask, by a branch, by a loop, …
TEST(KernelCampaign, GroupsADefectOnceHoweverItShows) {
    const LosesConditions wrong;
    const Target* const targets[] = {&wrong};
    KernelCampaign campaign;
    campaign.count = 1000;
    campaign.batch = 1000;
    campaign.known = 100;
    const KernelCampaignRun run = run_campaign(campaign, targets);
    EXPECT_GE(run.mismatches, 10U);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    EXPECT_EQ(run.groups[0].outline, "declare-bool; if { set-bool }; store to_mask");
}

TEST(KernelCampaign, FindsNothingInTheMachineItself) {
    KernelCampaign campaign;
    campaign.count = 50;
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_EQ(run.kernels, 50U);
    EXPECT_EQ(run.compared, 0U);
    EXPECT_THAT(run.groups, IsEmpty());
}

// ---- a faulty engine

KernelCampaign by_another_engine(const Engine& engine) {
    KernelCampaign campaign;
    campaign.count = 20;
    campaign.rules_every = 1;
    campaign.rules = &engine;
    return campaign;
}

// Runs the assembly of a mismatch on an engine.
Result run_assembly(const Group& group, const Engine& engine) {
    const ReadResult read = read_program(assembly(group, "a command"), "difference.asm");
    EXPECT_EQ(read.errors, "");
    return engine.run(*read.program, {}, nullptr);
}

TEST(KernelCampaign, ReportsEngineMismatchesLikeTargetMismatches) {
    const KernelCampaign campaign = by_another_engine(support::faulty::kLosesMemory);
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_EQ(run.mismatches, 20U);
    ASSERT_FALSE(run.groups.empty());
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::difference);
    EXPECT_EQ(group.engine, "loses");
    EXPECT_THAT(group.targets, ElementsAre("loses"));
    EXPECT_LE(statements(group.smallest.kernel.body), 2U) << description(group, "");
    EXPECT_EQ(command(campaign, group), "musimd fuzz --dsl --backends none --seed " +
                                            std::to_string(seed_of(campaign, group.kernel)) + " --count 1");
    EXPECT_THAT(assembly(group, "a command"),
                HasSubstr("; musimd fuzz --dsl: the engines fast and loses differ"));
    EXPECT_NE(run_assembly(group, reference_engine()).memory,
              run_assembly(group, support::faulty::kLosesMemory).memory);
}

// For programs that branch.
Result stop_early(const Program& program, const MachineOptions& options, Observer* observer) {
    MachineOptions fewer = options;
    const bool branches = std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::bz || i.opcode == Opcode::bnz;
    });
    if (branches) fewer.max_steps = 1;
    return run_rules(program, fewer, observer);
}

TEST(KernelCampaign, ReportsAnEngineWithAnotherOutcome) {
    const Engine early = {
        .name = "early", .meaning = "", .run = stop_early, .estimated_bytes = Machine::estimated_bytes};
    const KernelCampaign campaign = by_another_engine(early);
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_GE(run.mismatches, 10U);
    ASSERT_FALSE(run.groups.empty());
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::ending);
    EXPECT_THAT(assembly(group, ""), HasSubstr(";   early: the step limit"));
    EXPECT_THAT(description(group, ""), HasSubstr("the step limit"));
    EXPECT_THAT(to_json(summarise(campaign, run, {}, "1")), HasSubstr("\"fault\": \"another ending\""));
}

Result abort_at_branches(const Program& program, const MachineOptions& options, Observer* observer) {
    const bool branches = std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::bz || i.opcode == Opcode::bnz;
    });
    if (branches) std::abort();
    return run_rules(program, options, observer);
}

TEST(KernelCampaign, ReportsAnEngineThatCrashesAndContinues) {
    const Engine aborts = {.name = "aborts",
                           .meaning = "",
                           .run = abort_at_branches,
                           .estimated_bytes = Machine::estimated_bytes};
    KernelCampaign campaign = by_another_engine(aborts);
    campaign.count = 3;
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_EQ(run.kernels, 3U);
    EXPECT_GE(run.mismatches, 1U);
    ASSERT_EQ(run.groups.size(), 1U);
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::crash);
    EXPECT_EQ(group.actual.signal, SIGABRT);
    EXPECT_THAT(group.targets, ElementsAre("aborts"));
    EXPECT_LE(statements(group.smallest.kernel.body), 3U) << description(group, "");
    EXPECT_THAT(assembly(group, ""), HasSubstr(";   aborts: signal 6 (Aborted)\n"));
}

// The order of the runs is that of the tests, whichever of them crash.
TEST(RunInChild, ContinuesAfterEachTestThatCrashes) {
    const Engine aborts = {.name = "aborts",
                           .meaning = "",
                           .run = abort_at_branches,
                           .estimated_bytes = Machine::estimated_bytes};
    KernelShape few;
    few.statements = 3;
    std::vector<KernelCase> tests;
    for (std::uint64_t k = 0; k < 30; ++k) tests.push_back(random_case(k, few));
    std::vector<EngineRun> planned;
    for (const KernelCase& test : tests) planned.push_back({&test, &aborts});
    const auto runs = run_in_child(planned);
    ASSERT_EQ(runs.size(), tests.size());
    std::size_t crashes = 0;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (failed_on_machine(runs[i])) {
            ++crashes;
            continue;
        }
        const auto expected = run_kernel(tests[i], reference_engine());
        EXPECT_EQ(runs[i].kind, expected.kind) << i;
        EXPECT_EQ(runs[i].message, expected.message) << i;
        EXPECT_EQ(runs[i].memory, expected.memory) << i;
    }
    EXPECT_GE(crashes, 5U);
    EXPECT_LE(crashes, 25U);
}

// ---- shards

TEST(KernelCampaign, ShardsAreTheCampaign) {
    KernelCampaign campaign = by_another_engine(support::faulty::kLosesMemory);
    const KernelCampaignRun whole = run_campaign(campaign, {});
    std::vector<harness::Part<KernelSummary>> parts;
    for (campaign.shards = 3; campaign.shard <= 3; ++campaign.shard) {
        const KernelCampaignRun run = run_campaign(campaign, {});
        const std::string text = to_json(summarise(campaign, run, {}, "1"));
        const auto read = harness::summary_of_json<KernelSummary>(text);
        ASSERT_TRUE(read.has_value()) << read.error();
        EXPECT_EQ(to_json(*read), text);
        parts.push_back({"part-" + std::to_string(campaign.shard), *read});
    }
    const auto all = harness::join(std::move(parts));
    ASSERT_TRUE(all.has_value()) << all.error();
    EXPECT_EQ(all->kernels, whole.kernels);
    EXPECT_EQ(all->mismatches, whole.mismatches);
    EXPECT_THAT(all->shards, ElementsAre(1, 2, 3));
    // All parts found the same defect.
    ASSERT_EQ(all->groups.size(), 1U) << to_json(*all);
    const harness::Json& group = all->groups[0];
    EXPECT_EQ(group.at("files"), "part-1/01-difference-loses");
    EXPECT_EQ(group.at("reduced").get<int>() + group.at("supposed").get<int>(), 20);
    EXPECT_THAT(table(*all), AllOf(HasSubstr("all 3 shards\n"), HasSubstr("in 1 groups"),
                                   HasSubstr("part-1/01-difference-loses: difference with loses")));
}

TEST(KernelSummary, IsNotReadFromAnythingElse) {
    KernelCampaign campaign;
    const std::string text = to_json(summarise(campaign, {}, {}, "1"));
    for (const char* const name : {"format", "campaign", "shards", "interrupted", "kernels", "trapped",
                                   "left_out", "compared", "findings", "groups", "machine_seconds"}) {
        auto json = harness::Json::parse(text);
        json.erase(name);
        const auto read = harness::summary_of_json<KernelSummary>(json.dump());
        ASSERT_FALSE(read.has_value()) << name;
        EXPECT_THAT(read.error(), HasSubstr(name));
    }
}

// ---- reduction

TEST(KernelReduction, KeepsTheDefectAndTerminates) {
    KernelShape plain;
    plain.scalars = 0;
    plain.nested = 0;
    std::uint64_t k = 0;
    while (!has(random_kernel(seed(k), plain), Kind::break_)) ++k;
    const auto shows = [](const KernelCase& t) {
        return has(t.kernel, Kind::break_) && run_kernel(t, reference_engine()).done();
    };
    KernelReducer reduction(random_case(seed(k), plain));
    auto before = weight(reduction.best());
    for (auto proposal = reduction.propose(50); !proposal.empty(); proposal = reduction.propose(50)) {
        std::vector<bool> shown;
        for (const KernelCase& test : proposal) {
            EXPECT_TRUE(is_well_formed(test.kernel));
            EXPECT_LT(weight(test), before);
            shown.push_back(shows(test));
        }
        reduction.judged(proposal, shown);
        EXPECT_LE(weight(reduction.best()), before);
        before = weight(reduction.best());
    }
    EXPECT_TRUE(reduction.over());
    EXPECT_TRUE(shows(reduction.best()));
    EXPECT_EQ(outline(tidied(reduction.best()).kernel), "while { break }");
}

TEST(KernelReduction, FindsThePartsOfADefectInAnotherKernel) {
    const auto statement = [](Kind kind, Block body = {}) {
        Statement s;
        s.kind = kind;
        s.body = std::move(body);
        if (kind == Kind::if_ || kind == Kind::while_) s.value = dsl::literal(true);
        return s;
    };
    Kernel pattern;
    pattern.body = {statement(Kind::while_, {statement(Kind::continue_)})};
    Kernel deeper;
    deeper.body = {statement(
        Kind::if_, {statement(Kind::while_, {statement(Kind::if_, {statement(Kind::continue_)})})})};
    Kernel other;
    other.body = {statement(Kind::while_, {statement(Kind::break_)}), statement(Kind::return_)};
    EXPECT_TRUE(contains(deeper, pattern));
    EXPECT_FALSE(contains(other, pattern));
    EXPECT_FALSE(contains(pattern, deeper));
}

TEST(KernelReduction, RecognizesInvalidKernels) {
    Kernel kernel;
    kernel.buffers = {{"out", Type::i32}};
    kernel.variables = {{"v0", dsl::ValueType::number(Type::i32)}};
    Statement store;
    store.kind = Kind::store;
    store.value = dsl::read(0, kernel.variables[0].type);
    kernel.body = {store};
    EXPECT_FALSE(is_well_formed(kernel)) << "read without a declaration";
    Statement leave;
    leave.kind = Kind::break_;
    kernel.body = {leave};
    EXPECT_FALSE(is_well_formed(kernel)) << "break without a loop";
}

// ---- a backend

TEST(KernelCampaign, TheScalarBackendAgreesWithTheMachine) {
    for (const auto& backend : all_backends()) {
        if (backend->name() != "scalar") continue;
        if (const auto there = backend->available(); !there) GTEST_SKIP() << there.error();
        const auto target = target_of(*backend, std::chrono::minutes(10));
        const Target* const targets[] = {target.get()};
        KernelCampaign campaign;
        campaign.count = 40;
        campaign.seed = 11;
        const KernelCampaignRun run = run_campaign(campaign, targets);
        EXPECT_EQ(run.compared, 40U);
        EXPECT_THAT(run.groups, IsEmpty()) << description(run.groups.front(), "");
        return;
    }
    FAIL() << "there is no scalar backend";
}

}  // namespace
}  // namespace musimd::differential::spmd::kernel_fuzz_test
