#include "semantics/derivation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/machine.hpp"
#include "tests/support/programs.hpp"

namespace musimd::derivation_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

using Rules = std::vector<RuleId>;
using enum RuleId;

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The rules from the conclusion to the leaf: that of a node, then of its last premise, and so on.
Rules chain(const Derivation& derivation) {
    Rules rules;
    const Derivation* node = &derivation;
    while (true) {
        rules.push_back(node->rule);
        const bool leaf = node->premises.empty() || node->premises.back().rule == TL;
        if (leaf) return rules;
        node = &node->premises.back();
    }
}

Rules rules_of(const std::vector<Derivation>& premises) {
    Rules rules;
    for (const Derivation& premise : premises) rules.push_back(premise.rule);
    return rules;
}

std::vector<std::string> conclusions_of(const std::vector<Derivation>& premises) {
    std::vector<std::string> list;
    for (const Derivation& premise : premises) list.push_back(premise.conclusion);
    return list;
}

/// TL's premises in the derivation of instruction number `pc` of a program without branches.
std::vector<Derivation> threads_at(std::string_view text, Label pc, const MachineOptions& options = {}) {
    const Program program = read(text);
    const auto derivation = derive(program, options);
    EXPECT_TRUE(derivation.has_value());
    if (!derivation) return {};
    const Derivation* node = &*derivation;
    for (Label i = 1; i < pc; ++i) node = &node->premises.back();
    EXPECT_EQ(node->rule, IT);
    EXPECT_EQ(node->premises.front().rule, TL);
    return node->premises.front().premises;
}

// ---- big-step evaluation

TEST(BigStep, AgreesWithTheSteppingMachineOnThePapersPrograms) {
    MachineOptions options;
    options.max_steps = kMaxDerivationSteps;
    const auto files = support::project_files("programs/paper", {".asm", ".pl"});
    ASSERT_FALSE(files.empty());
    for (const auto& file : files) {
        const Program program = read(text_of(file), {}, file.string());
        EXPECT_EQ(evaluate_big_step(program, options), run_rules(program, options)) << file;
    }
}

TEST(BigStep, EvaluatesFigure9ToItsEnd) {
    const auto file = std::filesystem::path(MUSIMD_SOURCE_DIR) / "programs/paper/figure9.pl";
    const Program program = read(text_of(file), {}, file.string());
    const Result result = evaluate_big_step(program);
    EXPECT_EQ(result.outcome, Outcome::stop);
    EXPECT_EQ(result.steps, 22U);
    EXPECT_EQ(result, run_rules(program));
}

TEST(BigStep, HasTheSameTraps) {
    for (const std::string_view text : {
             "x = y\nstop\n",
             "x = 1\nx = x / 0\nstop\n",
             "x = tid / 2\n[x] = tid\nstop\n",
             ".memory 0: 1\nx = [tid]\nstop\n",
             "sync\nstop\n",
             "bz tid, e\ne: stop\n",
             "end_everywhere\n",
             "everywhere\nbz tid, e\ne: end_everywhere\n",
             "x = 1\n",
             "",
         }) {
        const Program program = read(text);
        const Result result = evaluate_big_step(program);
        EXPECT_EQ(result.outcome, Outcome::trap) << text;
        EXPECT_EQ(result, run_rules(program)) << text;
    }
}

TEST(BigStep, EndsAtTheLimit) {
    const Program program = read("loop: jump loop\n");
    EXPECT_EQ(evaluate_big_step(program).outcome, Outcome::limit);
    EXPECT_EQ(evaluate_big_step(program).steps, kMaxDerivationSteps);

    MachineOptions options;
    options.max_steps = 7;
    EXPECT_EQ(evaluate_big_step(program, options), run_rules(program, options));
    options.max_steps = 0;
    EXPECT_EQ(evaluate_big_step(program, options), run_rules(program, options));
}

TEST(BigStep, MakesTheSchedulersChoices) {
    const Program program = read(".threads 8\n.memory 0: 0\nx = atomic_inc [0]\nstop\n");
    MachineOptions options;
    options.order = Order::random;
    options.seed = 1;
    EXPECT_EQ(evaluate_big_step(program, options), run_rules(program, options));
    EXPECT_FALSE(evaluate_big_step(program, options) == evaluate_big_step(program));
}

// ---- derivations

