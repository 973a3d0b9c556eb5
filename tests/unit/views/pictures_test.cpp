// Pictures of runs and programs: what they show, what they leave out, and that they stay small.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engines/engines.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/programs.hpp"
#include "views/pictures/basic_blocks.hpp"
#include "views/pictures/graph.hpp"
#include "views/pictures/grid.hpp"
#include "views/pictures/memory_picture.hpp"
#include "views/pictures/palette.hpp"
#include "views/pictures/svg.hpp"
#include "views/pictures/timeline.hpp"

namespace musimd::views::pictures_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

SourcePlace place_of(const Program& program, Label pc) {
    const std::uint32_t line = program.at(pc).line;
    return {line, line, "text of " + std::to_string(line)};
}

template <typename Picture>
std::string drawn(Picture& picture, const Program& program, const MachineOptions& options = {}) {
    const Result result = find_engine("fast")->run(program, options, &picture);
    return picture.svg(result.outcome);
}

std::string timeline(const std::string& text, StepRange range = {}, std::uint32_t warp = 0) {
    Timeline picture({"prog.asm", range, warp}, place_of);
    return drawn(picture, support::read(text));
}

std::string memory(const std::string& text, std::int64_t segment = 32, StepRange range = {}) {
    MemoryPicture picture({"prog.asm", range, 0}, {segment}, place_of);
    return drawn(picture, support::read(text));
}

std::string graph(const std::string& text) {
    return control_flow_graph(support::read(text), "prog.asm", place_of);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
    return times;
}

constexpr const char* kBranch = ".threads 4\nc = tid < 2\nbz c, end\nx = 1\nend: sync\nstop\n";
constexpr const char* kLoop =
    ".threads 4\ni = 0\nloop: c = i < 1000000\nbz c, end\ni = i + 1\njump loop\nend: sync\nstop\n";

// ---- the timeline

TEST(Timeline, NamesLinesAndWhatThreadsWaitFor) {
    EXPECT_THAT(timeline(kBranch), AllOf(HasSubstr(">  3  text of 3  (a)  first, second side<"),
                                         HasSubstr("waits for its side of the branch of this tinge (a)"),
                                         HasSubstr("waits at the sync of the branch of this tinge (A)"),
                                         HasSubstr(">a</text>"), HasSubstr(">A</text>")));
}

/// The classes of strokes of whole columns, in the order of the drawing.
std::vector<std::string> column_classes(const std::string& svg) {
    std::vector<std::string> found;
    for (std::size_t at = 0; (at = svg.find(" col\"", at)) != std::string::npos; ++at)
        found.push_back(svg.substr(svg.rfind('"', at) + 1, at - svg.rfind('"', at) - 1));
    return found;
}

TEST(Timeline, TheColourIsTheSideOfABranch) {
    // No branch is open, its first side, its second side.
    EXPECT_THAT(column_classes(timeline(kBranch)), ElementsAre("c0", "c2", "c14"));
    const std::string two =
        timeline(".threads 2\nbz tid, a\nx = 1\na: sync\nc = tid\nbz c, b\nx = 2\nb: sync\nstop\n");
    EXPECT_THAT(column_classes(two), ElementsAre("c0", "c2", "c14", "c3", "c15"));
}

TEST(Timeline, ColoursOfSleepersAreNotThoseOfRunningThreads) {
    std::set<std::string> running;
    std::set<std::string> asleep;
    for (std::size_t n = 0; n < 11; ++n) {
        Svg svg("", "");
        no_branch(svg);
        of_branch(svg, n, false);
        of_branch(svg, n, true);
        Svg pale("", "");
        views::asleep(pale, n);
        for (auto [text, set] : {std::pair{svg.finish(1, 1), &running}, {pale.finish(1, 1), &asleep}})
            for (std::size_t at = 0; (at = text.find("fill: #", at)) != std::string::npos; ++at)
                if (text.substr(at + 6, 7) == text.substr(at + 23, 7)) set->insert(text.substr(at, 13));
    }
    EXPECT_GE(asleep.size(), 22u);
    for (const std::string& colour : asleep) EXPECT_FALSE(running.contains(colour)) << colour;
}

TEST(Timeline, WithoutAStackTheColourIsTheBasicBlock) {
    const std::string text = timeline(".model maximal\n.threads 2\nc = tid\nbz c, end\nx = 1\nend: stop\n");
    EXPECT_THAT(column_classes(text), ElementsAre("c2", "c3", "c4"));
}

TEST(Timeline, ShowsHowManyThreadsRun) {
    // 2 steps of 4 threads, 2 of 2, 1 of 2, 1 of 4: of 16 pixels.
    EXPECT_THAT(timeline(kBranch), HasSubstr("v-16"));
    EXPECT_THAT(timeline(kBranch), AllOf(HasSubstr("v-8"), HasSubstr(">running</text>")));
}

