// Profiles: what is counted, and the forms in which it is written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"
#include "semantics/machine.hpp"
#include "simulator/observers/memory_requests.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/programs.hpp"
#include "views/profile/profile_formats.hpp"
#include "views/profile/profile_observer.hpp"
#include "views/profile/profile_report.hpp"

namespace musimd::views::profile_test {
namespace {

using testing::HasSubstr;
using testing::Not;

ProfileSource source_of(const std::string& text) {
    ProfileSource source{"prog.asm", 0, {}};
    for (const std::string_view line : lines_of(text)) source.lines.emplace_back(line);
    return source;
}

Profile profile_of(const std::string& text, ProfileMemory memory = {.memory_has_banks = true}) {
    const Program program = support::read(text);
    ProfileObserver observer(memory);
    observer.begin("prog", {source_of(text)});
    find_engine("fast")->run(program, {}, &observer);
    return observer.profile(true);
}

ProfileCounts counts_of_line(const Profile& profile, std::uint32_t line) {
    const auto lines = profile.kernels.at(0).by_line();
    const auto found = lines.find(line);
    return found == lines.end() ? ProfileCounts() : found->second;
}

constexpr const char* kBranch = ".threads 4\nc = tid < 2\nbz c, end\nx = 1\nend: sync\nstop\n";

// ---- counts

TEST(Profile, CountsStepsLanesAndBranchesByLine) {
    const Profile profile = profile_of(kBranch);
    const ProfileCounts branch = counts_of_line(profile, 3);
    EXPECT_EQ(branch.steps, 1u);
    EXPECT_EQ(branch.branches, 1u);
    EXPECT_EQ(branch.divergent, 1u);
    const ProfileCounts half = counts_of_line(profile, 4);
    EXPECT_EQ(half.lanes_used, 2u);
    EXPECT_EQ(half.lanes_available, 4u);
    EXPECT_EQ(counts_of_line(profile, 5).steps, 2u);
}

TEST(Profile, TransactionsAreSegments) {
    const std::string text = ".threads 4\na = tid * 16\n[a] = 1\nstop\n";
    EXPECT_EQ(counts_of_line(profile_of(text), 3).transactions, 2u);
    EXPECT_EQ(counts_of_line(profile_of(text, {.segment = 16}), 3).transactions, 4u);
}

TEST(Profile, ConflictsArePassesAfterTheFirst) {
    const std::string text = ".threads 4\na = tid * 16\n[a] = 1\nb = [0]\nstop\n";
    const Profile profile = profile_of(text);
    EXPECT_EQ(counts_of_line(profile, 3).conflicts, 1u) << "words 0 and 32 are in one bank";
    EXPECT_EQ(counts_of_line(profile, 4).bank_requests, 1u);
    EXPECT_EQ(counts_of_line(profile, 4).conflicts, 0u) << "a word is read once for all threads";
    EXPECT_EQ(counts_of_line(profile_of(text, {.banks = 16, .memory_has_banks = true}), 3).conflicts, 3u);
}

TEST(Profile, WhereThereIsSharedMemoryOnlyThatHasBanks) {
    const Profile profile =
        profile_of(".threads 4\n.block 4\n.shared s 128\na = tid * 32\n[a] = 1\na = s + a\n[a] = 1\nexit\n");
    EXPECT_EQ(counts_of_line(profile, 5).bank_requests, 0u);
    EXPECT_EQ(counts_of_line(profile, 5).transactions, 4u);
    EXPECT_EQ(counts_of_line(profile, 7).conflicts, 3u);
    EXPECT_EQ(counts_of_line(profile, 7).requests, 0u);
}

TEST(Profile, PassesAreTheMostWordsOfABank) {
    const auto passes = [](std::vector<std::int64_t> words, std::int64_t banks) {
        return count_passes(words, banks);
    };
    EXPECT_EQ(passes({5}, 32), 1u);
    EXPECT_EQ(passes({3, 2, 1, 0}, 4), 1u);
    EXPECT_EQ(passes({0, 4, 8, 1, 4}, 4), 3u);
    EXPECT_EQ(passes({0, 1, 2}, 1), 3u);
}

TEST(Profile, LaunchesThatDifferInConstantsAreOneKernel) {
    ProfileObserver observer({});
    for (const char* const text : {".threads 2\nx = 1\nstop\n", ".threads 2\nx = 2\nstop\n"}) {
        observer.begin("k", {source_of(text)});
        find_engine("fast")->run(support::read(text), {}, &observer);
    }
    const Profile profile = observer.profile(false);
    ASSERT_EQ(profile.kernels.size(), 1u);
    EXPECT_EQ(profile.kernels[0].runs, 2u);
    EXPECT_EQ(profile.kernels[0].instructions.size(), 2u);
    EXPECT_EQ(profile.kernels[0].total().steps, 4u);
}

RC_GTEST_PROP(Profile, SumsOverLinesAreTheStatistics, ()) {
    const Program program = *tests::any_program();
    const MachineOptions options = *tests::machine_options(1'000);
    ProfileObserver profile({.max_address = options.max_address});
    StatisticsObserver statistics(program, 32, options.max_address);
    Observers both;
    both.add(profile);
    both.add(statistics);
    run_rules(program, options, &both);
    ProfileCounts sum;
    for (const ProfiledKernel& kernel : profile.profile(true).kernels) {
        for (const auto& [line, counts] : kernel.by_line()) sum += counts;
    }
    const Statistics& s = statistics.statistics();
    RC_ASSERT(sum.steps == s.steps);
    RC_ASSERT(sum.lanes_used == s.active_lane_instructions);
    RC_ASSERT(sum.lanes_available == s.steps * s.threads);
    RC_ASSERT(sum.requests == s.memory_requests);
    RC_ASSERT(sum.transactions == s.memory_transactions);
    RC_ASSERT(sum.bank_requests == s.shared_requests);
    RC_ASSERT(sum.conflicts == s.shared_transactions - s.shared_requests);
    RC_ASSERT(sum.branches == s.branches_uniform + s.branches_divergent);
    RC_ASSERT(sum.divergent == s.branches_divergent);
}

// ---- the forms

TEST(Profile, TheTextHasALineForEachOfTheSource) {
    EXPECT_EQ(profile_text(profile_of(kBranch), {}),
              "steps     steps of warps\n"
              "lanes     share of the threads that took part in the steps\n"
              "memory    memory transactions: segments of 32 words\n"
              "banks     conflicts in 32 banks: passes after the first\n"
              "diverged  branches that diverged, of all branches\n"
              "\n"
              " steps  lanes memory  banks diverged  line  source\n"
              "                                         1  .threads 4\n"
              "     1 100.0%                            2  c = tid < 2\n"
              "     1 100.0%                    1/1     3  bz c, end\n"
              "     1  50.0%                            4  x = 1\n"
              "     2  50.0%                            5  end: sync\n"
              "     1 100.0%                            6  stop\n"
              "     6  75.0%                    1/1        total\n");
}

TEST(Profile, LongPartsThatWereNotExecutedAreLeftOut) {
    const std::string text =
        profile_text(profile_of(".threads 2\n; 2\n; 3\n; 4\n; 5\n; 6\n; 7\n; 8\nstop\n; 10\n"), {});
    EXPECT_THAT(text, HasSubstr("…  (5 lines)\n"));
    EXPECT_THAT(text, HasSubstr("6  ; 6\n"));
    EXPECT_THAT(text, Not(HasSubstr("; 5")));
    EXPECT_THAT(text, HasSubstr("10  ; 10\n"));
}

TEST(Profile, ColoursAreOnlyForTerminals) {
    EXPECT_THAT(profile_text(profile_of(kBranch), {}), Not(HasSubstr("\x1b")));
    EXPECT_THAT(profile_text(profile_of(kBranch), {.has_colour = true}), HasSubstr("\x1b[1;31m"));
}

TEST(Profile, ANarrowTerminalShortensTheSource) {
    const std::string text =
        profile_text(profile_of(".threads 2\nlong = tid + 1234567\nstop\n"), {.width = 20});
    EXPECT_THAT(text, HasSubstr("long = tid …\n"));
}

TEST(Profile, LoopsAndBlocksAreFramesOfStacks) {
    EXPECT_EQ(profile_folded(profile_of(".threads 2\ni = 0\nloop: everywhere\nx = 1 ; note\nend_everywhere\n"
                                        "i = i + 1\nc = i < 2\nbnz c, loop\nsync\nstop\n")),
              "prog;line 10: stop 1\n"
              "prog;line 2: i = 0 1\n"
              "prog;line 9: sync 1\n"
              "prog;loop at lines 3-8;everywhere on line 3;line 4: x = 1 , note 2\n"
              "prog;loop at lines 3-8;everywhere on line 3;line 5: end_everywhere 2\n"
              "prog;loop at lines 3-8;line 3: loop: everywhere 2\n"
              "prog;loop at lines 3-8;line 6: i = i + 1 2\n"
              "prog;loop at lines 3-8;line 7: c = i < 2 2\n"
              "prog;loop at lines 3-8;line 8: bnz c, loop 2\n");
}

TEST(Profile, InlinedCallsAreFunctionsAndFrames) {
    const std::string text = ".threads 2\nx = 1\ny = 2\nstop\n";
    const Program program = support::read(text);
    ProfileObserver observer({});
    observer.begin("k", {source_of(text)}, [](Label pc) {
        return pc == 2 ? std::vector<ProfileCall>{{"f", 2}} : std::vector<ProfileCall>();
    });
    find_engine("fast")->run(program, {}, &observer);
    const Profile profile = observer.profile(true);
    EXPECT_THAT(profile_folded(profile), HasSubstr("k;f, called on line 2;line 3: y = 2 1\n"));
    EXPECT_THAT(profile_callgrind(profile, "k"), HasSubstr("\nfl=prog.asm\nfn=f\n3 1 2 2 0 0 0 0 0 0\n"));
}

TEST(Profile, CallgrindHasCostsByLine) {
    const std::string text = profile_callgrind(profile_of(kBranch), "musimd profile prog.asm");
    EXPECT_THAT(text, HasSubstr("\nevents: Steps LanesUsed LanesAvailable "));
    EXPECT_THAT(text, HasSubstr("\nfl=prog.asm\nfn=prog\n2 1 4 4 0 0 0 0 0 0\n3 1 4 4 0 0 0 0 1 1\n"));
    EXPECT_THAT(text, HasSubstr("\ntotals: 6 18 24 0 0 0 0 1 1\n"));
}

TEST(Profile, HtmlIsEscapedAndHasNoScripts) {
    const std::string text = profile_html(profile_of(kBranch), "a <b>");
    EXPECT_THAT(text, HasSubstr("<h1>a &lt;b&gt;</h1>"));
    EXPECT_THAT(text, HasSubstr("<td>c = tid &lt; 2</td>"));
    EXPECT_THAT(text, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(text, Not(HasSubstr("<script")));
    EXPECT_THAT(text, Not(HasSubstr("http")));
}

TEST(Profile, JsonHasLinesAndInstructions) {
    const auto json = profile_json(profile_of(kBranch));
    const auto& kernel = json.at("kernels").at(0);
    EXPECT_EQ(kernel.at("total").at("steps"), 6);
    EXPECT_EQ(kernel.at("lines").size(), 5u);
    EXPECT_EQ(kernel.at("lines").at(2).at("text"), "x = 1");
    EXPECT_EQ(kernel.at("lines").at(2).at("lanes_used"), 2);
    EXPECT_EQ(kernel.at("instructions").at(1).at("divergent"), 1);
}

}  // namespace
}  // namespace musimd::views::profile_test
