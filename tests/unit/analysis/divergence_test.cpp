// The divergence analysis on each construct. In the programs, the text after `; ` is the class of an
// instruction's result, branch or address.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "analysis/divergence/report.hpp"
#include "tests/support/programs.hpp"

namespace musimd::divergence_test {
namespace {

using support::read;
using testing::ElementsAre;

std::string class_text(const DivergenceReport::Row& row) {
    if (!row.reached) return "not reached";
    if (row.divides) return *row.divides ? "divergent" : "uniform";
    if (row.result && row.address) return to_string(*row.result) + " from " + to_string(*row.address);
    if (row.address) return "at " + to_string(*row.address);
    return row.result ? to_string(*row.result) : "";
}

/// Each line of the text is an instruction and, after `; `, its class.
void expect_classes(const std::string& text, const ReadOptions& options = {}) {
    const Program program = read(text, options);
    const DivergenceReport report = analyze_divergence(program);
    std::map<std::uint32_t, std::string> found;
    for (Label pc = 1; pc < program.end(); ++pc) found[program.at(pc).line] = class_text(report.rows[pc - 1]);
    std::size_t begin = 0;
    for (std::uint32_t line = 1; begin < text.size(); ++line) {
        const std::size_t end = text.find('\n', begin);
        const std::string words = text.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t mark = words.find("; ");
        if (mark == std::string::npos) continue;
        EXPECT_EQ(found[line], words.substr(mark + 2)) << words;
    }
}

// ---- values

TEST(Divergence, NumbersOfThreadsAndWarps) {
    expect_classes(
        ".threads 8\n"
        ".block 16\n"
        "a = 7        ; uniform = 7\n"
        "a = tid      ; affine = tid\n"
        "a = wid      ; uniform = wid\n"
        "a = bid      ; uniform = 0\n"
        "a = btid     ; affine = tid + 8*wid\n"
        "stop\n");
}

TEST(Divergence, NumbersInBlocks) {
    expect_classes(
        ".threads 8\n"
        ".block 16\n"
        ".grid 2\n"
        ".shared room 4\n"
        "a = bid      ; uniform\n"
        "a = btid     ; affine = c + tid\n"
        "a = room     ; uniform\n"
        "a = room + tid ; affine = c + tid\n"
        "stop\n");
}

TEST(Divergence, SumsAndMultiplesOfAffineValuesAreAffine) {
    expect_classes(
        "n = [0]      ; uniform from uniform = 0\n"
        "a = tid * 4  ; affine = 4*tid\n"
        "b = a + 16   ; affine = 16 + 4*tid\n"
        "b = 3 - a    ; affine = 3 - 4*tid\n"
        "b = a << 2   ; affine = 16*tid\n"
        "b = a + n    ; affine = c + 4*tid\n"
        "b = b - a    ; uniform\n"
        "b = a - a    ; uniform = 0\n"
        "b = a * n    ; divergent\n"
        "b = a * tid  ; divergent\n"
        "b = a << n   ; divergent\n"
        "b = n * n    ; uniform\n"
        "b = tid / 2  ; divergent\n"
        "b = tid & 1  ; divergent\n"
        "b = min tid, n ; divergent\n"
        "b = popc n   ; uniform\n"
        "b = popc tid ; divergent\n"
        "b = add.i32 n, 1 ; uniform\n"
        "stop\n");
}

TEST(Divergence, ConstantsAreComputed) {
    expect_classes(
        "a = 6 / 4    ; uniform = 1\n"
        "a = a << 3   ; uniform = 8\n"
        "a = a < 9    ; uniform = 1\n"
        "a = a / 0    ; uniform\n"
        "stop\n");
}

TEST(Divergence, ComparisonsAreUniformIfTheDifferenceIs) {
    expect_classes(
        "n = [0]\n"
        "a = tid + n\n"
        "b = tid < a  ; uniform\n"
        "b = tid == a ; uniform\n"
        "b = tid < n  ; divergent\n"
        "stop\n");
    expect_classes(
        ".word 32 wrap\n"
        "n = [0]\n"
        "a = tid + n\n"
        "b = tid < a  ; divergent\n"
        "b = tid == a ; uniform\n"
        "stop\n");
}

TEST(Divergence, ComparisonsOfKnownValuesAreComputedForAllThreads) {
    expect_classes(
        ".threads 8\n"
        ".warps 4\n"
        "g = wid * 8\n"
        "g = g + tid\n"
        "b = g < 32   ; uniform = 1\n"
        "b = g < 31   ; divergent\n"
        "b = g >= 0   ; uniform = 1\n"
        "b = g > 0    ; divergent\n"
        "b = g == 32  ; uniform = 0\n"
        "b = g != 5   ; divergent\n"
        "b = g < wid  ; uniform = 0\n"
        "b = g >= wid ; uniform = 1\n"
        "b = tid <= -1 ; uniform = 0\n"
        "n = 0 - tid\n"
        "b = n <= tid ; uniform = 1\n"
        "b = n < tid  ; divergent\n"
        "stop\n");
}

TEST(Divergence, ComparisonsOfWhatMayWrapAreNotComputed) {
    expect_classes(
        ".word 8 wrap\n"
        ".threads 8\n"
        "a = tid * 18\n"
        "b = a < 127  ; uniform = 1\n"
        "a = tid * 19\n"
        "b = a >= 0   ; divergent\n"
        "b = a == -1  ; divergent\n"
        "stop\n");
}

TEST(Divergence, AffineValuesOfWordsThatWrapAreModuloTheWord) {
    expect_classes(
        ".word 8 wrap\n"
        ".threads 8\n"
        "a = tid * 100  ; affine = 100*tid\n"
        "a = a + a      ; affine = -56*tid\n"
        "a = a << 7     ; uniform = 0\n"
        "stop\n");
}

TEST(Divergence, StridesOfAddressesAreExactInWordsThatWrap) {
    expect_classes(
        ".word 8 wrap\n"
        ".threads 128\n"
        "[tid] = 1      ; at affine = tid\n"
        "a = tid * 2\n"
        "[a] = 1        ; at divergent\n"
        "stop\n");
    expect_classes(
        ".word 8 wrap\n"
        ".threads 129\n"
        "[tid] = 1      ; at divergent\n"
        "stop\n");
}

TEST(Divergence, LargeStridesOfWordsThatTrapAreNotKept) {
    expect_classes(
        ".threads 1\n"
        ".warps 2\n"
        "a = tid << 62  ; affine = 4611686018427387904*tid\n"
        "a = a + a      ; divergent\n"
        "a = 4611686018427387904 + 4611686018427387903\n"
        "a = a + wid    ; uniform\n"
        "stop\n");
}

TEST(Divergence, TypedIntegersAreAffineModuloTheirWidth) {
    expect_classes(
        "n = [0]\n"
        "a = add.i32 tid, 5    ; affine = 5 + tid mod 2^32\n"
        "a = add.u32 a, n      ; affine = c + tid mod 2^32\n"
        "a = mul.i32 tid, -4   ; affine = -4*tid mod 2^32\n"
        "b = neg.i32 a         ; affine = 4*tid mod 2^32\n"
        "b = cvt.i64.i32 a     ; affine = -4*tid mod 2^32\n"
        "b = cvt.i8.i32 a      ; affine = -4*tid mod 2^8\n"
        "b = a + 65536         ; affine = 65536 - 4*tid mod 2^32\n"
        "b = sub.i16 a, tid    ; affine = -5*tid mod 2^16\n"
        "b = addo.i64 tid, n   ; affine = c + tid mod 2^64\n"
        "b = cvt.f32.i32 tid   ; divergent\n"
        "b = cvt.f32.i32 n     ; uniform\n"
        "b = cvt.i32.i8 tid    ; affine = tid mod 2^8\n"
        "b = add.f32 tid, n    ; divergent\n"
        "b = adds.i32 tid, n   ; divergent\n"
        "b = mul.i32 tid, tid  ; divergent\n"
        "stop\n");
}

// Words that are equal modulo 2^32 may differ; a result of 32 bits is then one word.
TEST(Divergence, EqualRemaindersAreUniformOnlyIfTheyAreTheWholeResult) {
    expect_classes(
        "n = [0]\n"
        "a = add.i32 tid, n\n"
        "b = a - tid           ; divergent\n"
        "b = sub.i32 a, tid    ; uniform\n"
        "b = sub.i64 a, tid    ; divergent\n"
        "b = sub.i8 a, tid     ; uniform\n"
        "b = a == a            ; divergent\n"
        "stop\n");
    expect_classes(
        ".word 32 wrap\n"
        "a = add.i32 tid, 1    ; affine = 1 + tid\n"
        "a = a - tid           ; uniform = 1\n"
        "stop\n");
}

TEST(Divergence, ComparisonsOfRemaindersAreNotComputed) {
    expect_classes(
        "a = add.i32 tid, 2147483647\n"
        "b = a > 0             ; divergent\n"
        "stop\n");
}

// A multiple of 256 is 0 modulo 2^8.
TEST(Divergence, StridesThatTheModulusOfAnotherWayHidesAreNotKept) {
    expect_classes(
        "n = [0]\n"
        "a = tid * 256\n"
        "bz n, l\n"
        "a = cvt.i16.i8 tid\n"
        "l: sync\n"
        "b = a                 ; divergent\n"
        "stop\n");
}

TEST(Divergence, CountersOfTypedIntegersRemainAffine) {
    expect_classes(
        "n = [0]\n"
        "i = tid\n"
        "head: c = lt.i32 i, n\n"
        "bz c, end\n"
        "a = i                 ; affine = c + tid mod 2^32\n"
        "i = add.i32 i, 64     ; affine = c + tid mod 2^32\n"
        "jump head\n"
        "end: sync\n"
        "stop\n");
}

TEST(Divergence, StridesOfTypedAddressesAreExactIfTheyHaveEnoughBits) {
    expect_classes(
        "a = add.i32 tid, 5\n"
        "[a] = 1               ; at affine = 5 + tid mod 2^32\n"
        "a = add.i16 tid, 5\n"
        "[a] = 1               ; at divergent\n"
        "a = mul.i32 tid, 134217728\n"
        "[a] = 1               ; at divergent\n"
        "stop\n");
}

// ---- memory and exchanges

TEST(Divergence, LoadsFromOneAddressAreUniformAndAtomicsAreNot) {
    expect_classes(
        "x = [5]             ; uniform from uniform = 5\n"
        "x = [x]             ; uniform from uniform\n"
        "y = [tid]           ; divergent from affine = tid\n"
        "y = atomic_inc [5]  ; divergent from uniform = 5\n"
        "y = fetch_add [5], 1 ; divergent from uniform = 5\n"
        "stop\n");
}

TEST(Divergence, VotesAreUniform) {
    expect_classes(
        ".threads 8\n"
        "b = ballot tid           ; uniform\n"
        "b = activemask           ; uniform\n"
        "b = vote.any 255, tid    ; uniform\n"
        "b = vote.all tid, 1      ; divergent\n"
        "b = match.all 255, tid   ; uniform\n"
        "b = match.any 255, tid   ; divergent\n"
        "b = match.any 255, 3     ; uniform\n"
        "b = reduce.add 255, tid  ; uniform\n"
        "b = reduce.add tid, 1    ; divergent\n"
        "stop\n");
}

TEST(Divergence, ShufflesFromOneLaneAreUniform) {
    expect_classes(
        ".threads 8\n"
        "n = [0]\n"
        "x = tid\n"
        "shfl x, 3                    ; uniform, or undefined\n"
        "x = tid\n"
        "shfl x, tid                  ; divergent\n"
        "x = shfl.idx 255, tid, n     ; uniform, or undefined\n"
        "x = shfl.idx 255, tid, n, 4  ; divergent\n"
        "x = shfl.idx 255, tid, tid   ; divergent\n"
        "x = shfl.up 255, tid, 1      ; divergent\n"
        "x = shfl.idx tid, tid, 1     ; divergent\n"
        "stop\n");
}

// In a warp of 6 threads the lanes 6 and 7 stand for the own lane.
TEST(Divergence, ShufflesFromALaneThatMayNotExistAreDivergent) {
    expect_classes(
        ".threads 6\n"
        "n = [0]\n"
        "x = shfl.idx 63, tid, n   ; divergent\n"
        "x = shfl.idx 63, tid, 5   ; uniform, or undefined\n"
        "x = shfl.idx 63, tid, 6   ; divergent\n"
        "x = shfl.idx 63, tid, -2  ; divergent\n"
        "x = shfl.idx 63, tid, -3  ; uniform, or undefined\n"
        "stop\n");
}

TEST(Divergence, BlockBarriersYieldOneValueInAllThreads) {
    const Program program = read(
        ".threads 8\n"
        ".block 8\n"
        "n = block_barrier.count tid\n"
        "stop\n");
    const DivergenceReport report = analyze_divergence(program);
    EXPECT_EQ(to_string(*report.rows[0].result), "uniform");
    EXPECT_THAT(report.scalars, ElementsAre(true));
}

// ---- control

TEST(Divergence, ABranchDividesThreadsThatMayDisagree) {
    expect_classes(
        "n = [0]\n"
        "bz n, a      ; uniform\n"
        "a: sync\n"
        "bz tid, b    ; divergent\n"
        "b: sync\n"
        "stop\n");
}

TEST(Divergence, AValueOfOneSideIsDivergentAfterIt) {
    expect_classes(
        "x = 1\n"
        "y = 1\n"
        "z = 1\n"
        "bz tid, l    ; divergent\n"
        "x = 2        ; uniform = 2\n"
        "z = 1\n"
        "a = x        ; uniform = 2\n"
        "l: sync\n"
        "a = x        ; divergent\n"
        "a = y        ; uniform = 1\n"
        "a = z        ; uniform = 1\n"
        "stop\n");
}

TEST(Divergence, TheOtherSideStillHasTheValueFromBefore) {
    expect_classes(
        "n = [0]\n"
        "bz tid, other\n"
        "n = 2\n"
        "jump end\n"
        "other: a = n ; uniform\n"
        "end: sync\n"
        "a = n        ; divergent\n"
        "stop\n");
}

TEST(Divergence, AfterAUniformBranchValuesAreUniform) {
    expect_classes(
        "n = [0]\n"
        "bz n, other  ; uniform\n"
        "x = 1\n"
        "jump end\n"
        "other: x = 2\n"
        "end: sync\n"
        "a = x        ; uniform\n"
        "stop\n");
}

TEST(Divergence, CountersOfALoopAreDivergentAfterADivergentExit) {
    expect_classes(
        "i = 0\n"
        "n = 7\n"
        "head: c = i < tid ; divergent\n"
        "bz c, end    ; divergent\n"
        "i = i + 1    ; uniform\n"
        "jump head\n"
        "end: sync\n"
        "a = i        ; divergent\n"
        "a = n        ; uniform = 7\n"
        "stop\n");
}

TEST(Divergence, CountersOfAUniformLoopRemainUniform) {
    expect_classes(
        "n = [0]\n"
        "i = 0\n"
        "head: c = i < n   ; uniform\n"
        "bz c, end    ; uniform\n"
        "i = i + 1    ; uniform\n"
        "jump head\n"
        "end: sync\n"
        "a = i        ; uniform\n"
        "stop\n");
}

TEST(Divergence, ConstantsSendAllThreadsOneWay) {
    expect_classes(
        "x = 1\n"
        "bz x, l      ; uniform\n"
        "y = 5\n"
        "jump m\n"
        "l: y = tid   ; not reached\n"
        "m: sync\n"
        "a = y        ; uniform = 5\n"
        "stop\n");
}

TEST(Divergence, WithoutActiveThreadsABranchGoesToItsTarget) {
    Program program = read(
        "x = 1\n"
        "bz x, l\n"
        "jump m\n"
        "l: x = 2\n"
        "m: sync\n"
        "stop\n");
    EXPECT_FALSE(analyze_divergence(program).rows[3].reached);
    program.active = {};
    EXPECT_TRUE(analyze_divergence(program).rows[3].reached);
}

// ---- blocks

TEST(Divergence, DormantThreadsHaveOtherValues) {
    expect_classes(
        ".threads 8\n"
        ".active 0-3\n"
        "x = 1\n"
        "a = x           ; uniform = 1\n"
        "everywhere\n"
        "a = x           ; divergent\n"
        "x = 2           ; uniform = 2\n"
        "end_everywhere\n"
        "a = x           ; uniform = 2\n"
        "everywhere\n"
        "a = x           ; uniform = 2\n"
        "end_everywhere\n"
        "stop\n");
}

TEST(Divergence, BlocksChangeWhatWaitingThreadsHave) {
    expect_classes(
        "n = [0]\n"
        "m = [0]\n"
        "bz tid, other\n"
        "everywhere\n"
        "m = [1]\n"
        "bz tid, some\n"
        "n = 4           ; uniform = 4\n"
        "some: sync\n"
        "end_everywhere\n"
        "jump end\n"
        "other: a = n    ; divergent\n"
        "a = m           ; uniform\n"
        "end: sync\n"
        "stop\n");
}

TEST(Divergence, RestoredRegistersAreWhatTheyWere) {
    const std::string body =
        "x = 1\n"
        "everywhere\n"
        "x = tid\n"
        "y = 2\n"
        "end_everywhere\n";
    expect_classes(".registers restore\n" + body + "a = x ; uniform = 1\nstop\n");
    expect_classes(".registers keep\n" + body + "a = x ; affine = tid\nstop\n");
}

// ---- exits

TEST(Divergence, ThreadsThatRemainAfterAnExitHaveTheirOwnValues) {
    expect_classes(
        ".block 8\n"
        ".threads 8\n"
        "x = 1\n"
        "bz tid, stay\n"
        "x = 2\n"
        "exit\n"
        "stay: a = x     ; uniform = 1\n"
        "sync\n"
        "stop\n");
}

TEST(Divergence, ThreadsThatContinueAfterAnExitHaveWhatABlockGaveThem) {
    expect_classes(
        ".block 8\n"
        ".threads 8\n"
        "x = 1\n"
        "bz tid, leave\n"
        "jump end\n"
        "leave: everywhere\n"
        "x = tid\n"
        "end_everywhere\n"
        "exit\n"
        "end: sync\n"
        "a = x           ; divergent\n"
        "stop\n");
}

// ---- what is not known

TEST(Divergence, VariablesMayBeUndefinedInAllThreadsAtOnce) {
    expect_classes(
        "n = [0]\n"
        "bz n, l\n"
        "x = 1\n"
        "l: sync\n"
        "shfl x, 0       ; uniform, or undefined\n"
        "stop\n");
    const Program program = read("bz tid, l\nx = 1\nl: sync\nstop\n");
    EXPECT_THAT(analyze_divergence(program).variables, ElementsAre(LaneClass::divergent));
}

TEST(Divergence, NothingIsKnownOfUnboundedControl) {
    const Program program = read(
        "x = 1\n"
        "again: bz x, other\n"
        "other: bz x, again\n"
        "jump again\n");
    const DivergenceReport report = analyze_divergence(program);
    EXPECT_EQ(report.unbounded, 2U);
    EXPECT_THAT(report.variables, ElementsAre(LaneClass::divergent));
    EXPECT_THAT(report.scalars, ElementsAre(false));
    EXPECT_EQ(report.rows[1].divides, true);
}

TEST(Divergence, UnderVoltaNothingIsKnownOfWhatThreadsSeeOfEachOther) {
    const Program program = read(
        ".model volta\n"
        ".threads 8\n"
        "a = ballot 1\n"
        "stop\n");
    EXPECT_EQ(to_string(*analyze_divergence(program).rows[0].result), "divergent");
}

}  // namespace
}  // namespace musimd::divergence_test
