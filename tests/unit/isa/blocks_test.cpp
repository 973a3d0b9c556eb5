// Reading and printing blocks, collectives and thread models. Error messages are tested in
// tests/golden/cases.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "isa/variant.hpp"
#include "tests/support/programs.hpp"

namespace musimd::blocks_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string first_of(std::string_view text) {
    const Program program = read(text);
    return print(program.at(1), program);
}

Instruction instruction(std::string_view text) {
    return read(text).at(1);
}

std::string errors_under(ThreadModel model, std::string_view text) {
    ReadOptions options;
    options.model = model;
    return read_program(text, "p.asm", options).errors;
}

// The errors of a text; empty if it is good.
std::string errors_of(std::string_view text) {
    return read_program(text, "p.asm").errors;
}

// ---- instructions

TEST(Blocks, CanonicalSpelling) {
    for (const char* const text : {"exit",
                                   "block_barrier",
                                   "x = block_barrier.count y",
                                   "x = block_barrier.and 1",
                                   "x = block_barrier.or tid",
                                   "syncwarp m",
                                   "syncwarp -1",
                                   "x = shfl.idx m, y, z",
                                   "x = shfl.up -1, tid, 1",
                                   "x = shfl.down 3, y, 1, 2",
                                   "x = shfl.xor 3, y, -1, 16",
                                   "x = vote.ballot m, y",
                                   "x = vote.any 1, -1",
                                   "x = vote.all 1, 0",
                                   "x = match.any m, y",
                                   "x = match.all m, y",
                                   "x = reduce.add m, y",
                                   "x = reduce.min m, y",
                                   "x = reduce.max m, y",
                                   "x = reduce.and m, y",
                                   "x = reduce.or m, y",
                                   "x = reduce.xor m, y",
                                   "x = reduce.add.u8 m, y",
                                   "x = reduce.max.f32 m, y",
                                   "x = activemask",
                                   "fence.block",
                                   "fence.grid"}) {
        EXPECT_EQ(first_of(text), text);
    }
}

TEST(Blocks, SpacesAreFree) {
    EXPECT_EQ(first_of("x=vote.any-1,y"), "x = vote.any -1, y");
    EXPECT_EQ(first_of("x = shfl.idx 1 , y ,2 , 4;comment"), "x = shfl.idx 1, y, 2, 4");
    EXPECT_EQ(first_of("syncwarp(3)"), "syncwarp 3");
    EXPECT_EQ(first_of("\tfence.grid\t"), "fence.grid");
}

TEST(Blocks, TheWidthOfAShuffleIsNRoundedUp) {
    EXPECT_EQ(instruction("x = shfl.idx 1, y, 0").width, 32U);
    EXPECT_EQ(instruction(".threads 6\nx = shfl.idx 1, y, 0").width, 8U);
    EXPECT_EQ(instruction(".threads 1\nx = shfl.idx 1, y, 0").width, 1U);
    EXPECT_EQ(instruction("x = shfl.idx 1, y, 0, 8").width, 8U);
    EXPECT_EQ(instruction(".const w 0x10\nx = shfl.idx 1, y, 0, w").width, 16U);
    EXPECT_EQ(first_of("x = shfl.idx 1, y, 0, 32"), "x = shfl.idx 1, y, 0");
}

TEST(Blocks, ATypedReductionHasTheOperationOfItsName) {
    const Instruction i = instruction("x = reduce.xor.u16 1, y");
    EXPECT_EQ(i.opcode, Opcode::typed_reduce);
    EXPECT_EQ(i.variant, Variant::xor_);
    EXPECT_EQ(i.typed_operation, TypedOperation::xor_);
    EXPECT_EQ(i.type, Type::u16);
    EXPECT_EQ(instruction("x = reduce.xor 1, y").opcode, Opcode::reduce);
}

TEST(Blocks, EveryVariantIsReadAsPrinted) {
    for (const VariantInfo& row : variant_table()) {
        std::string text = syntax_of(row.opcode, row.variant);
        text = text.substr(0, text.find('['));
        const Instruction i = instruction(text);
        EXPECT_EQ(i.opcode, row.opcode) << text;
        EXPECT_EQ(i.variant, row.variant) << text;
        EXPECT_EQ(first_of(text), text);
    }
}

// ---- programs that have the new words as names

TEST(Blocks, NewWordsAreNamesElsewhere) {
    const Program program = read(
        "bid = 3\nfence = bid\nexit = fence\nvote: reduce = match\nblock_size = grid_size\nshuffle = "
        "syncwarp\n"
        "exit: jump exit\nstop\n");
    EXPECT_EQ(print(program.at(1), program), "bid = 3");
    EXPECT_EQ(print(program.at(3), program), "exit = fence");
    EXPECT_EQ(print(program.at(5), program), "block_size = grid_size");
    EXPECT_EQ(print(program.at(7), program), "jump exit");
    EXPECT_FALSE(uses_blocks(program));
}

