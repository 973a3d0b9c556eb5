#include "differential/programs/generate/small_programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/machine.hpp"
#include "simulator/observers/coverage.hpp"

namespace musimd::differential::small_programs_test {
namespace {

std::vector<Program> all_of(int length) {
    const SmallPrograms programs(length);
    std::vector<Program> list;
    for (std::uint64_t k = 0; k < programs.count(); ++k) {
        if (auto program = programs.program(k)) list.push_back(std::move(*program));
    }
    return list;
}

TEST(SmallPrograms, OfOneInstructionAreTheAlphabetWithOneNameForVariables) {
    std::set<std::string> texts;
    for (const Program& program : all_of(1)) texts.insert(print(program.at(1), program));
    EXPECT_THAT(texts, testing::IsSupersetOf({"stop", "sync", "barrier", "everywhere", "end_everywhere",
                                              "jump L1", "jump L2", "bz x, L2", "bnz tid, L1",
                                              "branch_mask tid, L2", "x = ballot x", "shfl x, 0", "x = 1 - x",
                                              "x = atomic_inc [0]", "[tid] = x", "x = [1]", "x = tid"}));
    EXPECT_EQ(texts.size(), SmallPrograms(1).count());
    EXPECT_THAT(texts, testing::Not(testing::Contains("y = tid")));
}

TEST(SmallPrograms, AreDistinctAndReadBackUnchanged) {
    std::set<std::string> texts;
    for (const Program& program : all_of(2)) {
        const std::string text = print(program);
        EXPECT_TRUE(texts.insert(text).second) << text;
        const ReadResult read = read_program(text, "small.asm");
        ASSERT_TRUE(read) << read.errors;
        EXPECT_EQ(print(*read.program), text);
    }
    EXPECT_EQ(texts.size(), 2515U);
}

// The second of two variables is named y, whichever it is.
TEST(SmallPrograms, NameVariablesByTheirFirstMention) {
    for (const Program& program : all_of(2)) {
        const std::string text = print(program.at(1), program) + "\n" + print(program.at(2), program);
        std::istringstream words(text);
        std::string first;
        for (std::string word; words >> word && first.empty();) {
            word.erase(std::remove_if(word.begin(), word.end(),
                                      [](char c) { return c == ',' || c == '[' || c == ']'; }),
                       word.end());
            if (word == "x" || word == "y") first = word;
        }
        EXPECT_NE(first, "y") << text;
    }
}

TEST(SmallPrograms, OmitWhatControlCannotReach) {
    for (const Program& program : all_of(2)) {
        const Instruction& i = program.at(1);
        EXPECT_NE(i.opcode, Opcode::stop);
        EXPECT_TRUE(i.opcode != Opcode::jump || i.target == 2);
    }
}

TEST(SmallPrograms, OfThreeInstructionsExerciseEveryRule) {
    RuleSet seen;
    struct Rules final : Observer {
        explicit Rules(RuleSet& rules) : set(rules) {}
        void on_step(const StepEvent& event) override { set |= event.rules; }
        void on_trap(const Trap&) override {}
        RuleSet& set;
    } observer(seen);
    const SmallPrograms programs(3);
    for (std::uint64_t k = 0; k < programs.count(); k += 7) {
        MachineOptions options;
        options.max_steps = 32;
        if (const auto program = programs.program(k)) run_rules(*program, options, &observer);
    }
    for (std::size_t rule = 0; rule < kRuleCount; ++rule) {
        const auto id = static_cast<RuleId>(rule);
        EXPECT_NE(seen.contains(id), is_rule_of_blocks(id)) << to_string(id);  // they have no blocks
    }
}

}  // namespace
}  // namespace musimd::differential::small_programs_test
