// Reading programs. Error messages are tested in tests/golden/cases.

#include "isa/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "isa/printer.hpp"
#include "tests/support/programs.hpp"

namespace musimd::reader_test {
namespace {

using support::errors_of;
using support::read;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;

/// The first instruction of a text, printed.
std::string first_of(std::string_view text) {
    const Program program = read(text);
    return program.instructions.empty() ? "" : print(program.at(1), program);
}

// ---- instructions

TEST(Reader, CanonicalSpelling) {
    for (const char* const text : {"bz x, l",
                                   "bnz tid, l",
                                   "bz wid, l",
                                   "branch_mask 3, l",
                                   "branch_mask x, l",
                                   "jump l",
                                   "sync",
                                   "stop",
                                   "everywhere",
                                   "end_everywhere",
                                   "barrier",
                                   "[x] = y",
                                   "[5] = -7",
                                   "[tid] = wid",
                                   "x = [y]",
                                   "x = [5]",
                                   "x = atomic_inc [y]",
                                   "x = 5",
                                   "x = -5",
                                   "x = tid",
                                   "x = wid",
                                   "x = y",
                                   "x = y + z",
                                   "x = y - 1",
                                   "x = 1 * tid",
                                   "x = y / z",
                                   "x = y % z",
                                   "x = y & z",
                                   "x = y | z",
                                   "x = y ^ z",
                                   "x = y << 2",
                                   "x = y >> 2",
                                   "x = y < z",
                                   "x = y <= z",
                                   "x = y > z",
                                   "x = y >= z",
                                   "x = y == z",
                                   "x = y != z",
                                   "x = min y, z",
                                   "x = max 1, -2",
                                   "shfl x, 0",
                                   "shfl x, lane",
                                   "x = ballot y",
                                   "x = ballot tid",
                                   "x = ballot -1",
                                   "x = popc y",
                                   "x = clz (-1)",
                                   "assert -1",
                                   "x = fetch_add [y], -1",
                                   "x = fetch_cas.f32 [3], tid, 0",
                                   "popc = popc popc",
                                   "x = popc - 1",
                                   "fetch_add = fetch_add + 1",
                                   "assert = assert"}) {
        EXPECT_EQ(first_of(std::string(text) + "\nl:"), text);
    }
}

TEST(Reader, ThePapersSpelling) {
    EXPECT_EQ(first_of("↑x = y"), "[x] = y");
    EXPECT_EQ(first_of("↑ x = 5"), "[x] = 5");
    EXPECT_EQ(first_of("x = ↓y"), "x = [y]");
    EXPECT_EQ(first_of("x <-a y + 1"), "x = atomic_inc [y]");
    EXPECT_EQ(first_of("x ←a y + 1"), "x = atomic_inc [y]");
    EXPECT_EQ(first_of("x ←ᵃ y + 1"), "x = atomic_inc [y]");
    EXPECT_EQ(first_of("x = y × z"), "x = y * z");
    EXPECT_EQ(first_of("shfl(x, lane)"), "shfl x, lane");
}

TEST(Reader, SpacesAreFree) {
    EXPECT_EQ(first_of("\t x=y+z \t"), "x = y + z");
    EXPECT_EQ(first_of("[ 5 ]=1;comment"), "[5] = 1");
    EXPECT_EQ(first_of("x=atomic_inc[y]"), "x = atomic_inc [y]");
    EXPECT_EQ(first_of("x<-a y+1"), "x = atomic_inc [y]");
    EXPECT_EQ(first_of("shfl ( x ,2 )"), "shfl x, 2");
    EXPECT_EQ(first_of("l:bz x,l"), "bz x, l");
    EXPECT_EQ(first_of("x=y<<z"), "x = y << z");
    EXPECT_EQ(first_of("x=y<-1"), "x = y < -1");
    EXPECT_EQ(first_of("x=ballot-1"), "x = ballot -1");
}

TEST(Reader, WordsOfLaterInstructionsAreNamesElsewhere) {
    EXPECT_EQ(first_of("x = popc"), "x = popc");
    EXPECT_EQ(first_of("x = popc -1"), "x = popc - 1");
    EXPECT_EQ(first_of("x = popc (-1)"), "x = popc (-1)");
    EXPECT_EQ(first_of("x=clz(y)"), "x = clz y");
    EXPECT_EQ(first_of("x = clz (+1)"), "x = clz 1");
    EXPECT_EQ(first_of("assert (x)"), "assert x");
    EXPECT_EQ(first_of("assert = 1"), "assert = 1");
    EXPECT_EQ(first_of("assert: assert assert"), "assert assert");
    EXPECT_EQ(first_of("x = fetch_add[y],-1"), "x = fetch_add [y], -1");
    EXPECT_EQ(first_of("x = fetch_dec.u8 [ y ] , z"), "x = fetch_dec.u8 [y], z");
    EXPECT_EQ(first_of("x = fetch_add"), "x = fetch_add");
}

TEST(Reader, ASignPrecedesAnOperandAndAnOperatorFollowsOne) {
    EXPECT_EQ(first_of("x = y -1"), "x = y - 1");
    EXPECT_EQ(first_of("x = y - -1"), "x = y - -1");
    EXPECT_EQ(first_of("x = - 1"), "x = -1");
    EXPECT_EQ(first_of("x = +1"), "x = 1");
    EXPECT_EQ(first_of("x = -1 - -0x10"), "x = -1 - -16");
    EXPECT_EQ(first_of(".const A 3\nx = -A + A"), "x = -3 + 3");
}

TEST(Reader, KeywordsAreWholeWords) {
    EXPECT_EQ(first_of("x = minimum"), "x = minimum");
    EXPECT_EQ(first_of("x = atomic_incx"), "x = atomic_incx");
    EXPECT_EQ(first_of("stops = 1"), "stops = 1");
    EXPECT_EQ(first_of("x = max_ + min_"), "x = max_ + min_");
}

TEST(Reader, VariablesAreNumberedByTheirFirstMention) {
    EXPECT_THAT(read("[b] = a\nc = d + b\nbz e, l\nl: shfl f, g\n").variables,
                ElementsAre("b", "a", "c", "d", "e", "f", "g"));
    EXPECT_THAT(read("x = tid\n x = wid\n").variables, ElementsAre("x"));
}

TEST(Reader, LocationsOfInstructions) {
    const Program program = read("\n; comment\nl:  x = 1\n\tstop ; ←\n a: b:   sync\n");
    ASSERT_EQ(program.instructions.size(), 3U);
    EXPECT_EQ(program.at(1).line, 3U);
    EXPECT_EQ(program.at(1).column, 5U);
    EXPECT_EQ(program.at(2).line, 4U);
    EXPECT_EQ(program.at(2).column, 2U);
    EXPECT_EQ(program.at(3).column, 10U);
}

// ---- labels, variables and constants

TEST(Reader, LabelsNameTheNextInstructionOrTheEnd) {
    const Program program =
        read("a:\n; nothing\nb: c: stop\n.threads 2\nd: .warps 1\ne:\n stop\nend:\nlast:");
    EXPECT_THAT(program.labels, ElementsAre(Pair("a", 1U), Pair("b", 1U), Pair("c", 1U), Pair("d", 2U),
                                            Pair("e", 2U), Pair("end", 3U), Pair("last", 3U)));
    EXPECT_EQ(program.end(), 3U);
}

TEST(Reader, ATargetMayPrecedeOrFollow) {
    const Program program = read("back: jump on\n bz tid, back\non: branch_mask 0, end\nend:");
    EXPECT_EQ(program.at(1).target, 3U);
    EXPECT_EQ(program.at(2).target, 1U);
    EXPECT_EQ(program.at(3).target, 4U);
}

TEST(Reader, NameSpacesAreSeparate) {
    const Program program = read(".const other 5\nx: x = other\nother: jump x\n jump other\n");
    EXPECT_THAT(program.variables, ElementsAre("x"));
    EXPECT_EQ(program.at(1).operands[0], Operand::constant(5));
    EXPECT_EQ(program.at(3).target, 2U);
}

TEST(Reader, ConstantsMayReplaceIntegers) {
    const Program program = read(
        ".const N 4\n.const AT 0x10\n.const M N\n.threads M\n.memory AT: N -N\n.fill AT N 1\n"
        "x = N\n[AT] = -N\n.expect var x: N\n.expect stat steps <= N\n");
    EXPECT_EQ(program.threads, 4U);
    EXPECT_EQ(program.preloads[0].address, 16);
    EXPECT_THAT(program.preloads[0].words, ElementsAre(4, -4));
    EXPECT_EQ(program.preloads[1].count, 4);
    EXPECT_EQ(program.at(2).operands[1], Operand::constant(-4));
}

TEST(Reader, WarpSizeIsN) {
    EXPECT_EQ(first_of("x = warp_size\n.threads 6\n"), "x = 6");
    EXPECT_EQ(first_of("x = -warp_size\n"), "x = -32");
    EXPECT_EQ(first_of(".word 8 wrap\n.threads 300\nx = warp_size\n"), "x = 44");
    EXPECT_EQ(read(".threads 6\n.fill 0 warp_size 1\n").preloads[0].count, 6);
}

TEST(Reader, ALiteralIsReadInTheWordWhereverThatIsDeclared) {
    EXPECT_EQ(first_of("x = 255\n.word 8 wrap\n"), "x = -1");
    EXPECT_EQ(first_of("x = 0xFFFFFFFFFFFFFFFF\n.word 64 wrap\n"), "x = -1");
    EXPECT_EQ(first_of("x = -9223372036854775808\n"), "x = -9223372036854775808");
    EXPECT_THAT(errors_of("x = 128\n.threads 4\n.word 8\n"),
                HasSubstr("'128' does not fit a word of 8 bits"));
}

// ---- directives

TEST(Reader, DefaultsOfTheMachine) {
    const Program program = read("stop\n");
    EXPECT_EQ(program.threads, 32U);
    EXPECT_EQ(program.warps, 1U);
    EXPECT_EQ(program.active, ThreadSet::all(32));
    EXPECT_EQ(program.word, (Word{64, false}));
    EXPECT_EQ(program.registers, RegisterMode::keep);
    EXPECT_EQ(program.races, RaceMode::warp);
    EXPECT_THAT(program.preloads, IsEmpty());
    EXPECT_THAT(program.buffers, IsEmpty());
    EXPECT_THAT(program.expectations, IsEmpty());
}

TEST(Reader, TheMachine) {
    const Program program =
        read(".threads 8\n.warps 3\n.active 0 2,5-7\n.word 16 wrap\n.registers restore\n.races thread\n");
    EXPECT_EQ(program.threads, 8U);
    EXPECT_EQ(program.warps, 3U);
    EXPECT_THAT(program.active.threads(), ElementsAre(0U, 2U, 5U, 6U, 7U));
    EXPECT_EQ(program.word, (Word{16, true}));
    EXPECT_EQ(program.registers, RegisterMode::restore);
    EXPECT_EQ(program.races, RaceMode::thread);
    EXPECT_EQ(read(".word 8\n.threads 4\n").word, (Word{8, false}));
    EXPECT_EQ(read(".word 8 trap\n.threads 4\n").word, (Word{8, false}));
}

TEST(Reader, Preloads) {
    const Program program =
        read(".memory 7: 1 -2 0x3\n.fill 10 4 9\n.iota 20 3\n.iota 30 3 5\n.iota 40 3 5 -2\n.fill 50 0 1\n");
    ASSERT_EQ(program.preloads.size(), 6U);
    EXPECT_THAT(program.preloads[0].words, ElementsAre(1, -2, 3));
    EXPECT_EQ(program.preloads[0].count, 3);
    const auto words = [&](std::size_t i) {
        std::vector<Value> list;
        for (std::int64_t k = 0; k < program.preloads[i].count; ++k)
            list.push_back(program.preloads[i].word(k));
        return list;
    };
    EXPECT_THAT(words(0), ElementsAre(1, -2, 3));
    EXPECT_THAT(words(1), ElementsAre(9, 9, 9, 9));
    EXPECT_THAT(words(2), ElementsAre(0, 1, 2));
    EXPECT_THAT(words(3), ElementsAre(5, 6, 7));
    EXPECT_THAT(words(4), ElementsAre(5, 3, 1));
    EXPECT_THAT(words(5), IsEmpty());
}

TEST(Reader, ABufferIsAConstantToo) {
    const Program program = read(".buffer in 8 4\n.buffer out 12 0\nx = in + out\n.memory in: 5\n");
    EXPECT_THAT(program.buffers, ElementsAre(Buffer{"in", 8, 4}, Buffer{"out", 12, 0}));
    EXPECT_EQ(print(program.at(1), program), "x = 8 + 12");
    EXPECT_EQ(program.preloads[0].address, 8);
}

TEST(Reader, AnExpectedTrapMayNameItsWarpAndItsThreads) {
    const Program program = read(".expect trap race warp 3 threads: 2 5-6\n");
    const auto& race = std::get<ExpectOutcome>(program.expectations[0].what);
    EXPECT_EQ(race.line, std::nullopt);
    EXPECT_EQ(race.warp, 3U);
    EXPECT_THAT(race.threads.value().threads(), ElementsAre(2U, 5U, 6U));
    EXPECT_EQ(print(program), ".threads 32\n.expect trap race warp 3 threads: 2 5 6\n");
}

TEST(Reader, TheOrderIsAscendingUnlessADirectiveSaysOtherwise) {
    EXPECT_EQ(read("stop\n").order, Order::ascending);
    EXPECT_EQ(read(".order descending\n").order, Order::descending);
    const Program program = read(".order random 18446744073709551615\n");
    EXPECT_EQ(program.order, Order::random);
    EXPECT_EQ(program.seed, UINT64_MAX);
    EXPECT_EQ(print(program), ".threads 32\n.order random 18446744073709551615\n");
}

TEST(Reader, Expectations) {
    const Program program = read(
        ".threads 4\nx = 1\n.expect trap division-by-zero 7\n.expect active: 0 2-3\n.expect var x: 1 _ * -2\n"
        ".expect memory 5: _ 3\n.expect steps 9\n.expect stat simd_efficiency >= 0.5\n"
        ".expect stat by_instruction.atomic_inc == 0\n.covers IT, BP overflow\n.covers STOP\n");
    ASSERT_EQ(program.expectations.size(), 7U);
    const auto& outcome = std::get<ExpectOutcome>(program.expectations[0].what);
    EXPECT_EQ(outcome, (ExpectOutcome{Outcome::trap, "division-by-zero", 7, {}, {}, {}}));
    EXPECT_EQ(program.expectations[0].line, 3U);
    const auto& active = std::get<ExpectActive>(program.expectations[1].what);
    EXPECT_THAT(active.threads.threads(), ElementsAre(0U, 2U, 3U));
    using Kind = ExpectedWord::Kind;
    const auto& variable = std::get<ExpectVariable>(program.expectations[2].what);
    EXPECT_THAT(variable.words, ElementsAre(ExpectedWord{Kind::value, 1}, ExpectedWord{Kind::undefined, 0},
                                            ExpectedWord{Kind::anything, 0}, ExpectedWord{Kind::value, -2}));
    EXPECT_EQ(std::get<ExpectMemory>(program.expectations[3].what).address, 5);
    using Relation = ExpectStatistic::Relation;
    EXPECT_EQ(std::get<ExpectStatistic>(program.expectations[4].what),
              (ExpectStatistic{"steps", Relation::eq, 9}));
    EXPECT_EQ(std::get<ExpectStatistic>(program.expectations[5].what),
              (ExpectStatistic{"simd_efficiency", Relation::ge, 0.5}));
    EXPECT_EQ(std::get<ExpectStatistic>(program.expectations[6].what),
              (ExpectStatistic{"by_instruction.atomic_inc", Relation::eq, 0}));
    EXPECT_THAT(program.covers, ElementsAre("IT", "BP", "overflow", "STOP"));
}

TEST(Reader, AnExpectedVariableMayBeNamedBeforeItsInstruction) {
    const Program program = read(".expect var late: 1\nearly = 0\nlate = 1\n");
    EXPECT_EQ(std::get<ExpectVariable>(program.expectations[0].what).variable, 1U);
}

// ---- options over directives

TEST(ReadOptions, OverrideDirectives) {
    ReadOptions options;
    options.threads = 4;
    options.warps = 2;
    options.active = "1,3";
    options.word = Word{8, true};
    options.registers = RegisterMode::keep;
    options.races = RaceMode::warp;
    const Program program = read(
        ".threads 8\n.warps 1\n.active 7\n.word 64\n.registers restore\n.races thread\nx = 200\n", options);
    EXPECT_EQ(program.threads, 4U);
    EXPECT_EQ(program.warps, 2U);
    EXPECT_THAT(program.active.threads(), ElementsAre(1U, 3U));
    EXPECT_EQ(program.word, (Word{8, true}));
    EXPECT_EQ(program.registers, RegisterMode::keep);
    EXPECT_EQ(program.races, RaceMode::warp);
    EXPECT_EQ(print(program.at(1), program), "x = -56");
}

TEST(ReadOptions, ApplyIfThereIsNoDirective) {
    ReadOptions options;
    options.threads = 3;
    options.registers = RegisterMode::restore;
    options.races = RaceMode::thread;
    const Program program = read("x = warp_size\n", options);
    EXPECT_EQ(program.active, ThreadSet::all(3));
    EXPECT_EQ(program.registers, RegisterMode::restore);
    EXPECT_EQ(program.races, RaceMode::thread);
    EXPECT_EQ(print(program.at(1), program), "x = 3");
}

TEST(ReadOptions, SkipRangeChecksOfExpectations) {
    const char* const text = ".threads 4\nx = 1\n.expect var x: 1 1 1 1\n.expect active: 0-3\n";
    ReadOptions narrow;
    narrow.threads = 2;
    EXPECT_EQ(read(text, narrow).expectations.size(), 2U);
    ReadOptions small;
    small.word = Word{8, false};
    EXPECT_EQ(read("x = 1\n.expect memory 0: 1000\n", small).expectations.size(), 1U);
}

TEST(ReadOptions, Defines) {
    const char* const text = ".const SIZE 3\n.const TWICE SIZE\n.threads SIZE\nx = SIZE + TWICE\n";
    ReadOptions options;
    options.defines["SIZE"] = 5;
    const Program program = read(text, options);
    EXPECT_EQ(program.threads, 5U);
    EXPECT_EQ(print(program.at(1), program), "x = 5 + 5");
    options.defines = {{"SIZ", 1}};
    EXPECT_EQ(errors_of(text, options),
              "test.asm: error: --define: the program has no '.const SIZ'; did you mean 'SIZE'?\n");
    options.defines = {{"in", 1}};
    EXPECT_THAT(errors_of(".buffer in 0 4\n", options), HasSubstr("no '.const in'"));
}

TEST(ReadOptions, TheHighestAddress) {
    ReadOptions options;
    options.max_address = 9;
    EXPECT_THAT(errors_of(".memory 10: 1\n", options),
                StartsWith("test.asm:1:9: error: an address must be 0 … 9"));
    EXPECT_THAT(errors_of(".memory 8: 1 2 3\n", options), HasSubstr("run past the highest address, 9"));
    EXPECT_THAT(errors_of(".fill 5 6 0\n", options), HasSubstr("only 5 words fit"));
    EXPECT_EQ(read(".fill 5 5 0\n.memory 9: 1\n", options).preloads.size(), 2U);
    options.max_address = INT64_MAX;
    EXPECT_EQ(
        read(".memory 9223372036854775807: 1\n.memory 0: 1\n.expect memory 0: 1\n", options).preloads.size(),
        2U);
}

TEST(ReadOptions, ActiveThreads) {
    const auto active = [](const char* list) {
        ReadOptions options;
        options.active = list;
        return to_string(read(".threads 8\n", options).active);
    };
    EXPECT_EQ(active("0"), "{0}");
    EXPECT_EQ(active("0,2,5-7"), "{0, 2, 5-7}");
    EXPECT_EQ(active(" 7 6\t5 , 1 "), "{1, 5-7}");
    EXPECT_EQ(active("3-3"), "{3}");
}

// ---- Prolog lists

TEST(PrologReader, EveryFunctor) {
    const Program program = read(
        "prog([ load(0,1), store(0,1), const(0,-5), const(0,+5), copy(0,1), addt(0,1,2), subt(0,1,2), "
        "mult(0,1,2),\n"
        " divt(0,1,2), modt(0,1,2), lth(0,1,2), leq(0,1,2), gth(0,1,2), geq(0,1,2), eq(0,1,2), neq(0,1,2),\n"
        " and(0,1,2), or(0,1,2), xor(0,1,2), shl(0,1,2), shr(0,1,2), branch(0,1), bz(tid,2), "
        "branch_mask(wid,3),\n"
        " jump(32), atomic_inc(0,tid), shfl(0,1), barrier, everywhere, end_everywhere, sync, stop ]).\n",
        {}, "test.pl");
    std::vector<std::string> printed;
    for (const Instruction& instruction : program.instructions)
        printed.push_back(print(instruction, program));
    EXPECT_THAT(
        printed,
        ElementsAre("v0 = [v1]", "[v0] = v1", "v0 = -5", "v0 = 5", "v0 = v1", "v0 = v1 + v2", "v0 = v1 - v2",
                    "v0 = v1 * v2", "v0 = v1 / v2", "v0 = v1 % v2", "v0 = v1 < v2", "v0 = v1 <= v2",
                    "v0 = v1 > v2", "v0 = v1 >= v2", "v0 = v1 == v2", "v0 = v1 != v2", "v0 = v1 & v2",
                    "v0 = v1 | v2", "v0 = v1 ^ v2", "v0 = v1 << v2", "v0 = v1 >> v2", "bnz v0, L1",
                    "bz tid, L2", "branch_mask wid, L3", "jump L32", "v0 = atomic_inc [tid]", "shfl v0, v1",
                    "barrier", "everywhere", "end_everywhere", "sync", "stop"));
}

TEST(PrologReader, SpacesCommentsAndLocations) {
    const Program program = read(
        "% a list [ of nothing ( \n\n prog ( [ % here\n\t const ( 0 , 1 ) ,stop\n ] ) .\n", {}, "test.pl");
    ASSERT_EQ(program.instructions.size(), 2U);
    EXPECT_EQ(program.at(1).line, 4U);
    EXPECT_EQ(program.at(1).column, 3U);
    EXPECT_EQ(program.at(2).column, 20U);
}

TEST(PrologReader, ATargetMayBeTheEnd) {
    const Program program = read("prog([ jump(3), jump(1) ]).", {}, "test.pl");
    EXPECT_EQ(program.at(1).target, 3U);
    EXPECT_EQ(program.at(2).target, 1U);
    EXPECT_TRUE(read("prog([]).", {}, "test.pl").instructions.empty());
}

constexpr std::string_view kThree =
    "%! .threads 3\n%! .word 16\n%! .expect stop\none([ stop ]).\n"
    "%! .threads 2\ntwo([ const(0, 1), stop ]).\n%! .expect trap race\nthree([ sync, stop, stop ]).\n%! "
    ".covers STOP\n";

Program one_of_three(const char* name) {
    ReadOptions options;
    if (name != nullptr) options.program = name;
    return read(kThree, options, "test.pl");
}

TEST(PrologReader, TheFirstProgramUnlessOneIsNamed) {
    EXPECT_EQ(one_of_three(nullptr).instructions.size(), 1U);
    EXPECT_EQ(one_of_three("one").instructions.size(), 1U);
    EXPECT_EQ(one_of_three("two").instructions.size(), 2U);
    EXPECT_EQ(one_of_three("three").instructions.size(), 3U);
    EXPECT_THAT(program_names(kThree, "test.pl"), ElementsAre("one", "two", "three"));
    EXPECT_THAT(program_names("stop\n", "test.asm"), IsEmpty());
}

TEST(PrologReader, DirectivesAboveTheFirstProgramApplyToAll) {
    EXPECT_EQ(one_of_three("one").threads, 3U);
    EXPECT_EQ(one_of_three("two").threads, 2U);  // its own
    EXPECT_EQ(one_of_three("three").threads, 3U);
    for (const char* const name : {"one", "two", "three"})
        EXPECT_EQ(one_of_three(name).word.width, 16) << name;
}

TEST(PrologReader, ExpectationsAreOfTheProgramBelow) {
    EXPECT_EQ(one_of_three("one").expectations.size(), 1U);
    EXPECT_THAT(one_of_three("two").expectations, IsEmpty());
    ASSERT_EQ(one_of_three("three").expectations.size(), 1U);
    EXPECT_EQ(std::get<ExpectOutcome>(one_of_three("three").expectations[0].what).trap, "race");
    EXPECT_THAT(one_of_three("three").covers, ElementsAre("STOP"));
    EXPECT_THAT(one_of_three("one").covers, IsEmpty());
}

// ---- which language

TEST(LanguageOf, AFileByItsName) {
    EXPECT_EQ(language_of("a.pl", "stop\n"), Language::prolog);
    EXPECT_EQ(language_of("a.asm", "% prolog([ stop ]).\n"), Language::assembly);
    EXPECT_EQ(language_of("pl", ""), Language::assembly);
    EXPECT_EQ(language_of("a.pl.txt", ""), Language::assembly);
}

TEST(LanguageOf, StandardInputByItsStart) {
    for (const char* const text : {"% comment", "%!.threads 4", "prog([stop]).", "\n\n  prog ( \n [ stop",
                                   "_p1([", "\xEF\xBB\xBF% comment", "\xEF\xBB\xBFprog(["}) {
        EXPECT_EQ(language_of("-", text), Language::prolog) << text;
    }
    for (const char* const text : {"", " \n", "; % comment", "prog", "prog(", "prog(x)", "shfl(x, 1)", "([",
                                   "prog[(", "x = 5 % 3", ".threads 4\n%"}) {
        EXPECT_EQ(language_of("-", text), Language::assembly) << text;
    }
}

// ---- --memory

TEST(ReadMemory, AddsToThePreloads) {
    Program program = read(".memory 0: 1\nstop\n");
    const TextErrors errors =
        read_memory("; words\n5: 1 -2 ; two\n\n\t0x10: 0x7\r\n", "words", kDefaultMaxAddress, program);
    EXPECT_EQ(errors.text, "");
    EXPECT_TRUE(errors.empty());
    ASSERT_EQ(program.preloads.size(), 3U);
    EXPECT_EQ(program.preloads[1].address, 5);
    EXPECT_THAT(program.preloads[1].words, ElementsAre(1, -2));
    EXPECT_EQ(program.preloads[2].address, 16);
    EXPECT_THAT(program.preloads[2].words, ElementsAre(7));
}

TEST(ReadMemory, IsReadInTheProgramsWord) {
    Program program = read(".word 8 wrap\nstop\n");
    EXPECT_EQ(read_memory("0: 255\n", "words", kDefaultMaxAddress, program).text, "");
    EXPECT_THAT(program.preloads[0].words, ElementsAre(-1));
    EXPECT_THAT(read_memory("0: 256\n", "words", kDefaultMaxAddress, program).text,
                StartsWith("words:1:4: error: '256' does not fit"));
}

TEST(ReadMemory, ChangesNothingIfThereIsAnError) {
    Program program = read("stop\n");
    const TextErrors errors = read_memory("0: 1\n1 2\n", "words", kDefaultMaxAddress, program);
    EXPECT_EQ(errors.text, "words:2:3: error: expected ':': .memory A: c c c …\n    1 2\n      ^\n");
    ASSERT_EQ(errors.list.size(), 1U);
    EXPECT_EQ(errors.list[0].file, "words");
    EXPECT_EQ(errors.list[0].line, 2U);
    EXPECT_EQ(errors.list[0].column, 3U);
    EXPECT_EQ(errors.list[0].message, "expected ':': .memory A: c c c …");
    EXPECT_THAT(program.preloads, IsEmpty());
    EXPECT_THAT(read_memory("100: 1\n", "words", 99, program).text, HasSubstr("an address must be 0 … 99"));
    EXPECT_THAT(read_memory("0: \xFF\n", "words", 99, program).text, HasSubstr("words:1:4: error"));
}

}  // namespace
}  // namespace musimd::reader_test
