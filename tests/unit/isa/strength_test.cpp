// Reading and printing orders and scopes (section 13 of the semantics).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "tests/support/programs.hpp"

namespace musimd::strength_test {
namespace {

using support::read;
using testing::HasSubstr;
using testing::IsEmpty;

std::string printed(std::string_view text) {
    const Program program = read(text);
    return print(program.at(1), program);
}

std::string errors_of(std::string_view text) {
    return read_program(text, "p.asm").errors;
}

TEST(Strengths, CanonicalSpelling) {
    for (const char* const text :
         {"v = load.acquire.grid [a]", "v = load.relaxed.block [3]", "store.release.system [a], -1",
          "v = fetch_add.acq_rel.block [a], o", "v = fetch_cas.i32.acquire.grid [a], o, p",
          "v = fetch_add [a], 1", "fence.block", "fence.grid", "fence.acq_rel.system",
          "fence.seq_cst.block"}) {
        EXPECT_EQ(printed(text), text);
    }
}

TEST(Strengths, WhatIsLeftOut) {
    EXPECT_EQ(printed("v = load.acquire [a]"), "v = load.acquire.grid [a]");
    EXPECT_EQ(printed("v = load.block [a]"), "v = load.relaxed.block [a]");
    EXPECT_EQ(printed("store.block [a], 1"), "store.relaxed.block [a], 1");
    EXPECT_EQ(printed("fence.release"), "fence.release.grid");
    EXPECT_EQ(printed("fence.acq_rel"), "fence.grid");
    EXPECT_EQ(printed("v = fetch_add.relaxed.grid [a], 1"), "v = fetch_add [a], 1");
}

TEST(Strengths, SeqCstOfAnAccessIsReadAsLess) {
    EXPECT_EQ(printed("v = load.seq_cst [a]"), "v = load.acquire.grid [a]");
    EXPECT_EQ(printed("store.seq_cst [a], 1"), "store.release.grid [a], 1");
    EXPECT_EQ(printed("v = fetch_or.seq_cst [a], 1"), "v = fetch_or.acq_rel.grid [a], 1");
}

TEST(Strengths, TheWordsAreNamesElsewhere) {
    EXPECT_THAT(errors_of("load = 1\nstore = load\nfence: load = store\nstop"), IsEmpty());
}

TEST(Strengths, ErrorsSayWhatIsRight) {
    EXPECT_THAT(errors_of("v = load [a]\nstop"),
                HasSubstr("'load' needs an order or a scope: v = load.ORDER.SCOPE [a]"));
    EXPECT_THAT(
        errors_of("store [a], 1\nstop"),
        HasSubstr("'store' needs an order or a scope: store.ORDER.SCOPE [a], o; a plain store is [a] = o"));
    EXPECT_THAT(errors_of("v = load.release [a]\nstop"),
                HasSubstr("'load' has no order 'release', but relaxed, acquire, seq_cst"));
    EXPECT_THAT(errors_of("fence.relaxed.grid\nstop"),
                HasSubstr("'fence' has no order 'relaxed', but acquire, release, acq_rel, seq_cst"));
    EXPECT_THAT(errors_of("store.grid.release [a], 1\nstop"), HasSubstr("expected the end of 'store'"));
    EXPECT_THAT(
        errors_of("v = load.acquire.warp [a]\nstop"),
        HasSubstr("'warp' is not an order or a scope; expected v = load.ORDER.SCOPE [a], with the scope "
                  "block, grid, system"));
    EXPECT_THAT(errors_of("store.block [a]\nstop"),
                HasSubstr("'store.block' takes an address and one operand"));
    EXPECT_THAT(errors_of(".consistency sc\nstop"), HasSubstr("expected c++ or ptx"));
}

TEST(Strengths, AProgramWithThemIsOneOfBlocks) {
    EXPECT_TRUE(uses_blocks(read("v = load.relaxed [0]\nstop")));
    EXPECT_TRUE(uses_blocks(read("v = fetch_add.block [0], 1\nstop")));
    EXPECT_FALSE(uses_blocks(read("v = fetch_add [0], 1\nstop")));
    EXPECT_EQ(read(".consistency ptx\nstop").consistency, Consistency::ptx);
    EXPECT_EQ(read(".consistency c++\nstop").consistency, Consistency::cpp);
}

}  // namespace
}  // namespace musimd::strength_test