TEST(Blocks, ActivemaskIsANameInTextsThatDefineIt) {
    EXPECT_EQ(instruction("x = activemask\nstop").opcode, Opcode::activemask);
    EXPECT_EQ(instruction("x = activemask\nactivemask = 1\nstop").opcode, Opcode::copy);
    EXPECT_EQ(instruction("x = activemask\nshfl activemask, 0\nstop").opcode, Opcode::copy);
    EXPECT_EQ(instruction(".const activemask 7\nx = activemask\nstop").operands[0], Operand::constant(7));
    EXPECT_EQ(instruction(".buffer activemask 5 1\nx = activemask\nstop").operands[0], Operand::constant(5));
    EXPECT_EQ(instruction(".shared activemask 1\nx = activemask\nstop").operands[0], Operand::shared(0));
    EXPECT_EQ(instruction("x = activemask + 1\nstop").opcode, Opcode::bp);
    EXPECT_EQ(instruction("[activemask] = activemask\nstop").opcode, Opcode::st);
}

// ---- the grid

TEST(Blocks, WarpsOfAGrid) {
    const Program program = read(".threads 4\n.grid 3\n.block 6\nstop\n");
    EXPECT_EQ(program.block_threads, 6U);
    EXPECT_EQ(program.grid, 3U);
    EXPECT_EQ(program.warps, 6U);
    EXPECT_EQ(program.warps_per_block(), 2U);
    EXPECT_EQ(program.lanes_of(0), 4U);
    EXPECT_EQ(program.lanes_of(3), 2U);
    EXPECT_EQ(program.block_of(5), 2U);
    EXPECT_EQ(program.active, ThreadSet::all(4));
    EXPECT_TRUE(uses_blocks(program));
}

TEST(Blocks, OptionsOverrideTheGrid) {
    ReadOptions options;
    options.block = 8;
    options.grid = 5;
    options.threads = 2;
    const Program program = read(".block 1\nx = block_size\ny = grid_size\nstop\n", options);
    EXPECT_EQ(program.warps, 20U);
    EXPECT_EQ(program.at(1).operands[0], Operand::constant(8));
    EXPECT_EQ(program.at(2).operands[0], Operand::constant(5));
}

TEST(Blocks, NumbersOfAThreadAreOperands) {
    const Program program = read(
        "x = bid + btid\ny = block_size * grid_size\nbz btid, l\nl: sync\nstop\n.const t block_size\n.fill 0 "
        "t 1\n"
        ".block warp_size\n.grid 2\n.threads 8\n");
    EXPECT_EQ(program.at(1).operands[0], Operand::bid());
    EXPECT_EQ(program.at(1).operands[1], Operand::btid());
    EXPECT_EQ(program.at(2).operands[0], Operand::constant(8));
    EXPECT_EQ(program.at(2).operands[1], Operand::constant(2));
    EXPECT_EQ(program.preloads.at(0).count, 8);
}

TEST(Blocks, SharedObjectsArePacked) {
    const Program program = read(".shared a 3\n.shared b 4\nx = b\n[a] = b\nstop\n");
    ASSERT_EQ(program.shared.size(), 2U);
    EXPECT_EQ(program.shared[1].offset, 3);
    EXPECT_EQ(program.shared_words(), 7);
    EXPECT_EQ(program.at(1).operands[0], Operand::shared(3));
    EXPECT_EQ(print(program.at(2), program), "[a] = b");
    EXPECT_TRUE(uses_blocks(program));
}

TEST(Blocks, Models) {
    EXPECT_EQ(read("stop").model, ThreadModel::lockstep);
    EXPECT_EQ(read(".model lockstep\nstop").model, ThreadModel::lockstep);
    EXPECT_EQ(read(".model pascal\nstop").model, ThreadModel::lockstep);
    EXPECT_EQ(read(".model volta\nstop").model, ThreadModel::volta);
    ReadOptions options;
    options.model = ThreadModel::lockstep;
    EXPECT_EQ(read(".model volta\nstop", options).model, ThreadModel::lockstep);
    EXPECT_TRUE(uses_blocks(read(".model volta\nstop")));
}

// What is an error under volta is allowed under lock step.
TEST(Blocks, WhatNeedsLockStep) {
    for (const char* const text :
         {"everywhere\nstop", "end_everywhere\nstop", "branch_mask 1, l\nl: stop", ".active 0\nstop"}) {
        EXPECT_THAT(errors_under(ThreadModel::lockstep, text), IsEmpty()) << text;
        EXPECT_THAT(errors_under(ThreadModel::volta, text), HasSubstr("needs lock step")) << text;
    }
}

