// Derivations as pages, and what the writers print of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "semantics/machine.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"
#include "views/derivation/page.hpp"
#include "views/derivation/recorder.hpp"

namespace musimd::views::derivation::derivation_writers_test {
namespace {

using testing::HasSubstr;
using testing::Not;

Page page_of(std::string_view text, DerivationLayout layout = {}) {
    const Program program = support::read(text);
    Machine machine(program);
    DerivationRecorder recorder(program, machine, {}, layout);
    const Result result = machine.run(&recorder);
    return recorder.page(result, "test.asm");
}

std::string text_of(const Page& page, std::size_t width = 100) {
    std::string text;
    write_text(page, width, [&](std::string_view piece) { text += piece; });
    return text;
}
std::string latex_of(const Page& page) {
    std::string text;
    write_latex(page, [&](std::string_view piece) { text += piece; });
    return text;
}
std::string html_of(const Page& page) {
    std::string text;
    write_html(page, [&](std::string_view piece) { text += piece; });
    return text;
}

constexpr std::string_view kConditional = ".threads 4\nc = tid < 2\nbz c, end\n[tid] = c\nend: sync\nstop\n";
constexpr std::string_view kLoop = ".threads 1\nl: x = 1\njump l\n";

TEST(DerivationText, HasTheStateBelowTheBarAndThePremisesAboveIt) {
    EXPECT_THAT(text_of(page_of(kConditional), 80),
                HasSubstr("                P[2] = bz c, end    split(Θ₁, β₂, c) = ({2, 3}, {0, 1})\n"
                          "                {2, 3} ≠ ∅    {0, 1} ≠ ∅    push(∅, {2, 3}, 2, 4) = Π₁\n"
                          "    2 BD    ─"));
    EXPECT_THAT(text_of(page_of(kConditional)), HasSubstr("            M(Θ₁, β₂, Σ₁, ∅, ∅, P, 2) ⇓ R\n"));
}

TEST(DerivationText, ChangedPartsAreInTheTable) {
    const std::string text = text_of(page_of(kConditional));
    EXPECT_THAT(text, HasSubstr("    R  = (Θ₁, β₂, Σ₂)\n"));
    EXPECT_THAT(text, HasSubstr("    Π₁ = (2, ∅, 4, {2, 3}) : ∅\n"));
    EXPECT_THAT(text, HasSubstr("    β₂ = β₁[c ↦ 1, 1, 0, 0 in {0-3}]\n"));
    EXPECT_THAT(text, HasSubstr("    Σ₂ = Σ₁[0 ↦ 1, 1 ↦ 1]\n"));
}

TEST(DerivationText, StraightLineCodeIsFolded) {
    const std::string text = text_of(page_of(".threads 1\na = 1\nb = 2\nc = 3\nd = 4\nstop\n", {.fold = 2}));
    EXPECT_THAT(text, HasSubstr("…(2 steps of the same form, IT: 3 to 4)"));
    EXPECT_THAT(text, HasSubstr("β₄ = β₃[c ↦ 3 in {0}, d ↦ 4 in {0}]"));
    const std::string whole = text_of(page_of(".threads 1\na = 1\nb = 2\nc = 3\nstop\n", {.fold = 2}));
    EXPECT_THAT(whole, Not(HasSubstr("same form"))) << "a row for one step saves nothing";
}

TEST(DerivationText, ALongRunIsCut) {
    const Program program = support::read(kLoop);
    MachineOptions options;
    options.max_steps = 1000;
    Machine machine(program, options);
    DerivationRecorder recorder(program, machine, options, {.steps = 4});
    const Result result = machine.run(&recorder);
    const std::string text = text_of(recorder.page(result, "loop"));
    EXPECT_THAT(text, HasSubstr("…(996 more steps)"));
    EXPECT_THAT(text, HasSubstr("R    is not known: the run has not ended after 1000 steps"));
}

TEST(DerivationText, ATrapShowsThePremiseThatFails) {
    const std::string text = text_of(page_of(".threads 2\nbz tid, e\nstop\ne: sync\nstop\n"));
    EXPECT_THAT(text, HasSubstr("P[2] = stop    ✗ Π₁ = ∅\n"));
    EXPECT_THAT(text,
                HasSubstr("R    does not exist: no rule applies, trap stop-while-diverged (rule STOP)"));
}

TEST(DerivationText, ATrapInTheFirstStepHasTheFirstNames) {
    const std::string text = text_of(page_of(".threads 3\nx = 4 / tid\nstop\n"));
    EXPECT_THAT(text, HasSubstr("✗ (Θ₁, β₁, Σ₁, Θ₁, x = 4 / tid) → (β', Σ')"));
    EXPECT_THAT(text, HasSubstr("✗ 0 ≠ 0 in thread 0 (BP)\n"));
    EXPECT_THAT(text, Not(HasSubstr("β₂")));
}

TEST(DerivationText, OneWarpOfAGrid) {
    const Page page = page_of(".threads 1\n.warps 2\nx = wid\nstop\n", {.warp = 1});
    EXPECT_THAT(text_of(page), HasSubstr("The run has 2 warps; this is warp 1"));
    EXPECT_THAT(text_of(page), HasSubstr("[x ↦ 1 in {0}]"));
}

TEST(DerivationHtml, IsOnePageWithEscapedText) {
    const std::string html = html_of(page_of(".threads 1\nx = 1 < 2\nstop\n"));
    EXPECT_THAT(html, HasSubstr("<code>x = 1 &lt; 2</code>"));
    EXPECT_THAT(html, HasSubstr("<span class=\"part\">Θ<sub>1</sub></span>"));
    EXPECT_THAT(html, HasSubstr("prefers-color-scheme:dark"));
    EXPECT_THAT(html, HasSubstr("\n.conclusion{border-top:1px")) << "the bar";
    EXPECT_THAT(html, Not(HasSubstr("http")));
}

TEST(DerivationLatex, EscapesAndNamesSymbols) {
    const std::string latex = latex_of(page_of(".threads 1\nx_y = 7 % 2\nstop\n"));
    EXPECT_THAT(latex, HasSubstr("\\code{x\\_y = 7 \\% 2}"));
    EXPECT_THAT(latex, HasSubstr("\\Theta_{1}"));
}

/// Compiles a document; false if that fails.
bool compiles(const std::string& latex) {
    const support::TemporaryFolder folder;
    folder.write("page.tex", latex);
    support::Command command;
    command.arguments = {"/usr/bin/env", "pdflatex", "-interaction=nonstopmode", "-halt-on-error",
                         "page.tex"};
    command.folder = folder.path();
    const support::Finished finished = support::run(command);
    if (finished.status != 0) ADD_FAILURE() << finished.output;
    return finished.status == 0;
}

TEST(DerivationLatex, Compiles) {
    if (std::system("pdflatex --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "pdflatex is not installed (Debian: texlive-latex-base)";
    EXPECT_TRUE(compiles(latex_of(page_of(kConditional))));
    EXPECT_TRUE(compiles(latex_of(page_of(".threads 2\nbz tid, e\nstop\ne: sync\nstop\n"))));
    Page all{"All rules", {}};
    for (std::size_t rule = 0; rule < kRuleCount; ++rule) {
        for (Section& section : rule_page(static_cast<RuleId>(rule)).sections)
            all.sections.push_back(std::move(section));
    }
    EXPECT_TRUE(compiles(latex_of(all)));
}

}  // namespace
}  // namespace musimd::views::derivation::derivation_writers_test
