// The schemas of rules: that there is one for each rule, and that they are those of the documents.

#include "semantics/rule_schemas.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "semantics/filled_rule.hpp"
#include "semantics/formula.hpp"
#include "semantics/machine.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::rule_schemas_test {
namespace {

using testing::ElementsAre;

std::string project_text(const char* name) {
    return support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / name);
}

/// Without blanks, quotes and the `_` of subscripts.
std::string squeezed(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ' && c != '\n' && c != '"' && c != '_') result += c;
    }
    return result;
}

std::string section_of(RuleId rule) {
    const std::string text = project_text("semantics/RULES.md");
    const std::size_t begin = text.find("\n## " + std::string(to_string(rule)) + "\n");
    return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

TEST(RuleSchemas, EachRuleHasOne) {
    ASSERT_EQ(rule_schemas().size(), kRuleCount);
    for (std::size_t i = 0; i < kRuleCount; ++i) {
        const RuleSchema& schema = rule_schemas()[i];
        EXPECT_EQ(schema.rule, static_cast<RuleId>(i));
        EXPECT_FALSE(schema.title.empty());
        EXPECT_FALSE(schema.inferences.empty()) << to_string(schema.rule);
    }
}

// The premises that RULES.md writes in another way: push and resume are in its conclusions, and the last
// premise of a control rule is its step.
bool is_big_step(std::string_view premise) {
    return premise.starts_with("M(") || premise.starts_with("push(") || premise.starts_with("resume(") ||
           premise == "…";
}

TEST(RuleSchemas, PremisesAreThoseOfRulesMd) {
    for (const RuleSchema& schema : rule_schemas()) {
        const std::string section = squeezed(section_of(schema.rule));
        for (const InferenceSchema& inference : schema.inferences) {
            for (const std::string_view premise : inference.premises) {
                EXPECT_TRUE(is_big_step(premise) || section.find(squeezed(premise)) != std::string::npos)
                    << to_string(schema.rule) << ": " << premise;
            }
            const std::string conclusion = squeezed(inference.conclusion);
            EXPECT_TRUE(is_control_rule(schema.rule) || section.find(conclusion) != std::string::npos)
                << to_string(schema.rule) << ": " << inference.conclusion;
        }
    }
}

/// Whether the text matches this expression somewhere.
bool has(const std::string& text, const std::string& expression) {
    return std::regex_search(text, std::regex(expression));
}

// A rule of proofs/theories/Rules.v has a link to its constructor, and links to theorems lead to theorems.
TEST(RuleSchemas, LinksToCoqAreThoseOfProofs) {
    const std::string rules = project_text("proofs/theories/Rules.v");
    static const std::regex link(R"(\[`(\w+)`\]\(\.\./(proofs/theories/\w+\.v)\))");
    for (const RuleSchema& schema : rule_schemas()) {
        const std::string name(to_string(schema.rule));
        const std::string section = section_of(schema.rule);
        const std::string constructor = schema.rule == RuleId::TL ? "TL_thread" : name;
        const bool is_linked =
            section.find("Coq: [`" + constructor + "`](../proofs/theories/Rules.v)") != std::string::npos;
        EXPECT_EQ(is_linked, has(rules, "\n +\\| " + constructor + "\\b")) << name;
        for (auto found = std::sregex_iterator(section.begin(), section.end(), link);
             found != std::sregex_iterator(); ++found) {
            const std::string linked = (*found)[1];
            const std::string file = (*found)[2];
            EXPECT_TRUE(has(project_text(file.c_str()), "(Theorem|\\|) " + linked + "\\b"))
                << name << ": " << linked;
        }
    }
}

TEST(RuleSchemas, PartsOfTheStateAreThoseOfSemanticsMd) {
    std::vector<std::string> parts;
    std::istringstream lines(project_text("docs/semantics.md"));
    static const std::regex row(R"(\| ([^ |]+) \| .*)");
    bool in_table = false;
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (line.starts_with("| part |")) in_table = true;
        if (in_table && line.empty()) break;
        if (in_table && std::regex_match(line, match, row) && match[1] != "part" && match[1] != "---")
            parts.push_back(match[1]);
    }
    EXPECT_EQ(parts, std::vector<std::string>(state_parts().begin(), state_parts().end()));
}

TEST(RuleSchemas, ConclusionsOfControlRulesNameAllPartsInOrder) {
    for (const RuleSchema& schema : rule_schemas()) {
        if (!is_control_rule(schema.rule)) continue;
        for (const InferenceSchema& inference : schema.inferences) {
            std::vector<std::string_view> parts;
            const auto tokens = formula_tokens(inference.conclusion);
            for (const FormulaToken& token : tokens) {
                if (token.kind == FormulaKind::part && parts.size() < 7) parts.push_back(token.spelling);
            }
            EXPECT_TRUE(std::ranges::equal(parts, state_parts())) << inference.conclusion;
        }
    }
}

