#include "analysis/limit.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engines/engines.hpp"
#include "semantics/machine.hpp"
#include "tests/support/programs.hpp"

namespace musimd::limit_test {
namespace {

using support::read;

/// Why a run of the program ends with a limit: `LINE: MESSAGE`.
std::string reason(std::string_view text, std::uint64_t max_steps = 10'000'000) {
    const Program program = read(text);
    MachineOptions options;
    options.max_steps = max_steps;
    const Result result = find_engine("fast")->run(program, options, nullptr);
    if (!result.limit) return "none";
    return std::to_string(result.limit->line) + ": " + explain(*result.limit, program);
}

// ---- steps

TEST(Limit, OfStepsNamesTheLoop) {
    EXPECT_EQ(reason("x = 1\nl: x = 1\njump l\n"),
              "3: step limit of 10,000,000 reached; the loop at lines 2-3 may not terminate");
    EXPECT_EQ(reason("x = 1\nl: jump l\n", 1'234),
              "2: step limit of 1,234 reached; the loop on line 2 may not terminate");
}

TEST(Limit, OfStepsNamesTheInnermostAndTheOutermostLoop) {
    EXPECT_EQ(
        reason("o: x = 1\nx = 2\ni: bz x, i\nsync\njump o\n", 2),
        "3: step limit of 2 reached; the loop on line 3 (inside the loop at lines 1-5) may not terminate");
}

TEST(Limit, OfStepsNamesNoLoopIfThereIsNone) {
    EXPECT_EQ(reason("x = 1\nx = 2\nstop\n", 1), "2: step limit of 1 reached");
    EXPECT_EQ(reason("x = 1\n", 1), "0: step limit of 1 reached");
    EXPECT_EQ(reason("bz tid, l\nx = 1\nl: sync\nstop\n", 2), "3: step limit of 2 reached");
}

TEST(Limit, OfAGridNamesTheWarp) {
    EXPECT_EQ(reason(".warps 2\nbz wid, e\nl: jump l\ne: sync\nstop\n", 9),
              "3: step limit of 9 reached by warp 1; the loop on line 3 may not terminate");
}

// ---- stacks

const std::string kWide = ".threads 65536\nc = 1\n";  // lines 1 and 2

TEST(Limit, OfStacksNamesTheBranchWithoutASync) {
    // The branch on line 4 is closed after the loop; the one on line 5 never.
    EXPECT_EQ(reason(kWide + "d = 0\nhead: bz c, end\nbz d, skip\nskip: d = 0\njump head\nend: sync\nstop\n"),
              "4: stacks exceed 1 GiB; each iteration of the loop at lines 4-7 adds an entry: the branch on "
              "line 5 has no 'sync'");
    EXPECT_EQ(reason(kWide + "a: bnz c, b\nb: bnz c, a\nstop\n"),
              "3: stacks exceed 1 GiB; each iteration of the loop at lines 3-4 adds an entry: the branch on "
              "line 4 has no 'sync'");
}

TEST(Limit, OfStacksNamesTheBlockWithoutAnEnd) {
    EXPECT_EQ(reason(kWide + "l: everywhere\njump l\n"),
              "3: stacks exceed 1 GiB; each iteration of the loop at lines 3-4 adds an entry: the "
              "'everywhere' on line 3 has no 'end_everywhere'");
}

TEST(Limit, OfStacksClaimsNoMoreThanTheGraphShows) {
    // The branch has a `sync`, which control may skip.
    EXPECT_EQ(
        reason(kWide + "a: bz c, b\nb: bnz c, a\nsync\nsync\nstop\n"),
        "3: stacks exceed 1 GiB; control can pass through the loop at lines 3-4 without the 'sync' of the "
        "branch on line 4");
    // The loop has a path around the branch on line 5.
    EXPECT_EQ(reason(kWide + "d = 0\nl: bz c, l\nbz d, l\njump l\n"),
              "4: stacks exceed 1 GiB; the branch on line 5 has no 'sync'");
    // Nesting without a loop.
    std::string nest;
    for (int i = 0; i < 65'473; ++i) nest += "bz c, l\n";
    EXPECT_EQ(reason(kWide + nest + "l: stop\n"), "65475: stacks exceed 1 GiB");
}

TEST(Limit, OfStacksIsNotExplainedInALongProgram) {
    const auto explained = [](std::size_t size) {
        std::string text = "l: everywhere\n";
        for (std::size_t i = 2; i < size; ++i) text += "x = 1\n";
        const Program program = read(text + "jump l\n");
        return explain(limit_at(LimitReason::stacks, 0, 9, 1, program), program);
    };
    EXPECT_EQ(explained(3'000),
              "stacks exceed 1 GiB; each iteration of the loop at lines 1-3000 adds an entry: the "
              "'everywhere' on line 1 has no 'end_everywhere'");
    EXPECT_EQ(explained(3'001), "stacks exceed 1 GiB");  // the check could take long
}

TEST(Limit, OfStacksIsNotExplainedWithRulesAsPrinted) {
    const Program program = read("l: everywhere\njump l\n");
    const Limit limit = limit_at(LimitReason::stacks, 0, 9, 1, program);
    Errata printed;
    printed.insert(Erratum::E4);
    EXPECT_EQ(explain(limit, program, printed), "stacks exceed 1 GiB");
}

}  // namespace
}  // namespace musimd::limit_test