TEST(Timeline, IsCompactForAPage) {
    Timeline picture({"prog.asm", {}, 0, true}, place_of);
    const std::string text = drawn(picture, support::read(kBranch));
    EXPECT_THAT(text, AllOf(Not(HasSubstr("text of 2")), Not(HasSubstr("What each thread")),
                            Not(HasSubstr("waits"))));
    EXPECT_EQ(picture.record().columns.size(), 6u);
    EXPECT_EQ(picture.record().columns[3].running, 2u);
}

TEST(Timeline, ShowsWokenThreadsInAFrame) {
    const std::string woken = timeline(".threads 2\n.active 0\neverywhere\nx = 1\nend_everywhere\nstop\n");
    EXPECT_THAT(woken, AllOf(HasSubstr("runs, woken by everywhere"), HasSubstr("<rect class=\"block\"")));
    EXPECT_THAT(timeline(kBranch), Not(HasSubstr("<rect class=\"block\"")));
}

TEST(Timeline, SaysWhatItLeavesOut) {
    EXPECT_THAT(timeline(kBranch), Not(HasSubstr("Only steps")));
    EXPECT_THAT(timeline(kBranch, {.first = 2, .last = 3}), HasSubstr("Only steps 2 to 3 of 6 are shown"));
    EXPECT_THAT(timeline(kBranch, {.first = 9, .last = {}}), HasSubstr("No step is shown: the run has 6"));
    EXPECT_THAT(timeline(kLoop),
                HasSubstr("Only steps 1 to 744 of 4,000,005 are shown; the loop at lines 3-6 "
                          "goes on (--first and --last show others)"));
}