TEST(Derivation, OfAConditionalIsTheChainOfItsSteps) {
    const auto derivation = derive(read(R"(.threads 4
        odd = tid & 1
        bz odd, even
        x = 10
        jump join
even:   x = 20
join:   sync
        stop
)"));
    ASSERT_TRUE(derivation.has_value());
    EXPECT_EQ(chain(*derivation), (Rules{IT, BD, IT, JP, SS, IT, SP, STOP}));
    EXPECT_THAT(derivation->conclusion, StartsWith("M({0-3}, β, Σ, |Π| = 0, |Λ| = 0, 1)"));
    ASSERT_EQ(derivation->premises.size(), 2U) << "IT: premises for the instruction and for the rest";
    EXPECT_EQ(derivation->premises[0].rule, TL);

    const Derivation& branch = derivation->premises[1];
    ASSERT_EQ(branch.premises.size(), 1U) << "a control instruction: a premise for the rest only";
    EXPECT_THAT(branch.premises[0].conclusion, StartsWith("M({1, 3}, β, Σ, |Π| = 1, |Λ| = 0, 3)"));
}

TEST(Derivation, OfAnEverywhereBlock) {
    const auto derivation = derive(read(".threads 2\n.active 0\neverywhere\nx = 1\nend_everywhere\nstop\n"));
    ASSERT_TRUE(derivation.has_value());
    EXPECT_EQ(chain(*derivation), (Rules{EB, IT, EE, STOP}));
    const Derivation& inside = derivation->premises[0];
    EXPECT_THAT(inside.conclusion, StartsWith("M({0, 1}, β, Σ, |Π| = 0, |Λ| = 1, 2)"));
    EXPECT_EQ(inside.premises[0].premises.size(), 2U) << "including the inactive thread";
}

TEST(Derivation, OfFigure9HasEveryStep) {
    const auto file = std::filesystem::path(MUSIMD_SOURCE_DIR) / "programs/paper/figure9.pl";
    const auto derivation = derive(read(text_of(file), {}, file.string()));
    ASSERT_TRUE(derivation.has_value());
    EXPECT_EQ(chain(*derivation), (Rules{IT, IT, IT, BD, IT, IT, BD, IT, IT, BD, EB,
                                         IT, IT, IT, EE, SS, SP, SS, SP, SS, SP, STOP}));
}

TEST(Derivation, OfStopAloneIsALeaf) {
    const auto derivation = derive(read("stop\n"));
    ASSERT_TRUE(derivation.has_value());
    EXPECT_EQ(derivation->rule, STOP);
    EXPECT_THAT(derivation->premises, IsEmpty());
}

TEST(Derivation, HasOnePremiseOfTLForEachActiveThread) {
    const auto threads = threads_at(".threads 4\n.active 1 3\nx = tid\nstop\n", 1);
    EXPECT_EQ(rules_of(threads), (Rules{AS, AS}));
    EXPECT_THAT(conclusions_of(threads), ElementsAre("σ_1[x ↦ 1]", "σ_3[x ↦ 3]"));
    EXPECT_EQ(rules_of(threads[1].premises), (Rules{MT}));
    EXPECT_THAT(conclusions_of(threads[1].premises), ElementsAre("3, β ⊢ tid = 3"));
}

TEST(Derivation, AConstantNeedsNoPremise) {
    const auto threads = threads_at(".threads 1\nx = 5\nstop\n", 1);
    EXPECT_EQ(rules_of(threads), (Rules{CT}));
    EXPECT_THAT(threads[0].premises, IsEmpty());
}

TEST(Derivation, OfALoadHasTheAddressAndTheWord) {
    const std::string_view text = ".threads 2\n.iota 0 2 70\na = tid\nx = [a]\ny = [tid]\nz = [1]\nstop\n";
    const auto by_variable = threads_at(text, 2);
    EXPECT_EQ(rules_of(by_variable), (Rules{LD, LD}));
    EXPECT_EQ(rules_of(by_variable[1].premises), (Rules{MV, MM}));
    EXPECT_THAT(conclusions_of(by_variable[1].premises), ElementsAre("1, β ⊢ a = 1", "Σ ⊢ 1 = 71"));
    EXPECT_EQ(rules_of(threads_at(text, 3)[0].premises), (Rules{MT, MM}));
    EXPECT_EQ(rules_of(threads_at(text, 4)[0].premises), (Rules{MM}));
}

TEST(Derivation, OfAStoreHasTheAddressAndTheOperand) {
    const auto threads = threads_at(".threads 2\nx = 9\n[tid] = x\nstop\n", 2);
    EXPECT_EQ(rules_of(threads), (Rules{ST, ST}));
    EXPECT_THAT(conclusions_of(threads), ElementsAre("Σ[0 ↦ 9]", "Σ[1 ↦ 9]"));
    EXPECT_EQ(rules_of(threads[0].premises), (Rules{MT, MV}));
}

TEST(Derivation, OfAnOperationHasBothOperandsFromBeforeIt) {
    const auto threads = threads_at(".threads 1\nx = 4\nx = x + x\nstop\n", 2);
    EXPECT_EQ(rules_of(threads), (Rules{BP}));
    EXPECT_THAT(conclusions_of(threads), ElementsAre("σ_0[x ↦ 8]"));
    EXPECT_THAT(conclusions_of(threads[0].premises), ElementsAre("0, β ⊢ x = 4", "0, β ⊢ x = 4"));
}

TEST(Derivation, OfAnIncrementHasTheWordThatTheThreadFound) {
    const std::string_view text = ".threads 2\n.memory 3: 10\nx = atomic_inc [3]\nstop\n";
    const auto ascending = threads_at(text, 1);
    EXPECT_EQ(rules_of(ascending), (Rules{AT, AT}));
    EXPECT_THAT(conclusions_of(ascending[0].premises), ElementsAre("Σ ⊢ 3 = 10"));
    EXPECT_THAT(conclusions_of(ascending[1].premises), ElementsAre("Σ ⊢ 3 = 11"));

    MachineOptions descending;
    descending.order = Order::descending;
    const auto other = threads_at(text, 1, descending);
    EXPECT_THAT(conclusions_of(other[0].premises), ElementsAre("Σ ⊢ 3 = 11"));
    EXPECT_THAT(conclusions_of(other[1].premises), ElementsAre("Σ ⊢ 3 = 10"));
}

TEST(Derivation, OfAShuffleIsBySVOrSI) {
    const auto threads = threads_at(".threads 2\nl = tid * 2\nx = tid\nshfl x, l\nstop\n", 3);
    EXPECT_EQ(rules_of(threads), (Rules{SV, SI}));
    EXPECT_THAT(conclusions_of(threads), ElementsAre("σ_0[x ↦ 0]", "σ_1 without x"));
}

TEST(Derivation, OfABallotHasTheOperandsOfAllActiveThreads) {
    const auto threads = threads_at(".threads 3\n.active 0 2\nv = ballot tid\nstop\n", 1);
    EXPECT_EQ(rules_of(threads), (Rules{BL, BL}));
    EXPECT_THAT(conclusions_of(threads), ElementsAre("σ_0[v ↦ 4]", "σ_2[v ↦ 4]"));
    EXPECT_THAT(conclusions_of(threads[1].premises), ElementsAre("0, β ⊢ tid = 0", "2, β ⊢ tid = 2"));
}

TEST(Derivation, OfWidIsByMT) {
    const auto threads = threads_at(".threads 1\nx = wid\nstop\n", 1);
    EXPECT_THAT(conclusions_of(threads[0].premises), ElementsAre("0, β ⊢ wid = 0"));
}

TEST(Derivation, OfAProgramThatTrapsAtOnceIsEmpty) {
    EXPECT_FALSE(derive(read("sync\n")).has_value());
    EXPECT_FALSE(derive(read("x = y\nstop\n")).has_value());
    EXPECT_FALSE(derive(read("")).has_value());
}

TEST(Derivation, OfAProgramThatTrapsLaterHasNoLeaf) {
    const auto derivation = derive(read("x = 1\neverywhere\nsync\n"));
    ASSERT_TRUE(derivation.has_value());
    EXPECT_EQ(chain(*derivation), (Rules{IT, EB}));
}

TEST(Derivation, EndsAtTheLimit) {
    const Program program = read("loop: jump loop\n");
    const auto derivation = derive(program);
    ASSERT_TRUE(derivation.has_value());
    EXPECT_EQ(chain(*derivation).size(), kMaxDerivationSteps);

    MachineOptions options;
    options.max_steps = 3;
    const auto cut = derive(program, options);
    ASSERT_TRUE(cut.has_value());
    EXPECT_EQ(chain(*cut), (Rules{JP, JP, JP}));
    options.max_steps = 0;
    EXPECT_FALSE(derive(program, options).has_value());
}

}  // namespace
}  // namespace musimd::derivation_test
