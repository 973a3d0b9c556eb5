#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "isa/instruction.hpp"
#include "isa/reader.hpp"
#include "semantics/rule_id.hpp"
#include "tests/support/process.hpp"

namespace musimd::instruction_table_test {
namespace {

TEST(InstructionTable, NamesAreThoseOfTheStatistics) {
    std::vector<std::string_view> names;
    for (const InstructionInfo& row : instruction_table()) {
        if (counted_as(row.opcode) == row.opcode) names.push_back(row.name);
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre(
                           "bz", "bnz", "branch_mask", "jump", "sync", "stop", "everywhere", "end_everywhere",
                           "barrier", "assert", "st", "ld", "atomic_inc", "fetch", "strong_store", "copy",
                           "bp", "shfl", "ballot", "popc", "clz", "exit", "block_barrier", "activemask",
                           "fence", "copy_async", "async_commit", "async_wait", "syncwarp", "shuffle", "vote",
                           "match", "reduce"));
    // typed is counted as bp, typed_fetch as fetch, typed_reduce as reduce, block_barrier_of as block_barrier
}

TEST(InstructionTable, ARowIsFoundByItsOpcode) {
    for (const InstructionInfo& row : instruction_table()) EXPECT_EQ(&info(row.opcode), &row) << row.name;
    for (const OperationInfo& row : operation_table()) EXPECT_EQ(&info(row.operation), &row) << row.name;
}

TEST(InstructionTable, EveryRuleThatItNamesExists) {
    const auto rules = rule_names();
    for (const InstructionInfo& row : instruction_table()) {
        std::istringstream names{std::string(row.rules)};
        for (std::string name; names >> name;) EXPECT_NE(std::ranges::find(rules, name), rules.end()) << name;
    }
}

// All but IT, TL and the rules of operands and Σ, which belong to no single instruction.
TEST(InstructionTable, EveryRuleBelongsToAnInstruction) {
    std::set<std::string> named;
    for (const InstructionInfo& row : instruction_table()) {
        std::istringstream names{std::string(row.rules)};
        for (std::string name; names >> name;) named.insert(name);
    }
    for (const std::string_view rule : rule_names()) {
        const bool shared = rule == "IT" || rule == "TL" || rule == "MT" || rule == "MV" || rule == "MM";
        EXPECT_EQ(named.contains(std::string(rule)), !shared) << rule;
    }
}

TEST(InstructionTable, EachIsInInterfacesMd) {
    const std::string text =
        support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/interfaces.md");
    const std::size_t counts = text.find("| `by_instruction` |");
    ASSERT_NE(counts, std::string::npos);
    const std::string counted = text.substr(counts, text.find('\n', counts) - counts);
    for (const InstructionInfo& row : instruction_table()) {
        const std::regex name("\\b" + std::string(info(counted_as(row.opcode)).name) + "\\b");
        EXPECT_TRUE(std::regex_search(counted, name)) << row.name;
        EXPECT_TRUE(std::regex_search(text, std::regex("\\| `[^|]*" + std::string(row.format.mnemonic))))
            << row.name;
    }
}

TEST(InstructionTable, MnemonicsAndSpellings) {
    EXPECT_EQ(opcode_of_mnemonic("branch_mask"), Opcode::branch_mask);
    EXPECT_EQ(opcode_of_mnemonic("atomic_inc"), Opcode::atomic_inc);
    EXPECT_EQ(opcode_of_mnemonic("ld"), std::nullopt);  // it has a form of its own, and no mnemonic
    EXPECT_EQ(opcode_of_mnemonic(""), std::nullopt);
    EXPECT_EQ(operation_of_spelling(">>"), Operation::shr);
    EXPECT_EQ(operation_of_spelling("max"), Operation::max);
    EXPECT_EQ(operation_of_spelling("×"), std::nullopt);  // the reader turns it into `*`
    EXPECT_EQ(info(Operation::and_).name, "and");
}

TEST(InstructionTable, OnlyMinAndMaxAreWords) {
    for (const OperationInfo& row : operation_table()) {
        EXPECT_EQ(row.is_word(), row.name == "min" || row.name == "max") << row.spelling;
    }
}

TEST(InstructionTable, Syntax) {
    EXPECT_EQ(info(Opcode::bz).format.syntax, "bz v, l");
    EXPECT_EQ(info(Opcode::bnz).format.syntax, "bnz v, l");
    EXPECT_EQ(info(Opcode::barrier).format.syntax, "barrier");
    EXPECT_EQ(info(Opcode::atomic_inc).format.syntax, "v = atomic_inc [a]");
    for (const InstructionInfo& row : instruction_table()) EXPECT_FALSE(row.format.syntax.empty());
}

TEST(InstructionTable, PartsAreThoseOfTheSyntax) {
    const Format& branch = info(Opcode::bz).format;
    EXPECT_EQ(branch.mnemonic, "bz");
    EXPECT_EQ(branch.operands, 1);
    EXPECT_FALSE(branch.destination);
    EXPECT_FALSE(branch.constants);
    EXPECT_TRUE(branch.target);
    const Format& store = info(Opcode::st).format;
    EXPECT_EQ(store.mnemonic, "");
    EXPECT_EQ(store.operands, 2);
    EXPECT_TRUE(store.address);
    EXPECT_FALSE(store.destination);
    const Format& shuffle = info(Opcode::shfl).format;
    EXPECT_EQ(shuffle.operands, 1);
    EXPECT_TRUE(shuffle.destination);
    EXPECT_TRUE(shuffle.constants);
    EXPECT_FALSE(shuffle.address);
    EXPECT_EQ(info(Opcode::typed).format.operands, 3);
}

TEST(InstructionTable, ReservedWords) {
    for (const char* const word :
         {"bz", "bnz", "branch_mask", "jump", "sync", "stop", "everywhere", "end_everywhere", "barrier",
          "shfl", "ballot", "atomic_inc", "min", "max", "tid", "wid", "warp_size", "_"}) {
        EXPECT_TRUE(is_reserved_word(word)) << word;
    }
    for (const char* const word :
         {"", "x", "ld", "st", "bp", "copy", "Stop", "__", "threads", "+", "branch"}) {
        EXPECT_FALSE(is_reserved_word(word)) << word;
    }
}

// The names of rules and traps are those of names.def, in its order, however they are accessed.
TEST(Names, RulesAndTraps) {
    ASSERT_EQ(rule_names().size(), kRuleCount);
    ASSERT_EQ(trap_names().size(), kTrapCount);
    for (std::size_t i = 0; i < kRuleCount; ++i)
        EXPECT_EQ(to_string(static_cast<RuleId>(i)), rule_names()[i]);
    for (std::size_t i = 0; i < kTrapCount; ++i)
        EXPECT_EQ(to_string(static_cast<TrapKind>(i)), trap_names()[i]);
    EXPECT_EQ(to_string(TrapKind::end_everywhere_without_everywhere), "end-everywhere-without-everywhere");
}

TEST(RuleSet, HoldsWhatWasPutIn) {
    RuleSet set;
    EXPECT_FALSE(set.contains(RuleId::STOP));
    set.insert(RuleId::SI);
    RuleSet other;
    other.insert(RuleId::STOP);
    set |= other;
    EXPECT_TRUE(set.contains(RuleId::SI));
    EXPECT_TRUE(set.contains(RuleId::STOP));
    EXPECT_FALSE(set.contains(RuleId::SV));
    EXPECT_FALSE(other.contains(RuleId::SI));
}

}  // namespace
}  // namespace musimd::instruction_table_test