TEST(Timeline, StaysSmall) {
    EXPECT_LT(timeline(kLoop, {.first = 1, .last = 10'000}).size(), 500'000u);
    const std::string cut = timeline(kLoop, {.first = 1, .last = 1'000'000});
    EXPECT_THAT(cut, HasSubstr("the picture would be too large"));
    EXPECT_LT(cut.size(), 2'000'000u);
}

TEST(Timeline, MarksATrap) {
    const std::string text = timeline(".threads 2\nx = 0\ny = 1 / x\nstop\n");
    EXPECT_THAT(text, AllOf(HasSubstr("The run ends: trap division-by-zero on line 3"),
                            HasSubstr("<path class=\"trap\"")));
}

TEST(Timeline, OfAnEmptyProgramIsTheTrapAlone) {
    EXPECT_THAT(timeline(".threads 2\n"), HasSubstr("The run ends: trap pc-out-of-program"));
}

TEST(Timeline, RowsOfManyThreadsHaveSeveral) {
    const std::string text = timeline(".threads 1024\nc = tid < 2\nbz c, end\nx = 1\nend: sync\nstop\n");
    EXPECT_THAT(text, HasSubstr("some threads of the row run"));
    EXPECT_LT(text.size(), 30'000u);
}

TEST(Timeline, ShowsTheWarpThatIsAskedFor) {
    const char* const program = ".threads 2\n.warps 2\nc = wid\nc = c * 2\nstop\n";
    EXPECT_THAT(timeline(program, {}, 1), HasSubstr("What each thread of warp 1 of 2 does at each step"));
}

TEST(Timeline, ThreadsThatTakeTurnsShareAColumn) {
    const std::string text = timeline(".threads 2\n.model volta\nx = tid\nx = x + 1\nexit\n");
    EXPECT_EQ(count(text, "rotate(-50)"), 3u);
}

TEST(Timeline, EscapesSourceText) {
    Timeline picture({"a<b>&.asm", {}, 0}, [](const Program&, Label) {
        return SourcePlace{1, 1, "x = \"<&\x01"};
    });
    const std::string text = drawn(picture, support::read(".threads 1\nstop\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("a&lt;b&gt;&amp;.asm"), HasSubstr("x = &quot;&lt;&amp;\xEF\xBF\xBD")));
}

TEST(Timeline, IsReadableInLightAndDarkAndByScreenReaders) {
    EXPECT_THAT(timeline(kBranch), AllOf(HasSubstr("@media (prefers-color-scheme: dark)"),
                                         HasSubstr("<title id=\"title\">prog.asm"),
                                         HasSubstr("<desc id=\"desc\">A column per step")));
}

// ---- memory

TEST(MemoryPicture, CountsAsStatisticsDo) {
    const Program program = support::read(
        ".threads 8\n.fill 0 256 1\na = tid * 16\nx = [a]\n[tid] = x\nx = atomic_inc [0]\nstop\n");
    StatisticsObserver statistics(program, 32);
    MemoryPicture picture({"prog.asm", {}, 0}, {32}, place_of);
    Observers both;
    both.add(statistics);
    both.add(picture);
    find_engine("fast")->run(program, {}, &both);
    EXPECT_EQ(statistics.statistics().memory_requests, 3u);
    EXPECT_EQ(statistics.statistics().memory_transactions, 6u);
    EXPECT_THAT(picture.svg(Outcome::stop),
                HasSubstr("3 requests · 6 transactions, 2.0 for each · 100 % of the threads take part"));
}

TEST(MemoryPicture, NamesSegmentsAndBuffers) {
    const std::string text = memory(".threads 2\n.buffer data 64 8\n.fill 64 8 0\nx = [64]\nstop\n", 8);
    EXPECT_THAT(
        text, AllOf(HasSubstr(">a  64-71  data<"), HasSubstr("segment of 8 words"),
                    HasSubstr("1 request · 1 transaction"), HasSubstr(">load<"), Not(HasSubstr(">store<"))));
}

TEST(MemoryPicture, SharedMemoryHasNoSegments) {
    const std::string text =
        memory(".threads 2\n.block 2\n.shared s 4\na = s\na = a + tid\n[a] = 1\nx = [a]\nstop\n");
    EXPECT_THAT(text, AllOf(HasSubstr(">shared memory<"), HasSubstr("No memory requests.")));
}

TEST(MemoryPicture, StaysSmall) {
    const std::string text = memory(
        ".threads 32\n.fill 0 65536 0\ni = 0\nloop: c = i < 20000\nbz c, end\na = tid * 64\nx = [a]\ni = i + "
        "1\n"
        "jump loop\nend: sync\nstop\n",
        32, {.first = 1, .last = 200'000});
    EXPECT_THAT(text, HasSubstr("the picture would be too large"));
    EXPECT_LT(text.size(), 2'000'000u);
}

// ---- the graph

TEST(BasicBlocks, TiesBranchesToTheirSyncs) {
    const BasicBlocks blocks(support::read(kBranch));
    EXPECT_THAT(blocks.ties, ElementsAre(Pair(2, 4)));
    ASSERT_EQ(blocks.blocks.size(), 4u);
    EXPECT_EQ(blocks.block_of(3), 1u);
}

TEST(BasicBlocks, KnowWhichEverywheresAreOpen) {
    const BasicBlocks blocks(support::read(
        ".threads 2\nx = 1\neverywhere\nc = tid\nbz c, e\nx = 2\ne: sync\nend_everywhere\nstop\n"));
    EXPECT_THAT(blocks.ties, ElementsAre(Pair(2, 7), Pair(4, 6)));
    EXPECT_TRUE(blocks.blocks.front().everywheres.empty());
    EXPECT_THAT(blocks.blocks[blocks.block_of(5)].everywheres, ElementsAre(2));
    EXPECT_TRUE(blocks.blocks.back().everywheres.empty());
}

TEST(Graph, HasConditionsTiesAndSourceText) {
    EXPECT_THAT(graph(kBranch),
                AllOf(HasSubstr("digraph \"prog.asm\""), HasSubstr("  2  text of 2\\l  3  text of 3\\l"),
                      HasSubstr("b1 -> b3 [label=\" c ≠ 0 \"]"), HasSubstr("b1 -> b4 [label=\" c = 0 \"]"),
                      HasSubstr("b1 -> b4 [dir=none, style=dotted")));
}

TEST(Graph, FramesEverywhereBlocks) {
    EXPECT_THAT(graph(".threads 2\neverywhere\nx = 1\nend_everywhere\nstop\n"),
                HasSubstr("subgraph cluster_1 {\n  label=\"everywhere\""));
}

TEST(Graph, NotesWhatTheStructureCheckReports) {
    EXPECT_THAT(graph(".threads 2\nc = tid\nbz c, end\nx = 1\nend: stop\n"), HasSubstr("error0 [shape=note"));
    EXPECT_THAT(graph(".threads 2\nx = 1\n"), HasSubstr("past the last instruction"));
    EXPECT_THAT(graph(".threads 2\n"), HasSubstr("no instructions"));
}

TEST(Graph, OfAVeryLongProgramSaysThatItIsCut) {
    std::string text = ".threads 2\nc = tid\n";
    for (int i = 0; i < 1000; ++i)
        text += "bz c, l" + std::to_string(i) + "\nl" + std::to_string(i) + ": sync\n";
    EXPECT_THAT(graph(text + "stop\n"), AllOf(HasSubstr("Only the first 400 of"), HasSubstr("more blocks")));
}

// ---- sizes

TEST(Grid, IsNeverWiderThanAPage) {
    for (const std::size_t columns : {1, 6, 40, 41, 160, 744, 10'000, 20'000})
        EXPECT_LE(Grid(columns, 32).width(), kStripWidth) << columns;
}

TEST(Grid, HasAllColumnsAndThreads) {
    for (const std::size_t threads : {1, 6, 32, 257, 1024, 65'536}) {
        const Grid grid(10'000, threads);
        EXPECT_GE(grid.rows * grid.threads_per_row, threads);
        EXPECT_LE(grid.rows, 256u);
        EXPECT_GE(grid.strips * grid.columns_per_strip, grid.columns);
    }
}

}  // namespace
}  // namespace musimd::views::pictures_test