TEST(RuleSchemas, EverySymbolIsInTheTable) {
    const auto check = [](std::string_view formula) {
        for (const FormulaToken& token : formula_tokens(formula)) {
            const bool is_ascii =
                std::ranges::all_of(token.base, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
            if (is_ascii || token.kind == FormulaKind::prose) continue;
            EXPECT_NE(find_formula_symbol(token.base), nullptr) << token.base << " in " << formula;
        }
    };
    for (const RuleSchema& schema : rule_schemas()) {
        for (const InferenceSchema& inference : schema.inferences) {
            for (const std::string_view premise : inference.premises) check(premise);
            check(inference.conclusion);
        }
    }
}

// ---- formulas

TEST(Formulas, NamesHaveSubscriptsAndPrimes) {
    const auto tokens = formula_tokens("Θ_mask Θ0 β₁₂ pc' Π''");
    ASSERT_EQ(tokens.size(), 9U);
    EXPECT_EQ(tokens[0].subscript, "mask");
    EXPECT_EQ(tokens[2].subscript, "0");
    EXPECT_EQ(tokens[4].subscript, "12");
    EXPECT_EQ(tokens[6].base, "pc");
    EXPECT_EQ(tokens[6].primes, 1U);
    EXPECT_EQ(tokens[8].primes, 2U);
}

TEST(Formulas, KeywordsCodeAndProseAreApart) {
    const auto tokens = formula_tokens("bz v \"for every\" `bz v`");
    EXPECT_EQ(tokens[0].kind, FormulaKind::keyword);
    EXPECT_EQ(tokens[2].kind, FormulaKind::name);
    EXPECT_EQ(tokens[4].kind, FormulaKind::prose);
    EXPECT_EQ(tokens[6].kind, FormulaKind::code);
    EXPECT_EQ(formula_text("`a` \"b\""), "a b");
}

TEST(Formulas, BoundNamesAreReplacedAndCodeIsNot) {
    const std::vector<FormulaBinding> bindings = {{"Θ", "{0-3}"}, {"v", "`c`"}, {"Θ0", "∅"}};
    EXPECT_EQ(filled_formula("split(Θ, β, v) = (Θ0, Θn) `v`", bindings),
              "split({0-3}, β, `c`) = (∅, Θn) `v`");
}

TEST(Formulas, AnyBytesAreTaken) {
    EXPECT_EQ(formula_text("\xff`"), "\xff");
    EXPECT_EQ(formula_text("`"), "");
    EXPECT_EQ(formula_text("_'"), "_'");
    EXPECT_EQ(formula_text(""), "");
}

// ---- filled premises

/// The premises of the step that the program takes next after so many steps.
FilledRule after_steps(std::string_view text, int steps) {
    const Program program = support::read(text);
    Machine machine(program);
    for (int i = 0; i < steps; ++i) machine.step(0);
    return filled_premises(program, machine.warp(0),
                           rule_of_next_step(program, machine.warp(0), machine.memory()));
}

std::vector<std::string> texts_of(const FilledRule& rule) {
    std::vector<std::string> texts;
    for (const FilledPremise& premise : rule.premises) {
        for (std::size_t i = 0; i < premise.filled.size(); ++i)
            texts.push_back((premise.formula_holds(i) ? "" : "not: ") + formula_text(premise.filled[i]));
    }
    return texts;
}

constexpr std::string_view kConditional = ".threads 4\nc = tid < 2\nbz c, end\nx = 1\nend: sync\nstop\n";

TEST(FilledPremises, OfADivergentBranch) {
    const FilledRule rule = after_steps(kConditional, 1);
    EXPECT_EQ(rule.rule, RuleId::BD);
    EXPECT_THAT(texts_of(rule),
                ElementsAre("P[2] = bz c, end", "split({0-3}, β, c) = ({2, 3}, {0, 1})", "{2, 3} ≠ ∅",
                            "{0, 1} ≠ ∅", "push(∅, {2, 3}, 2, 4) = (2, ∅, 4, {2, 3}) : ∅"));
    EXPECT_EQ(rule.conclusion, "M({0-3}, β, Σ, ∅, ∅, P, 2) ⇓ R");
}

TEST(FilledPremises, OfASync) {
    EXPECT_THAT(texts_of(after_steps(kConditional, 3)),
                ElementsAre("P[4] = sync", "(2, ∅, 4, {2, 3}) : ∅ = (2, ∅, 4, {2, 3}) : ∅", "{2, 3} ≠ ∅"));
}

TEST(FilledPremises, OfValuesThatDiffer) {
    const FilledRule rule = after_steps(".threads 3\nx = tid + 1\nassert x\nstop\n", 1);
    EXPECT_THAT(texts_of(rule), ElementsAre("P[2] = assert x", "t, β ⊢ x = 1 and 1 ≠ 0 for every t ∈ {0}",
                                            "t, β ⊢ x = 2 and 2 ≠ 0 for every t ∈ {1}",
                                            "t, β ⊢ x = 3 and 3 ≠ 0 for every t ∈ {2}"));
}

TEST(FilledPremises, OnlyTheThreadsThatFailAreMarked) {
    EXPECT_THAT(texts_of(after_steps(".threads 2\nassert tid\nstop\n", 0)),
                ElementsAre("P[1] = assert tid", "not: t, β ⊢ tid = 0 and 0 ≠ 0 for every t ∈ {0}",
                            "t, β ⊢ tid = 1 and 1 ≠ 0 for every t ∈ {1}"));
}

TEST(FilledPremises, OfATrapSayWhichFails) {
    const FilledRule stop = after_steps(".threads 2\nbz tid, e\nstop\ne: sync\nstop\n", 1);
    EXPECT_EQ(stop.trap, TrapKind::stop_while_diverged);
    EXPECT_THAT(texts_of(stop), ElementsAre("P[2] = stop", "not: (1, ∅, 3, {0}) : ∅ = ∅"));
    const FilledRule undefined = after_steps(".threads 2\nx = y\nstop\n", 0);
    ASSERT_TRUE(undefined.failed.has_value());
    EXPECT_EQ(undefined.failed->rule, RuleId::MV);
    EXPECT_EQ(undefined.failed->formula, "β[0](`y`) = c");
    EXPECT_THAT(texts_of(after_steps("", 0)), ElementsAre("not: P[1] = ι"));
}

}  // namespace
}  // namespace musimd::rule_schemas_test