TEST(Blocks, NumbersNeedToFitAWordThatTraps) {
    EXPECT_THAT(errors_of(".word 8\n.threads 2\n.block 128\nstop"), HasSubstr("block_size is 128"));
    EXPECT_THAT(errors_of(".word 8\n.threads 2\n.block 127\nstop"), IsEmpty());
    EXPECT_THAT(errors_of(".word 8 wrap\n.threads 2\n.block 128\nstop"), IsEmpty());
    EXPECT_THAT(errors_of(".word 8\n.threads 1\n.block 1\n.grid 129\nstop"),
                HasSubstr("block 128 does not fit"));
    EXPECT_THAT(errors_of(".word 8\n.threads 1\n.block 1\n.grid 128\nstop"), IsEmpty());
    EXPECT_EQ(read(".word 8 wrap\n.threads 2\n.block 1000\nx = block_size\nstop").at(1).operands[0],
              Operand::constant(-24));
}

TEST(Blocks, SharedAddressesNeedToFitTheWord) {
    ReadOptions options;
    options.max_address = 32'767 - 6;
    const std::string text = ".word 16 wrap\n.threads 1\n.block 1\n.grid 2\n.shared s 3\nstop";
    EXPECT_TRUE(read_program(text, "p.asm", options));
    options.max_address += 1;
    EXPECT_THAT(read_program(text, "p.asm", options).errors, HasSubstr("ends at 32768"));
}

TEST(Blocks, AMaskNeedsABitPerThread) {
    for (const char* const text :
         {"syncwarp 1", "x = activemask", "x = vote.any 1, 1", "x = shfl.idx 1, 1, 1"}) {
        EXPECT_THAT(errors_of(std::string(".threads 9\n.word 8\n") + text + "\nstop"),
                    HasSubstr("a mask has one bit per thread"))
            << text;
        EXPECT_THAT(errors_of(std::string(".threads 8\n.word 8\n") + text + "\nstop"), IsEmpty()) << text;
    }
}

TEST(Blocks, APrologListHasNone) {
    const auto errors = [](const char* text) { return read_program(text, "p.pl").errors; };
    EXPECT_THAT(errors("p([exit, stop])."),
                HasSubstr("a Prolog list has no instruction 'exit'; write assembly"));
    EXPECT_THAT(errors("p([syncwarp(0), stop])."), HasSubstr("a Prolog list has no instruction 'syncwarp'"));
    EXPECT_THAT(errors("%! .threads 2\n%! .block 4\np([stop])."), IsEmpty());
}

// ---- expectations

TEST(Blocks, PrintedProgramsReadAgain) {
    const std::string text =
        ".threads 4\n"
        ".block 7\n"
        ".grid 2\n"
        ".model volta\n"
        ".shared s 4\n"
        ".shared t 5\n"
        "        x = bid + btid\n"
        "        [t] = s\n"
        "        x = shfl.idx -1, s, tid, 2\n"
        "        n = block_barrier.count btid\n"
        "        m = activemask\n"
        "        exit\n"
        ".expect lockstep stop\n"
        ".expect volta trap race 8 warp 1 threads: 0\n"
        ".expect warning barrier-exited\n"
        ".expect volta warning activemask 4\n"
        ".expect exited:\n"
        ".expect exited warp 1: 0 2\n"
        ".expect active:\n"
        ".expect lockstep active warp 2: 0-3\n"
        ".expect var x: 1 2\n"
        ".expect var x warp 3: 1 _ *\n"
        ".expect shared 1 7: 3 _\n"
        ".expect stat block_barriers == 3\n"
        ".expect stat by_instruction.reduce == 3\n";
    EXPECT_EQ(print(read(text)), text);
}

TEST(Blocks, ExpectationsByModel) {
    const Program program = read(".expect lockstep stop\n.expect volta limit\n.expect memory 0: 1\nstop");
    ASSERT_EQ(program.expectations.size(), 3U);
    EXPECT_EQ(program.expectations[0].model, ThreadModel::lockstep);
    EXPECT_EQ(program.expectations[1].model, ThreadModel::volta);
    EXPECT_EQ(program.expectations[2].model, std::nullopt);
    EXPECT_EQ(std::get<ExpectOutcome>(program.expectations[1].what).outcome, Outcome::limit);
}

TEST(Blocks, OneOutcomePerModel) {
    EXPECT_THAT(errors_of(".expect stop\n.expect volta stop\nstop"), HasSubstr("line 1 already expects one"));
    EXPECT_THAT(errors_of(".expect volta stop\n.expect limit\nstop"),
                HasSubstr("line 1 already expects one"));
    EXPECT_THAT(errors_of(".expect volta stop\n.expect volta stop\nstop"),
                HasSubstr("one outcome under volta; line 1 already expects one"));
}

TEST(Blocks, AllMayHaveExited) {
    const Program program = read(".expect active:\n.expect exited:\nexit\n");
    EXPECT_TRUE(std::get<ExpectActive>(program.expectations[0].what).threads.empty());
    EXPECT_TRUE(std::get<ExpectExited>(program.expectations[1].what).threads.empty());
}

}  // namespace
}  // namespace musimd::blocks_test
