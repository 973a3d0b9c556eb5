#include "isa/printer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::printer_test {
namespace {

using support::read;

/// Reads the printed text again: it is the same program.
void expect_same_again(const Program& program) {
    const std::string text = print(program);
    EXPECT_EQ(read(text), program) << text;
}

// ---- programs

TEST(Printer, AnEmptyProgram) {
    EXPECT_EQ(print(Program{}), ".threads 32\n");
    expect_same_again(Program{});
}

TEST(Printer, DirectivesInstructionsExpectations) {
    const Program program = read(
        ".expect stat steps > 1\n.covers IT STOP\nstart: x = 5\n.iota 0 4 1 2\n.fill 9 2 7\n.memory 20: 1 2\n"
        ".buffer all 0 100\n.races thread\n.registers restore\n.word 32 wrap\n.active 0,2-3\n.warps "
        "2\n.threads 4\n"
        "bz x, end\nend: sync\njump start\n.expect trap race 3\n.expect active: 0 2 3\n.expect var x: 5 _ *\n"
        ".expect memory 3: -1 _\n");
    EXPECT_EQ(print(program),
              ".threads 4\n"
              ".warps 2\n"
              ".active 0 2 3\n"
              ".word 32 wrap\n"
              ".registers restore\n"
              ".races thread\n"
              ".buffer all 0 100\n"
              ".iota 0 4 1 2\n"
              ".fill 9 2 7\n"
              ".memory 20: 1 2\n"
              "start:\n"
              "        x = 5\n"
              "        bz x, end\n"
              "end:\n"
              "        sync\n"
              "        jump start\n"
              ".expect stat steps > 1\n"
              ".expect trap race 3\n"
              ".expect active: 0 2 3\n"
              ".expect var x: 5 _ *\n"
              ".expect memory 3: -1 _\n"
              ".covers IT STOP\n");
    expect_same_again(program);
}

TEST(Printer, TargetsWithoutALabelGetOne) {
    Program program = read("L3: L3_: jump L3\n stop\n stop\n");
    program.instructions[0].target = 3;
    EXPECT_EQ(print(program),
              ".threads 32\nL3:\nL3_:\n        jump L3__\n        stop\nL3__:\n        stop\n");
    EXPECT_EQ(read(print(program)).at(1).target, 3U);
}

TEST(Printer, ALabelAtTheEnd) {
    const Program program = read("jump end\nend: also:\n");
    EXPECT_EQ(print(program), ".threads 32\n        jump end\nend:\nalso:\n");
    expect_same_again(program);
}

TEST(Printer, WordsOfEveryWidthAreReadAgain) {
    for (const char* const text :
         {".word 8\n.threads 2\nx = -128\n.memory 0: 127 -128\n",
          ".word 8 wrap\nx = 255\n.memory 0: 255 128\n",
          ".word 64\nx = -9223372036854775808\n[9223372036854775807] = x\n",
          ".word 64 wrap\nx = 0xFFFFFFFFFFFFFFFF\n.fill 0 3 18446744073709551615\n"}) {
        expect_same_again(read(text));
    }
}

// An `.iota` of a wrapping word may leave the signed range, but not the range in which its start was written.
TEST(Printer, AnIotaIsReadAgain) {
    for (const char* const text :
         {".word 8 wrap\n.iota 0 100 200 -1\n", ".word 8 wrap\n.iota 0 200 0\n",
          ".word 8 wrap\n.iota 0 256\n", ".word 8 wrap\n.iota 0 3 -128 100\n",
          ".word 64 wrap\n.iota 0 2 18446744073709551615 -9223372036854775808\n",
          ".iota 0 2 9223372036854775807 -9223372036854775808\n", ".iota 0 0 5 5\n", ".iota 0 4 5 0\n"}) {
        expect_same_again(read(text));
    }
}

TEST(Printer, FiguresAreReadAgain) {
    for (const char* const figure :
         {"0.5", "0.1234567890123", "-3", "0", "100", "9223372036854775807", "18446744073709551615",
          "0.000000001", "123456789012345678901234567890.5", "0.333333333333333333333333"}) {
        expect_same_again(read(std::string(".expect stat steps != ") + figure + "\n"));
    }
    EXPECT_THAT(print(read(".expect stat simd_efficiency >= 0.85\n")), testing::EndsWith(" >= 0.85\n"));
}

TEST(Printer, TheProgramsOfTheProjectAreReadAgain) {
    for (const auto& file : support::project_files("programs", {".asm", ".pl"})) {
        const ReadResult result = read_program(support::read_file(file), file.string());
        if (result) expect_same_again(*result.program);
    }
}

// ---- texts

std::string formatted(std::string_view text, Language language = Language::assembly) {
    Diagnostics diagnostics;
    std::string result = format(read_lines(text, language, {}, diagnostics));
    EXPECT_TRUE(diagnostics.empty()) << text;
    Diagnostics none;
    EXPECT_EQ(format(read_lines(result, Language::assembly, {}, none)), result)
        << "formatting again changes it";
    return result;
}

TEST(Format, SpellingAndSpacingBecomeCanonical) {
    EXPECT_EQ(formatted("x=y×z\n↑x=y\nv <-a x + 1\nshfl(x,1)\n"),
              "        x = y * z\n        [x] = y\n        v = atomic_inc [x]\n        shfl x, 1\n");
    EXPECT_EQ(formatted(" .threads   4\n.active 0,1 , 2-3\n.memory 0:1 -2\n.expect stat steps==4\n"),
              ".threads 4\n.active 0, 1, 2-3\n.memory 0: 1 -2\n.expect stat steps == 4\n");
}

TEST(Format, NamesConstantsAndBlankLinesStay) {
    EXPECT_EQ(formatted("\n.const SIZE 0x10\n\n\nx = -SIZE + +SIZE\n"),
              "\n.const SIZE 0x10\n\n\n        x = -SIZE + SIZE\n");
}

TEST(Format, LabelsAreInFrontOrAbove) {
    EXPECT_EQ(formatted("a:b: stop\nlong_label: stop\nc:\n  stop\nd: .threads 4\n"),
              "a:\nb:      stop\nlong_label: stop\nc:\n        stop\nd:      .threads 4\n");
}

TEST(Format, CommentsStay) {
    EXPECT_EQ(formatted("; one\n   ;two  \nstop;three\n"), "; one\n   ;two\n        stop  ;three\n");
}

TEST(Format, ALineWithoutAnEndGetsOne) {
    EXPECT_EQ(formatted("stop"), "        stop\n");
    EXPECT_EQ(formatted(""), "");
    EXPECT_EQ(formatted("\xEF\xBB\xBFstop\r\n"), "        stop\n");
}

TEST(Format, APrologListBecomesAssembly) {
    EXPECT_EQ(formatted("%! .threads 4\nprog([ const(0, 1), branch(0, 3),\n stop ]).\n", Language::prolog),
              ".threads 4\n        v0 = 1\n        bnz v0, L3\nL3:     stop\n");
}

TEST(Format, MeansTheSame) {
    for (const auto& file : support::project_files("programs", {".asm", ".pl"})) {
        const std::string text = support::read_file(file);
        const ReadResult result = read_program(text, file.string());
        if (!result) continue;
        EXPECT_EQ(read(formatted(text, language_of(file.string(), text))), *result.program) << file;
    }
}

}  // namespace
}  // namespace musimd::printer_test
