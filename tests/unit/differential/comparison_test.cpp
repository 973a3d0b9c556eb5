#include "differential/programs/compare/comparison.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "differential/programs/compare/disagreement.hpp"
#include "engines/engines.hpp"
#include "semantics/machine.hpp"
#include "tests/support/faulty_engines.hpp"
#include "tests/support/programs.hpp"

namespace musimd::differential::comparison_test {
namespace {

namespace faulty = support::faulty;
using testing::ElementsAre;

const Engine& rules() {
    return *find_engine("rules");
}

Case case_of_text(std::string_view text) {
    return {support::read(text), {}};
}

constexpr std::string_view kProgram = R"(
.threads 4
.warps 2
.active 0-2
.memory 0: 5
        v = tid + 1
        bz tid, end
        shfl v, 1
end:    sync
        x = [0]
        stop
)";

// ---- how two results differ

struct Results {
    Program program = support::read(kProgram);
    Result a = run_rules(program);
    Result b = a;

    std::string text() const { return differences(program, a, "rules", b, "other"); }
};

TEST(Differences, AreEmptyForEqualResults) {
    EXPECT_EQ(Results().text(), "");
}

TEST(Differences, InEachPartAreReported) {
    Results outcome;
    outcome.b.outcome = Outcome::limit;
    EXPECT_EQ(outcome.text(), "outcome: stop (rules), limit (other)\n");
    Results limits;
    limits.b.limit = Limit{};
    EXPECT_EQ(limits.text(), "limit: none (rules), steps (other)\n");
    limits.a.limit = Limit{LimitReason::stacks, 1, 2, 3, 4, 5};
    EXPECT_EQ(limits.text(),
              "limit's reason: stacks (rules), steps (other)\nlimit's warp: 1 (rules), 0 (other)\n"
              "limit's steps: 2 (rules), 0 (other)\nlimit's pc: 3 (rules), 0 (other)\n"
              "limit's line: 4 (rules), 0 (other)\nlimit's column: 5 (rules), 0 (other)\n");
    Results steps;
    steps.b.steps = 99;
    EXPECT_EQ(steps.text(), "steps: 14 (rules), 99 (other)\n");
    Results active;
    active.b.warps[1].active.insert(3);
    EXPECT_EQ(active.text(), "Θ of warp 1: {0-2} (rules), {0-3} (other)\n");
    Results bank;
    bank.b.warps[1].bank.set(2, 0, -7);
    EXPECT_EQ(bank.text(), "β of warp 1: v of thread 2: 2 (rules), -7 (other)\n");
    Results definedness;
    definedness.b.warps[0].bank.undefine(0, 1, 0);
    EXPECT_EQ(definedness.text(), "β of warp 0: x of thread 0: 5 (rules), undefined (other)\n");
    Results memory;
    memory.b.memory.set(1'000, 0);
    EXPECT_EQ(memory.text(), "Σ(1000): undefined (rules), 0 (other)\n");
    Results warps;
    warps.b.warps.pop_back();
    EXPECT_EQ(warps.text(), "warps: 2 (rules), 1 (other)\n");
}

TEST(Differences, InEveryFieldOfTrapsAreReported) {
    Results none;
    none.b.trap = Trap{};
    EXPECT_EQ(none.text(), "trap: none (rules), pc-out-of-program (other)\n");

    Results all;
    all.a.trap = Trap{TrapKind::race, RuleId::ST, 1, 2, 3, 0, {1, 2}, "so"};
    all.b.trap = Trap{TrapKind::overflow, RuleId::AT, 4, 5, 6, 1, {3}, "not so"};
    EXPECT_EQ(all.text(),
              "trap's kind: race (rules), overflow (other)\n"
              "trap's rule: ST (rules), AT (other)\n"
              "trap's pc: 1 (rules), 4 (other)\n"
              "trap's line: 2 (rules), 5 (other)\n"
              "trap's column: 3 (rules), 6 (other)\n"
              "trap's warp: 0 (rules), 1 (other)\n"
              "trap's threads: [1, 2] (rules), [3] (other)\n"
              "trap's message: so (rules), not so (other)\n");
}

TEST(Differences, InStatisticsAndRulesAreReported) {
    const Case c = case_of_text(kProgram);
    const Observed a = observe(rules(), c);
    Observed b = observe(rules(), c);
    EXPECT_EQ(differences(c.program, a, "rules", b, "other"), "");
    b.statistics.branches_divergent = 7;
    b.statistics.by_instruction[static_cast<std::size_t>(Opcode::jump)] = 3;
    b.rules.insert(RuleId::EB);
    EXPECT_EQ(differences(c.program, a, "rules", b, "other"),
              "statistic branches_divergent: 2 (rules), 7 (other)\n"
              "statistic by_instruction.jump: 0 (rules), 3 (other)\n"
              "rule EB exercised: false (rules), true (other)\n");
}

// ---- several engines

TEST(Compare, FindsThatAllEnginesAgree) {
    const Engine two[] = {rules(), *find_engine("fast")};
    std::vector<std::size_t> runs;
    CompareOptions options;
    options.before_run = [&](std::size_t engine) { runs.push_back(engine); };
    const Comparison comparison = compare(case_of_text(kProgram), two, options);
    EXPECT_TRUE(comparison.same()) << comparison.differences;
    EXPECT_EQ(comparison.first.result.steps, 14U);
    EXPECT_TRUE(comparison.first.rules.contains(RuleId::SV));
    EXPECT_THAT(runs, ElementsAre(0, 0, 1, 1));  // the first observed, both plain, the other observed
}

TEST(Compare, FindsAFaultyEngineAmongThree) {
    const Engine three[] = {rules(), *find_engine("fast"), faulty::kMiscountsShuffles};
    const Comparison comparison = compare(case_of_text(kProgram), three);
    EXPECT_EQ(comparison.differences, "steps: 14 (rules), 15 (miscounts)\n");
    EXPECT_FALSE(comparison.only_observed);
}

TEST(Compare, FindsWhatIsWrongOnlyUnderObservation) {
    const Engine two[] = {rules(), faulty::kWrongIfWatched};
    const Comparison comparison = compare(case_of_text(kProgram), two);
    EXPECT_EQ(comparison.differences, "steps: 14 (rules, observed), 15 (watched, observed)\n");
    EXPECT_TRUE(comparison.only_observed);

    CompareOptions plain;
    plain.observe_all = false;
    EXPECT_TRUE(compare(case_of_text(kProgram), two, plain).same());
}

TEST(Compare, FindsThatTheFirstEngineDependsOnObservation) {
    const Engine two[] = {faulty::kWrongIfWatched, rules()};
    EXPECT_EQ(compare(case_of_text(kProgram), two).differences,
              "steps: 15 (watched, observed), 14 (watched)\n"
              "steps: 15 (watched), 14 (rules)\n");
}

// ---- programs with blocks

constexpr std::string_view kBlocks = R"(
.threads 2
.block 3
.shared s 3
.memory 0: 5
        p = btid + s
        [p] = tid
        block_barrier
        x = [s]
        bz btid, go
        exit
go:     sync
        y = vote.any 3, 1
        block_barrier
        stop
)";

TEST(Differences, InEachPartOfAProgramWithBlocksAreReported) {
    const Program program = support::read(kBlocks);
    const Result a = run_rules(program);
    const auto text = [&](const auto& change) {
        Result b = a;
        change(b);
        return differences(program, a, "rules", b, "other");
    };
    EXPECT_EQ(text([](Result& b) { b.warps[0].exited = {}; }), "exited of warp 0: {1} (rules), {} (other)\n");
    EXPECT_EQ(text([](Result& b) { b.shared[0].set(1, 9); }),
              "shared memory of block 0(1): 1 (rules), 9 (other)\n");
    EXPECT_EQ(text([](Result& b) { b.warnings.pop_back(); }),
              fmt::format("warnings: {} (rules), {} (other)\n", a.warnings.size(), a.warnings.size() - 1));
    EXPECT_THAT(text([](Result& b) { b.warnings[0].warp = 7; }), testing::StartsWith("warning 0: "));
}

TEST(Compare, CountsEnginesThatDoNotSupportBlocks) {
    const Engine two[] = {rules(), faulty::kRefusesBlocks};
    EXPECT_EQ(compare(case_of_text(kBlocks), two).unsupported, 1U);
    EXPECT_EQ(compare(case_of_text(kProgram), two).unsupported, 0U);
}

TEST(Compare, RunsAProgramOfBlocksUnderTheOtherModelToo) {
    const Engine two[] = {faulty::kWrongUnderVolta, rules()};
    EXPECT_EQ(compare(case_of_text(kBlocks), two).differences, "Σ(0): 5 (lockstep), 77 (volta)\n");
    const Engine good[] = {rules(), rules()};
    EXPECT_TRUE(compare(case_of_text(kBlocks), good).same());
}

TEST(Compare, KnowsWhatShowsTheModel) {
    const auto is_same = [](const char* text) { return is_same_in_both_models(support::read(text)); };
    EXPECT_TRUE(is_same(kBlocks.data()));
    EXPECT_TRUE(is_same(".memory 0: 0\n x = fetch_add [0], 2\n x = 0\n stop\n"));
    for (const char* text : {
             ".memory 0: 0\n x = fetch_add [0], 2\n y = 0\n stop\n",
             ".memory 0: 0\n x = fetch_exch [0], 2\n x = 0\n stop\n",
             ".memory 0: 0\n x = fetch_add [0], 2\n x = 0\n fence.grid\n stop\n",
             " x = activemask\n stop\n",
             " x = ballot 1\n stop\n",
             " everywhere\n end_everywhere\n stop\n",
             ".active 1\n stop\n",
         })
        EXPECT_FALSE(is_same(text)) << text;
}

// ---- in a separate process

TEST(Disagreement, IsEmptyWhenEnginesAgree) {
    const Disagreement none = find_disagreement(case_of_text(kProgram), core_engines());
    EXPECT_EQ(none.kind, Fault::none);
    EXPECT_EQ(none.text, "");
}

TEST(Disagreement, IsADifference) {
    const Engine two[] = {rules(), faulty::kLosesMemory};
    const Disagreement found = find_disagreement(case_of_text(kProgram), two);
    EXPECT_EQ(found.kind, Fault::difference);
    EXPECT_EQ(found.text, "Σ(0): 5 (rules), 4 (loses)\n");
}

TEST(Disagreement, IsACrashThatDoesNotHarmTheCaller) {
    for (const Engine& crashes : {faulty::kAborts, faulty::kThrows}) {
        const Engine two[] = {rules(), crashes};
        const Disagreement found =
            find_disagreement(case_of_text(".memory 0: 1\n x = atomic_inc [0]\n stop\n"), two);
        EXPECT_EQ(found.kind, Fault::crash);
        EXPECT_EQ(found.text, "signal 6 (Aborted)\n");
    }
}

TEST(Disagreement, IsARunThatDoesNotEnd) {
    const Engine two[] = {rules(), faulty::kHangs};
    DisagreementOptions options;
    options.limit = std::chrono::milliseconds(100);
    EXPECT_EQ(find_disagreement(case_of_text(" barrier\n stop\n"), two, options).kind, Fault::hang);
}

}  // namespace
}  // namespace musimd::differential::comparison_test
